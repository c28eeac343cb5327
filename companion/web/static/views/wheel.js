/** The wheel by touch: two rings to turn, two windows to hold open. */

import { cropChoice } from "../actions.js";
import { post, remove } from "../api.js";
import { button, fill, h } from "../dom.js";
import { mayOpen, options, picture } from "../game.js";
import { holdButton } from "../hold.js";
import { cropName, disc, placeName, terrainName, tile } from "../pieces.js";
import { makeRings } from "../rings.js";
import { warn } from "../warning.js";
import { t } from "../words.js";

/** @param {HTMLElement} root @param {import("../app.js").App} app */
export function show(root, app) {
  /** @type {{element: string, animal: string}} */
  let at = { element: "", animal: "" };
  /** @type {number | null} */
  let crop = null;
  let boardKey = "";
  let waited = "";
  /** @type {ReturnType<typeof makeRings> | null} */
  let rings = null;
  const place = () => `${at.element}/${at.animal}`;
  const where = h("p.where", { "aria-live": "polite" });
  const seen = h("p.window-view", { "aria-live": "assertive" });
  const announcing = h("div");
  const role = h("div.card");
  const discovery = holdButton({ window: "discovery", label: t("Hold: Discovery"), app, body: () => ({ space: place() }), changed: look });
  const divination = holdButton({ window: "divination", label: t("Hold: Divination"), app, body: announced, changed: look });
  const buttons = h("div.windows", null, discovery.element, divination.element);
  const holder = h("div.rings-frame");
  const layout = h("div.wheel-layout", null, h("div", null, where, holder), h("div.wheel-hands", null, seen, announcing, buttons, role));

  /** What the Divination window is asked: in a game a crop is announced first. */
  function announced() {
    if (app.store.state.table?.game?.bare) return { space: place() };
    if (crop) return { space: place(), announced: crop };
    app.busy.toast(t("First choose the crop you announce."), true);
    return null;
  }

  /** What the open window shows, for as long as it is held. */
  function look() {
    const { window: message, table } = app.store.state;
    const held = discovery.isHeld() ? "discovery" : divination.isHeld() ? "divination" : "";
    rings?.reveal(null);
    if (!held) return void fill(seen, t("Both windows are shut."));
    // On the bare wheel the window's content comes to this phone alone; in a game everybody sees it on the board.
    const laid = table?.game?.view ? picture(table.game)?.spaces[place()] : null;
    const terrain = message?.state === "open" ? message.terrain ?? laid?.terrain : null;
    const level = message?.state === "open" ? message.crop ?? laid?.crop : null;
    if (held === "discovery" && terrain) return reveal(tile(terrain), terrainName(terrain));
    if (held === "divination" && level) return reveal(disc(level), `${cropName(level)} (${level})`);
    return void fill(seen, t("Keep holding…"));
  }

  /** @param {SVGElement} shape @param {string} name */
  function reveal(shape, name) {
    rings?.reveal(shape);
    fill(seen, h("strong", null, name));
  }

  /** @param {any} board */
  function layRings(board) {
    boardKey = JSON.stringify(board);
    at = { element: board.elements[0], animal: board.animals[0] };
    rings = makeRings({ elements: board.elements, animals: board.animals, chosen: () => at, turned(kind, name) {
      at = { ...at, [kind]: name };
      crop = null;
      turnTo();
    } });
    fill(holder, rings.element);
  }

  function turnTo() {
    rings?.show();
    fill(where, placeName(place()));
    drawCrops();
  }

  function drawCrops() {
    const { table } = app.store.state;
    const divinable = options(table?.game?.view, "divine").some((command) => command.space === place());
    fill(announcing, divinable && h("div", null, h("p.help", null, t("Announce a crop for {place}:", { place: placeName(place()) })), cropChoice(crop, (chosen) => {
      crop = chosen;
      drawCrops();
      warn(app, place(), chosen);
    })));
  }

  /** @param {import("../state.js").State} state */
  function update(state) {
    const drawn = picture(state.table?.game);
    if (!drawn) return void fill(root, h("div.empty", null, h("p", null, t("No disc lies in the wheel yet.")), h("a.button.primary", { href: "#/scenarios" }, t("Choose a scenario"))));
    if (!layout.isConnected) fill(root, layout);
    const board = { elements: drawn.elements, animals: drawn.animals };
    if (JSON.stringify(board) !== boardKey) layRings(board);
    const waiting = state.table.game.view?.waiting ?? "";
    if (waiting && waiting !== waited) {
      const [element, animal] = waiting.split("/");
      at = { element, animal };
    }
    waited = waiting;
    if (!discovery.isHeld() && !divination.isHeld()) turnTo();
    look();
    drawRole(state);
  }

  /** @param {import("../state.js").State} state */
  function drawRole(state) {
    const may = mayOpen(state);
    buttons.hidden = !may;
    const run = (/** @type {() => Promise<unknown>} */ task) => app.busy.run(t("Telling the table…"), task);
    if (!state.you?.member) return void fill(role, h("p", null, t("Only members open windows."), " ", h("a", { href: "#/join" }, t("Join with the table’s code to play."))));
    if (state.you.wheel) return void fill(role, h("p", null, t("This phone is the wheel.")), button(t("Let go of the wheel"), () => run(() => remove("wheel"))));
    const other = state.table?.people?.wheel;
    if (other?.device) return void fill(role, h("p", null, t("The wheel is with {name}.", { name: other.name ?? "?" })), button(t("Ask at the wheel"), () => run(() => post("wheel/ask"))));
    return void fill(role, h("p.help", null, may ? t("Nobody has the wheel: whoever acts may open its windows.") : t("You can act when it is your turn.")),
      button(t("Be the wheel"), () => run(() => post("wheel"))));
  }

  return {
    update,
    leave() {
      discovery.release();
      divination.release();
    },
  };
}
