/**
 * What follows at a glance from the board that everybody sees, and where one's own notes contradict the laws.
 * Deliberately short-sighted: it spares the pencil, it does not think for the player.
 */

import { CROPS, TERRAINS, cropName, placeName, terrainName } from "./pieces.js";
import { t } from "./words.js";

const LARGEST = 5;
const BESIDE = [[-1, 0], [0, -1], [0, 1], [1, 0]];
const DIAGONAL = [[-1, -1], [-1, 1], [1, -1], [1, 1]];

/** @typedef {import("./board.js").Picture} Picture @typedef {import("./notes.js").Notes} Notes */

/** Neighbours on a board. @param {Picture} board */
function neighbours(board) {
  const at = (/** @type {string} */ place, /** @type {number[]} */ [down, right]) => {
    const [element, animal] = place.split("/");
    const row = board.animals[board.animals.indexOf(animal) + down];
    const column = board.elements[board.elements.indexOf(element) + right];
    return row && column ? `${column}/${row}` : null;
  };
  const among = (/** @type {number[][]} */ steps) => (/** @type {string} */ place) =>
    /** @type {string[]} */ (steps.map((step) => at(place, step)).filter(Boolean));
  return {
    beside: among(BESIDE),
    around: among([...BESIDE, ...DIAGONAL]),
    /** Each diagonal neighbour with the two spaces between. @param {string} place */
    diagonal: (place) => DIAGONAL.map(([down, right]) => ({ space: at(place, [down, right]), between: [at(place, [down, 0]), at(place, [0, right])] }))
      .filter(({ space }) => space),
  };
}

/** The spaces of the same terrain that hang together with one. @param {Picture} board @param {string} start @param {string} terrain */
function region(board, start, terrain) {
  const { beside } = neighbours(board);
  const found = new Set([start]);
  for (const place of found) for (const near of beside(place)) if (board.spaces[near]?.terrain === terrain) found.add(near);
  return [...found];
}

/** Two spaces of one terrain that touch at a corner with other land between: they could never be one region. @param {Picture} board @param {string} place @param {string} terrain */
function cornerTouch(board, place, terrain) {
  return neighbours(board).diagonal(place).find(({ space, between }) => board.spaces[space ?? ""]?.terrain === terrain &&
    between.every((each) => { const land = board.spaces[each ?? ""]?.terrain; return land && land !== terrain; }))?.space;
}

/**
 * The marks that are left on every space without its piece.
 * @param {Picture} board @param {Record<string, number>} tilesLeft @returns {Notes}
 */
export function leftOver(board, tilesLeft) {
  const { around } = neighbours(board);
  /** @type {Notes} */
  const left = {};
  for (const [place, { terrain, crop }] of Object.entries(board.spaces)) {
    if (terrain && crop) continue;
    const terrains = terrain ? [] : TERRAINS.filter((each) => tilesLeft[each] > 0 && region(board, place, each).length <= LARGEST && !cornerTouch(board, place, each));
    const taken = new Set(around(place).map((near) => board.spaces[near]?.crop));
    if (terrain) for (const each of region(board, place, terrain)) taken.add(board.spaces[each]?.crop);
    left[place] = { terrains, crops: crop ? [] : CROPS.filter((each) => !taken.has(each)) };
  }
  return left;
}

/**
 * Where single marks break a law, together with the board or with each other.
 * @param {Picture} board @param {Notes} notes @param {Record<string, number>} tilesLeft
 * @returns {{spaces: string[], text: string}[]}
 */
export function contradictions(board, notes, tilesLeft) {
  const sure = assumed(board, notes);
  const { around } = neighbours(sure);
  /** @type {Map<string, {spaces: string[], text: string}>} */
  const found = new Map();
  const noted = (/** @type {string[]} */ spaces) => spaces.some((place) => notes[place]);
  const add = (/** @type {string[]} */ spaces, /** @type {string} */ text) => {
    if (noted(spaces)) found.set([...spaces].sort().join() + text, { spaces, text });
  };
  for (const [place, { terrain, crop }] of Object.entries(sure.spaces)) {
    if (crop) for (const near of around(place)) {
      if (near > place && sure.spaces[near].crop === crop) add([place, near], t("Equal crops touch: {crop}.", { crop: cropName(crop) }));
    }
    if (!terrain) continue;
    const whole = region(sure, place, terrain).sort();
    if (whole.length > LARGEST) add(whole, t("A region of {terrain} would have more than five spaces.", { terrain: terrainName(terrain) }));
    const twin = crop && whole.find((each) => each !== place && sure.spaces[each].crop === crop);
    if (twin && twin > place) add([place, twin], t("{crop} would be twice in one region.", { crop: cropName(crop) }));
    const corner = cornerTouch(sure, place, terrain);
    if (corner && corner > place) add([place, corner], t("Two regions of {terrain} would touch at a corner.", { terrain: terrainName(terrain) }));
  }
  for (const terrain of TERRAINS) {
    const marked = Object.keys(notes).filter((place) => !board.spaces[place]?.terrain && sure.spaces[place]?.terrain === terrain);
    if (marked.length > tilesLeft[terrain]) add(marked, t("You have marked more {terrain} than there are tiles left.", { terrain: terrainName(terrain) }));
  }
  return [...found.values()];
}

/** The board with every single mark laid on it. @param {Picture} board @param {Notes} notes @returns {Picture} */
function assumed(board, notes) {
  const spaces = Object.entries(board.spaces).map(([place, content]) => {
    const { terrains = [], crops = [] } = notes[place] ?? {};
    return [place, { terrain: content.terrain ?? (terrains.length === 1 ? terrains[0] : null), crop: content.crop ?? (crops.length === 1 ? crops[0] : null) }];
  });
  return { ...board, spaces: Object.fromEntries(spaces) };
}

/** The spaces of a contradiction, in words. @param {string[]} spaces */
export const inWords = (spaces) => spaces.map(placeName).join(", ");
