/** The frame around every view: title, state of the line, ways to the other views. */

import { button, fill, h } from "./dom.js";
import { sign } from "./signs.js";
import { t } from "./words.js";

/** First those with a place in the bar of a phone; `needs` names an ability of the table. */
const VIEWS = [
  { name: "table", title: () => t("Table") },
  { name: "wheel", title: () => t("Wheel") },
  { name: "notebook", title: () => t("Notebook") },
  { name: "coach", title: () => t("Coach") },
  { name: "camera", title: () => t("Camera"), needs: "camera" },
  { name: "scenarios", title: () => t("Scenarios") },
  { name: "games", title: () => t("Games"), needs: "games" },
  { name: "settings", title: () => t("Settings") },
  { name: "join", title: () => t("Join") },
];
const IN_BAR = 4;

/** @param {import("./app.js").App} app */
export function makeShell(app) {
  const header = h("header.top");
  const main = h("main", { id: "main", tabindex: -1 });
  const nav = h("nav.bar");
  const banner = h("div.banner", { role: "status" });
  const notices = h("ul.notices", { role: "status" });
  const skip = h("a.skip", { href: "#main", onclick: (/** @type {Event} */ event) => { event.preventDefault(); main.focus(); } });
  /** @type {{update?: (state: any, before: any) => void, leave?: () => void} | null} */
  let view = null;
  let shown = "";
  let turn = 0;

  const wanted = () => {
    const name = location.hash.replace(/^#\//, "").split("/")[0];
    return name === "more" || VIEWS.some((each) => each.name === name) ? name : "table";
  };
  const offered = () => VIEWS.filter(({ needs }) => !needs || app.store.state.table?.abilities?.[needs]);

  /** Show the view that the address names; drawn anew if the language changed. */
  async function draw() {
    const name = wanted();
    const mine = ++turn;
    drawNav(name);
    view?.leave?.();
    view = null;
    const root = h("div", { class: `view view-${name}` });
    if (name === "more") drawMore(root);
    else {
      const module = await import(`./views/${name}.js`).catch(() => null);
      // Somebody may have gone elsewhere while it was on its way.
      if (mine !== turn) return;
      if (module) view = module.show(root, app) ?? null;
      else root.append(h("p.empty", null, t("This part of the page could not be loaded. Try again when the table answers.")));
    }
    fill(main, root);
    if (shown && shown !== name) {
      scrollTo(0, 0);
      main.focus();
    }
    shown = name;
    view?.update?.(app.store.state, app.store.state);
  }

  /** @param {string} name */
  function drawNav(name) {
    const title = VIEWS.find((each) => each.name === name)?.title() ?? t("More");
    document.title = `${title} · Pachamama`;
    skip.textContent = t("To the content");
    fill(header, h("h1", null, title), you());
    nav.setAttribute("aria-label", t("Views"));
    const link = (/** @type {string} */ to, /** @type {string} */ label, /** @type {string} */ kind) =>
      h("a", { href: `#/${to}`, class: kind, "aria-current": to === name ? "page" : null }, sign(to), h("span", null, label));
    const more = offered().slice(IN_BAR).some((each) => each.name === name) || name === "more";
    fill(nav, h("ul", null,
      offered().map((each, index) => h("li", { class: index < IN_BAR ? "" : "wide-only" }, link(each.name, each.title(), ""))),
      h("li.narrow-only", null, h("a", { href: "#/more", "aria-current": more ? "page" : null }, sign("more"), h("span", null, t("More"))))));
  }

  /** @param {HTMLElement} root */
  function drawMore(root) {
    root.append(h("ul.links", null, offered().slice(IN_BAR).map((each) =>
      h("li", null, h("a", { href: `#/${each.name}` }, sign(each.name), h("span", null, each.title()))))));
  }

  function you() {
    const me = app.store.state.you;
    if (!me || me.member || wanted() === "join") return null;
    return h("a.join-link", { href: "#/join" }, t("Join"));
  }

  function drawBanner() {
    const { connection, table } = app.store.state;
    banner.hidden = connection === "live";
    if (connection !== "live") {
      fill(banner, h("span", null, table ? t("Waiting for the table… what you see may be old.") : t("Waiting for the table…")),
        button(t("Try now"), () => app.line.reopen()));
    }
    document.documentElement.dataset.connection = connection;
  }

  /** What is missing at the table, for as long as it is. */
  function drawNotices() {
    const texts = app.store.state.table?.notices ?? [];
    notices.hidden = !texts.length;
    fill(notices, texts.map((/** @type {string} */ text) => h("li", null, sign("alert"), h("span", null, text))));
  }

  addEventListener("hashchange", draw);
  app.store.listen((state, before) => {
    if (state.connection !== before.connection) drawBanner();
    if (state.table?.notices !== before.table?.notices) drawNotices();
    const abilities = JSON.stringify(state.table?.abilities) !== JSON.stringify(before.table?.abilities);
    if (abilities || state.you?.member !== before.you?.member) drawNav(wanted());
    view?.update?.(state, before);
  });
  drawBanner();
  drawNotices();
  return { parts: [skip, header, banner, notices, app.busy.strip, main, app.busy.notes, nav], draw };
}
