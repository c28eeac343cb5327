/** The notebook of this phone: pencil marks that nobody else sees. */

import { makeBoard } from "../board.js";
import { confirmed } from "../dialog.js";
import { button, fill, h } from "../dom.js";
import { contradictions, inWords, leftOver } from "../follows.js";
import { picture } from "../game.js";
import { loadNotes, saveNotes, toggled } from "../notes.js";
import { CROPS, TERRAINS, cropName, disc, picture as small, placeName, terrainName, tile } from "../pieces.js";
import { t } from "../words.js";

/** @param {HTMLElement} root @param {import("../app.js").App} app */
export function show(root, app) {
  let game = "";
  /** @type {import("../notes.js").Notes} */
  let notes = {};
  let chosen = "";
  const board = makeBoard({ label: t("Your notes on the board"), pick(place) {
    chosen = place;
    draw();
  } });
  const pencil = h("section.card.pencil-box", { "aria-label": t("Pencil") });
  const wrong = h("section.alerts", { "aria-live": "polite", "aria-label": t("Contradictions") });
  const tools = h("div.row");
  const layout = h("div.layout", null, h("div.main-column", null, board.element), h("div.beside", null, pencil, wrong, tools,
    h("p.help", null, t("Mark what you think is possible; a single mark means that you are sure. Your notes stay on this phone."))));

  /** @param {import("../notes.js").Notes} changed */
  function keep(changed) {
    notes = changed;
    if (!saveNotes(game, notes)) app.busy.toast(t("This phone does not keep the notes: they are gone when the page is closed."), true);
    draw();
  }

  function draw() {
    const { table } = app.store.state;
    const drawn = landOf(picture(table?.game));
    if (!drawn) return void fill(root, h("p.empty", null, t("No game lies on the table yet.")));
    if (!layout.isConnected) fill(root, layout);
    const left = table.game.view?.tiles_left ?? table.game.tiles;
    const found = contradictions(drawn, notes, left);
    /** @type {Record<string, string[]>} */
    const marks = {};
    for (const { spaces } of found) for (const place of spaces) (marks[place] ??= []).push("conflict");
    if (chosen) (marks[chosen] ??= []).push("chosen");
    board.show({ ...drawn, marks, notes });
    fill(wrong, found.map(({ spaces, text }) => h("article.alert", null, h("p", null, h("strong", null, text), " ", inWords(spaces)))));
    drawPencil(drawn.spaces[chosen] ?? null);
    const allowed = table.settings?.hints !== false;
    fill(tools, allowed && button(t("Mark what follows"), () => markAll(drawn, left)), button(t("Rub out everything"), rubOut));
    return undefined;
  }

  /** @param {import("../board.js").Content | null} content */
  function drawPencil(content) {
    if (!chosen || !content) return void fill(pencil, h("p.help", null, t("Tap a space to pencil something in.")));
    const note = notes[chosen] ?? { terrains: [], crops: [] };
    const mark = (/** @type {"terrains" | "crops"} */ kind, /** @type {any} */ value, /** @type {string} */ name, /** @type {SVGElement} */ shape) =>
      h("button.choice", { type: "button", "data-mark": value, "aria-pressed": String(note[kind].includes(/** @type {never} */ (value))),
        onclick: () => keep(toggled(notes, chosen, kind, value)) }, small(shape), h("span", null, name));
    fill(pencil, h("h2", null, placeName(chosen)),
      content.terrain ? null : h("div.choices.four", { role: "group", "aria-label": t("Terrain") }, TERRAINS.map((each) => mark("terrains", each, terrainName(each), tile(each)))),
      content.crop ? null : h("div.choices", { role: "group", "aria-label": t("Crop") }, CROPS.map((each) => mark("crops", each, cropName(each), disc(each)))),
      content.terrain && content.crop ? h("p.help", null, t("Nothing is hidden here any more.")) : null);
    return undefined;
  }

  /** Every space gets the marks that are left; one's own narrower marks stay. @param {import("../board.js").Picture} drawn @param {Record<string, number>} left */
  function markAll(drawn, left) {
    const follows = leftOver(drawn, left);
    const narrowed = Object.entries(follows).map(([place, possible]) => {
      const own = notes[place];
      const both = (/** @type {any[]} */ mine, /** @type {any[]} */ theirs) => (mine?.some((each) => theirs.includes(each)) ? mine.filter((each) => theirs.includes(each)) : theirs);
      return [place, own ? { terrains: both(own.terrains, possible.terrains), crops: both(own.crops, possible.crops) } : possible];
    });
    keep(Object.fromEntries(narrowed));
  }

  async function rubOut() {
    if (await confirmed(t("Rub out all your notes of this game?"), t("Yes, rub them out"))) keep({});
  }

  /** @param {import("../state.js").State} state */
  function update(state) {
    const lying = state.table?.game;
    const now = lying ? lying.id ?? `bare.${lying.name}` : "";
    if (now && now !== game) [game, notes, chosen] = [now, loadNotes(now), ""];
    draw();
  }

  return { update };
}

/** The board without its meeples: notes are about the land. @param {import("../board.js").Picture | null} drawn */
function landOf(drawn) {
  return drawn && { ...drawn, spaces: Object.fromEntries(Object.entries(drawn.spaces).map(([place, content]) => [place, { ...content, meeple: null }])) };
}
