/** Questions about the public game that more than one view asks. */

import { colourName } from "./pieces.js";
import { t } from "./words.js";

const TERRAIN_OF = /** @type {Record<string, string>} */ ({ D: "dirt", S: "sand", G: "grass", R: "rock" });

/** A token of a grid as content of a space. @param {string} token @returns {import("./board.js").Content} */
export function content(token) {
  return { terrain: TERRAIN_OF[token[0]] ?? null, crop: Number(token[1]) || null };
}

/** Everything that lies on the board, by place. @param {any} board @param {string[][]} grid @param {Record<string, string>} [meeples] */
export function spaces(board, grid, meeples = {}) {
  /** @type {Record<string, import("./board.js").Content>} */
  const found = {};
  board.animals.forEach((/** @type {string} */ animal, /** @type {number} */ row) =>
    board.elements.forEach((/** @type {string} */ element, /** @type {number} */ column) => {
      const place = `${element}/${animal}`;
      found[place] = { ...content(grid[row][column]), meeple: meeples[place] ?? null };
    }));
  return found;
}

/** The board on the table with nothing but what everybody sees. @param {any} game @returns {import("./board.js").Picture | null} */
export function picture(game) {
  const view = game?.view;
  if (view) return { ...view.board, spaces: spaces(view.board, view.grid, view.meeples) };
  if (!game?.board) return null;
  const start = Object.entries(game.start ?? {}).map(([place, token]) => [place, content(String(token))]);
  return { ...game.board, spaces: Object.fromEntries(start) };
}

/** The legal commands of a kind. @param {any} view @param {string} kind @returns {any[]} */
export function options(view, kind) {
  return view?.options.find((/** @type {any} */ option) => option.kind === kind)?.commands ?? [];
}

/** Whether this device may act in the turn that is being played. @param {import("./state.js").State} state */
export function mayAct({ you, table }) {
  const view = table?.game?.view;
  if (!you?.member || !view || view.phase === "over") return false;
  if (you.wheel || you.seats.includes(view.seat)) return true;
  return !table.people?.seats[view.seat]?.device;
}

/** Whether this device may hold windows open now. @param {import("./state.js").State} state */
export function mayOpen(state) {
  const { you, table } = state;
  if (!you?.member) return false;
  if (you.wheel) return true;
  return !table?.people?.wheel.device && (table?.game?.bare || mayAct(state));
}

/** The name of a side or a seat: a person's, with the colour. @param {any} table @param {number} seat */
export function seatName(table, seat) {
  const colour = table.game.view.colours[seat];
  const name = table.people?.seats.find((/** @type {any} */ each) => each.seat === seat)?.name;
  return name ? t("{name} ({colour})", { name, colour: colourName(colour) }) : colourName(colour);
}

/** The name of a side. @param {string} name  a colour, group or otoma */
export function sideName(name) {
  if (name === "group") return t("your group");
  return name === "otoma" ? t("Otoma") : colourName(name);
}

/** What the game waits for, in words. @param {any} view @param {boolean} mine */
export function awaited(view, mine) {
  const others = {
    spend: t("chooses a tile to spend."), act: t("explores or divines."), discover: t("discovers the terrain."),
    give: t("A tile has to be given."), arrow: t("tells the arrow of the tile."), choose: t("chooses the Otoma that moves."),
    "divine-on": t("may divine again."), offer: t("may make an offering."), "last-divine": t("may make a last divination."),
    "last-offer": t("may make a last offering."), over: t("The game is over."),
  };
  const own = {
    spend: t("Choose the tile to spend."),
    act: t("Tap one of your meeples, or bring in a new one."),
    discover: t("Hold the Discovery window until it has filled."),
    give: t("Say who gives the tile."),
    arrow: t("Tell the arrow of the tile under your meeple."),
    choose: t("Tap the Otoma that moves."),
    "divine-on": t("Divine with another meeple, make an offering, or end the turn."),
    offer: t("Make an offering, or end the turn."),
    "last-divine": t("Divine with one meeple, or pass."),
    "last-offer": t("Make a last offering, or pass."),
    over: t("The game is over."),
  };
  const words = /** @type {Record<string, string>} */ (mine ? own : others);
  return words[view.phase] ?? "";
}

/** Points for so many offered tokens. @param {number} count */
export const worth = (count) => [0, 0, 1, 3, 6, 10][count];
