/** Scores, diversity tracks, offerings and supplies. */

import { get } from "./api.js";
import { shown } from "./dialog.js";
import { button, h } from "./dom.js";
import { sideName } from "./game.js";
import { CROPS, TERRAINS, colourName, cropName, disc, meeple, picture, terrainLetter, terrainName, tile } from "./pieces.js";
import { t, tn } from "./words.js";

/** @param {any} table @param {import("./app.js").App} app */
export function scores(table, app) {
  const view = table.game.view;
  return h("section.scores", { "aria-label": t("Scores") }, view.sides.map((/** @type {any} */ side, /** @type {number} */ number) => sideCard(view, side, number, app)));
}

/** @param {any} view @param {any} side @param {number} number @param {import("./app.js").App} app */
function sideCard(view, side, number, app) {
  const own = view.colours.includes(side.name);
  const left = own ? view.meeples_left[side.name] : null;
  return h("article.side", { class: side.name === view.player ? "at-turn" : "" },
    h("h2", null, own && picture(meeple(side.name)), h("span", null, sideName(side.name)), side.won && h("strong.won", null, t("wins"))),
    button(tn("{count} point", "{count} points", side.score), () => points(number, side, app), { class: "score", title: t("Where these points come from") }),
    h("dl.tracks", null, TERRAINS.map((terrain) => track(terrain, side.diversity[terrain], view.board.diversity_levels))),
    side.name !== "otoma" || side.tokens.length ? tokens(side.tokens) : null,
    left !== null && left !== undefined && h("p.left", null, tn("{count} meeple left", "{count} meeples left", left)));
}

/** @param {string} terrain @param {number} level @param {number} levels */
function track(terrain, level, levels) {
  const pips = Array.from({ length: levels }, (_, index) => h("span", { class: index < level ? "pip full" : "pip" }));
  return h("div", { class: `track terrain-${terrain}` },
    h("dt", null, h("abbr", { title: terrainName(terrain) }, terrainLetter(terrain))),
    h("dd", null, h("span.unseen", null, t("{level} of {levels}", { level, levels })), h("span.pips", { "aria-hidden": "true" }, pips)));
}

/** @param {number[]} owned */
export function tokens(owned) {
  return h("ul.tokens", { "aria-label": t("Offering tokens") }, CROPS.map((crop) =>
    h("li", { class: owned.includes(crop) ? "" : "missing", title: cropName(crop) },
      picture(disc(crop)), h("span.unseen", null, owned.includes(crop) ? cropName(crop) : t("no {crop}", { crop: cropName(crop) })))));
}

/** @param {number} number @param {any} side @param {import("./app.js").App} app */
async function points(number, side, app) {
  const found = await app.busy.run(t("Counting the points…"), (signal) => get(`score/${number}`, signal));
  if (!found) return;
  const rows = found.lines.toReversed().map((/** @type {any} */ line) =>
    h("tr", null, h("td", null, line.text), h("td.figure", null, line.points > 0 ? `+${line.points}` : line.points), h("td.figure", null, line.total)));
  shown(t("Points of {side}", { side: sideName(side.name) }), h("div.scroll", { tabindex: 0, role: "region", "aria-label": t("Points") },
    h("table.points", null, h("thead", null, h("tr", null, h("th", null, t("For")), h("th.figure", null, t("Points")), h("th.figure", null, t("Total")))), h("tbody", null, rows))));
}

/** The scores at a glance, for small screens. @param {any} view */
export function scoreLine(view) {
  return h("ul.score-line", { "aria-hidden": "true" }, view.sides.map((/** @type {any} */ side) =>
    h("li", null, view.colours.includes(side.name) ? picture(meeple(side.name)) : sideName(side.name), h("strong", null, side.score))));
}

/** What is still in the box. @param {any} view */
export function supplies(view) {
  return h("section.supply.card", { "aria-label": t("Supply") },
    h("h2", null, t("Supply")),
    h("ul.counts", null, TERRAINS.map((terrain) => count(tile(terrain), terrainName(terrain), view.tiles_left[terrain]))),
    h("ul.counts", null, CROPS.map((crop) => count(disc(crop), cropName(crop), view.crops_left[crop]))),
    view.stacks.length ? stacks(view) : null);
}

/** @param {SVGElement} shape @param {string} name @param {number} number */
function count(shape, name, number) {
  return h("li", { title: name }, picture(shape), h("span.unseen", null, `${name}: `), h("span", null, number));
}

/** Tiles behind the screens (co-operative). @param {any} view */
function stacks(view) {
  return h("ul", { "aria-label": t("Tiles behind the screens") }, view.stacks.map((/** @type {any} */ stack, /** @type {number} */ seat) =>
    h("li", null, colourName(view.colours[seat]), ": ", TERRAINS.map((terrain) => `${terrainLetter(terrain)} ${stack[terrain]}`).join(" · "))));
}
