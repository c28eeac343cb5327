/** Draws the pieces in a space of 100 by 100, and says their names. Colour never stands alone: letters, patterns, sizes. */

import { s } from "./dom.js";
import { t } from "./words.js";

export const TERRAINS = ["dirt", "sand", "grass", "rock"];
export const CROPS = [1, 2, 3, 4, 5];
export const COLOURS = ["brown", "white", "green", "blue", "purple", "yellow"];

/** Diameter of a crop's disc by its level, of a tile's side. */
const DIAMETERS = [0, 0.47, 0.59, 0.71, 0.85, 1.0];
/** A figure in a poncho with a hat, in 100 by 100. */
const FIGURE = "M50 4c9 0 15 5 17 12l12 3c2 1 2 4 0 5l-11 3c-1 6-3 10-6 13l26 42c4 7 0 12-8 12H20c-8 0-12-5-8-12l26-42c-3-3-5-7-6-13l-11-3c-2-1-2-4 0-5l12-3c2-7 8-12 17-12z";

/** @param {string} terrain */
export const terrainName = (terrain) => t(terrain);
/** @param {number} level */
export const cropName = (level) => t(["", "sweet potato", "coca leaf", "chili", "corn", "quinoa"][level]);
/** @param {string} colour */
export const colourName = (colour) => t(colour);
/** @param {string} terrain  the letter that stands for it in this language */
export const terrainLetter = (terrain) => t({ dirt: "D", sand: "S", grass: "G", rock: "R" }[terrain] ?? "");
/** @param {string} colour  one or two letters that stand for it in this language */
export const colourLetter = (colour) =>
  t({ brown: "Br", white: "W", green: "Gr", blue: "Bl", purple: "P", yellow: "Y" }[colour] ?? "");
/** @param {string} place  element/animal, said in words */
export const placeName = (place) => place.split("/").map((name) => t(name)).join(" ");

/** The patterns that tiles are filled with; once in the page. */
export function patterns() {
  const pattern = (/** @type {string} */ name, /** @type {number} */ size, /** @type {SVGElement[]} */ ...shapes) =>
    s("pattern", { id: `pattern-${name}`, width: size, height: size, patternUnits: "userSpaceOnUse", class: "pattern" }, shapes);
  const line = (/** @type {string} */ d) => s("path", { d, class: "pattern-line" });
  const dot = (/** @type {number} */ cx, /** @type {number} */ cy) => s("circle", { cx, cy, r: 2.6, class: "pattern-dot" });
  return s("svg.hidden-defs", { width: 0, height: 0, "aria-hidden": "true", focusable: "false" },
    s("defs", null,
      pattern("dirt", 20, line("M-5 15 15 -5M5 25 25 5")),
      pattern("sand", 20, dot(5, 5), dot(15, 15)),
      pattern("grass", 25, line("M4 14v-8M4 14l-4-6M4 14l4-6M16 25v-8M16 25l-4-6M16 25l4-6")),
      pattern("rock", 25, line("M0 1.5h25M0 14h25M6 1.5V14M18.500 14v12"))));
}

/**
 * A terrain tile with its letter.
 * @param {string} terrain
 * @param {{letter?: boolean}} [how]
 */
export function tile(terrain, { letter = true } = {}) {
  return s("g", { class: `tile terrain-${terrain}` },
    s("rect.tile-ground", { x: 3, y: 3, width: 94, height: 94, rx: 9 }),
    s("rect.tile-pattern", { x: 3, y: 3, width: 94, height: 94, rx: 9, fill: `url(#pattern-${terrain})` }),
    letter && tileLetter(terrain));
}

/** The letter of a tile by itself: a large disc would hide it. @param {string} terrain */
export function tileLetter(terrain) {
  return s("g.tile-letter", null,
    s("rect", { x: 5, y: 5, width: 25, height: 25, rx: 6 }),
    s("text", { x: 17.5, y: 25, class: "letter" }, terrainLetter(terrain)));
}

/**
 * A crop's disc: as many rings as its level, and its number.
 * @param {number} level
 */
export function disc(level) {
  const radius = (DIAMETERS[level] * 94) / 2;
  const rings = [];
  for (let ring = 0; ring < level; ring++) {
    rings.push(s("circle.ring", { cx: 50, cy: 50, r: 17 + ((radius - 20) * ring) / Math.max(1, level) }));
  }
  return s("g", { class: `disc crop-${level}` },
    s("circle.disc-ground", { cx: 50, cy: 50, r: radius }),
    rings.slice(1),
    s("circle.disc-heart", { cx: 50, cy: 50, r: 16 }),
    s("text", { x: 50, y: 59, class: "number" }, level));
}

/**
 * A meeple with the letters of its colour, at the foot of its space so that what lies below is seen.
 * @param {string} colour
 * @param {boolean} small  whether a disc has to stay readable below it
 */
export function meeple(colour, small = false) {
  const where = small ? "translate(50 46) scale(.5)" : "translate(19 26) scale(.66)";
  return s("g", { class: `meeple colour-${colour}`, transform: where },
    s("path.figure", { d: FIGURE }),
    s("text", { x: 50, y: 84, class: "letters" }, colourLetter(colour)));
}

/**
 * A piece as a small picture of its own for lists; its name goes beside it.
 * @param {SVGElement} shape
 * @param {string} [label]
 */
export function picture(shape, label) {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return s("svg.piece", { viewBox: "0 0 100 100", focusable: "false", ...spoken }, shape);
}
