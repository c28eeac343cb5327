/** Scenarios by size and difficulty, codes, transcribing; and agreeing on a new game. */

import { get, post } from "../api.js";
import { confirmed } from "../dialog.js";
import { button, choice, field, fill, h } from "../dom.js";
import { colourName, meeple, picture } from "../pieces.js";
import { transcribe } from "../transcribing.js";
import { t, tn } from "../words.js";

const PLAYER_COLOURS = ["brown", "white", "green", "blue"];

/** @param {HTMLElement} root @param {import("../app.js").App} app */
export function show(root, app) {
  const wish = { board: "", difficulty: "", scenario: "", mode: "competitive", colours: ["blue", "green"], strength: "easy", first: 0 };
  const list = h("ul.list", { "aria-label": t("Scenarios") });
  const filters = h("div.two-fields");
  const form = h("section.card");
  const other = h("section.card");
  let kept = "";

  async function refresh() {
    const query = new URLSearchParams(Object.entries({ board: wish.board, difficulty: wish.difficulty }).filter(([, value]) => value));
    const found = await app.busy.run(t("Looking through the scenarios…"), (signal) => get(`scenarios?${query}`, signal));
    fill(list, (found?.scenarios ?? []).map(scenarioRow), found && !found.scenarios.length && h("li", null, t("No scenario is like this.")));
  }

  /** @param {any} scenario */
  function scenarioRow(scenario) {
    const on = scenario.name === wish.scenario;
    const pick = () => {
      wish.scenario = on ? "" : scenario.name;
      draw();
      refresh();
    };
    return h("li", { class: on ? "chosen-item" : "" }, h("div.row", null, h("strong.grow", null, scenario.name), difficulty(scenario.difficulty) && h("span.tag", null, difficulty(scenario.difficulty))),
      h("div.row", null, h("span.help", null, [tn("{count} space", "{count} spaces", scenario.spaces), scenario.played ? t("played before") : ""].filter(Boolean).join(" · ")),
        button(on ? t("Chosen") : t("Choose"), pick, { "aria-pressed": String(on), "aria-label": `${on ? t("Chosen") : t("Choose")}: ${scenario.name}` })));
  }

  /** @param {string | null} name */
  function difficulty(name) {
    return { easy: t("easy"), medium: t("medium"), hard: t("hard"), expert: t("expert") }[name ?? ""] ?? name ?? "";
  }

  function draw() {
    const set = (/** @type {string} */ name) => (/** @type {string} */ value) => {
      Object.assign(wish, { [name]: value });
      draw();
      if (name === "board" || name === "difficulty") refresh();
    };
    fill(filters,
      field(t("Board"), choice([["", t("any")], ["short", t("short")], ["long", t("long")]], wish.board, set("board"))),
      field(t("Difficulty"), choice([["", t("any")], ["easy", t("easy")], ["medium", t("medium")], ["hard", t("hard")], ["expert", t("expert")]], wish.difficulty, set("difficulty"))));
    drawForm(set);
    drawOther();
  }

  /** @param {(name: string) => (value: string) => void} set */
  function drawForm(set) {
    const member = app.store.state.you?.member;
    const solo = wish.mode === "solo";
    const strengths = /** @type {[string, string][]} */ (solo ? [["easy", t("easy")], ["hard", t("hard")]] : [["easy", t("easy")], ["normal", t("normal")], ["expert", t("expert")]]);
    if (!member) return void fill(form, h("h2", null, t("New game")), h("p", null, h("a", { href: "#/join" }, t("Join with the table’s code to play."))));
    return void fill(form, h("h2", null, t("New game")),
      h("p", null, wish.scenario || t("A scenario by chance, unless you choose one.")),
      field(t("Way to play"), choice([["competitive", t("each for themselves (2–4)")], ["solo", t("alone against the Otoma")], ["cooperative", t("together against the Otoma")]], wish.mode, set("mode"))),
      wish.mode !== "competitive" && field(t("Strength of the Otoma"), choice(strengths, wish.strength, set("strength"))),
      h("div", null, h("p", { id: "who-plays" }, h("strong", null, t("Who plays, in order of turns"))), h("div.choices.four", { role: "group", "aria-labelledby": "who-plays" }, PLAYER_COLOURS.map((colour) => {
        const at = wish.colours.indexOf(colour);
        return h("button.choice", { type: "button", "aria-pressed": String(at >= 0), onclick: () => toggle(colour) }, picture(meeple(colour)), h("span", null, at >= 0 ? `${at + 1}. ${colourName(colour)}` : colourName(colour)));
      }))),
      wish.colours.length > 1 && field(t("Begins"), choice(wish.colours.map((colour, seat) => [seat, colourName(colour)]), wish.first, (seat) => { wish.first = Number(seat); })),
      button(t("Begin"), begin, { class: "primary" }));
  }

  /** @param {string} colour */
  function toggle(colour) {
    if (wish.mode === "solo") wish.colours = [colour];
    else wish.colours = wish.colours.includes(colour) ? wish.colours.filter((each) => each !== colour) : [...wish.colours, colour];
    wish.first = Math.min(wish.first, Math.max(0, wish.colours.length - 1));
    draw();
  }

  async function begin() {
    const lying = app.store.state.table?.game?.view;
    const confirm = lying && lying.phase !== "over" ? await confirmed(t("Put the game on the table aside? It stays saved."), t("Yes, put it aside")) : false;
    if (lying && lying.phase !== "over" && !confirm) return;
    const colours = wish.mode === "solo" ? wish.colours.slice(0, 1) : wish.colours;
    const body = { scenario: wish.scenario || null, mode: wish.mode, colours, difficulty: wish.mode === "competitive" ? null : wish.strength, first: wish.mode === "solo" ? 0 : wish.first, confirm };
    if (await app.busy.run(t("Laying out the game…"), (signal) => post("games", body, signal))) app.go("table");
  }

  function drawOther() {
    if (!app.store.state.you?.member) return void (other.hidden = true);
    other.hidden = false;
    const code = /** @type {HTMLTextAreaElement} */ (h("textarea", { rows: 2, autocapitalize: "off", spellcheck: "false" }));
    const name = /** @type {HTMLInputElement} */ (h("input", { maxlength: 40 }));
    const take = async () => {
      const body = { code: code.value.trim(), ...(name.value.trim() ? { name: name.value.trim() } : {}) };
      const made = await app.busy.run(t("Reading the code…"), (signal) => post("scenarios/import", body, signal));
      if (!made) return;
      app.busy.toast(t("{name} is on the shelf now.", { name: made.name }));
      code.value = name.value = "";
      refresh();
    };
    const part = (/** @type {string} */ title, /** @type {any[]} */ ...content) => h("details", null, h("summary", null, title), h("div.stack", null, content));
    return void fill(other, part(t("A scenario from elsewhere"), field(t("Code of a scenario"), code, t("Scan its QR code with the phone’s camera and paste the text here.")), field(t("Its name here (optional)"), name), button(t("Put it on the shelf"), take)),
      app.store.state.table?.abilities?.transcribing && part(t("A disc of your own"), h("p.help", null, t("Somebody who does not play this round types in a disc from the box.")), button(t("Transcribe a disc"), () => fill(root, transcribe(app, () => fill(root, layout))))),
      part(t("Only the wheel"), h("p.help", null, t("Lay the chosen scenario into the wheel, without a game and without scores.")),
      button(t("Lay it into the wheel"), bare, { disabled: !wish.scenario })));
  }

  async function bare() {
    if (await app.busy.run(t("Laying in the disc…"), (signal) => post("wheel/disc", { scenario: wish.scenario }, signal))) app.go("wheel");
  }

  const layout = h("div.two-columns.stack", null, h("div.stack", null, form, other), h("div.stack", null, filters, list));
  fill(root, layout);
  draw();
  return {
    /** @param {import("../state.js").State} state */
    update(state) {
      const now = JSON.stringify([state.connection, state.you?.member]);
      if (now === kept) return;
      kept = now;
      draw();
      if (state.connection === "live") refresh();
    },
  };
}
