/** What whoever's turn it is can do now, as buttons below the board. */

import { post } from "./api.js";
import { button, h } from "./dom.js";
import { mayOpen, options, seatName, worth } from "./game.js";
import { holdButton } from "./hold.js";
import { COLOURS, CROPS, colourName, cropName, disc, meeple, picture, placeName, terrainName, tile } from "./pieces.js";
import { sign } from "./signs.js";
import { warn } from "./warning.js";
import { t, tn } from "./words.js";

const DIRECTIONS = ["north", "east", "south", "west"];

/**
 * @typedef {object} Selection  what has been tapped and is not done yet
 * @property {string | null} from  the meeple's place, or "new"
 * @property {number | null} crop  announced
 * @property {number[]} tokens  to be offered
 * @property {string | null} arrow  colour of the arrow being told
 *
 * @typedef {object} Hand
 * @property {import("./app.js").App} app
 * @property {Selection} selection
 * @property {(change: Partial<Selection>) => void} select
 * @property {(command: any) => Promise<unknown>} give
 */

/** @type {Selection} */
export const NOTHING = { from: null, crop: null, tokens: [], arrow: null };

/** Gives a command to the game. @param {import("./app.js").App} app @param {any} command */
export function give(app, command) {
  const entries = app.store.state.table.game.entries;
  return app.busy.run(t("Telling the table…"), (signal) => post("commands", { command, entries }, signal));
}

/** The buttons of this moment. @param {Hand} hand @returns {(Node | null | false)[]} */
export function actions(hand) {
  const view = hand.app.store.state.table.game.view;
  return [
    ...spending(hand, view), ...arrows(hand, view), ...giving(hand, view),
    exploring(hand, view), ...chosenMeeple(hand, view), divining(hand, view), discovering(hand, view),
    offering(hand, view), h("div.row", null, ending(hand, view)),
  ];
}

/** @param {Hand} hand @param {any} view */
function exploring({ selection, select }, view) {
  const left = view.meeples_left[view.player];
  if (!options(view, "enter").length) return null;
  const on = selection.from === "new";
  return h("div.row", null, h("button", { type: "button", "aria-pressed": String(on), onclick: () => select({ from: on ? null : "new" }) },
    picture(meeple(view.player)), h("span", null, t("New meeple ({count} left)", { count: left }))));
}

/** @param {Hand} hand @param {any} view */
function chosenMeeple({ selection, give }, view) {
  const back = options(view, "retrieve").find((command) => command.space === selection.from);
  return back ? [h("div.row", null, button(t("Take this meeple back"), () => give(back)))] : [];
}

/** @param {Hand} hand @param {any} view */
function divining(hand, view) {
  const { app, selection, select } = hand;
  const able = [...new Set(options(view, "divine").map((command) => command.space))];
  if (!able.length) return null;
  const place = able.length === 1 && view.phase !== "act" ? able[0] : selection.from;
  if (!place || !able.includes(place)) {
    return view.phase === "act" ? h("p.help", null, t("To divine, tap a meeple of yours that stands on bare terrain.")) : h("p.help", null, t("Tap the meeple that divines."));
  }
  const open = mayOpen(app.store.state);
  const hold = holdButton({ window: "divination", label: t("Hold: Divination"), app,
    body: () => (selection.crop ? { space: place, announced: selection.crop } : (app.busy.toast(t("First choose the crop you announce."), true), null)) });
  return h("section.divining.card", { "aria-label": t("Divine") },
    h("h2", null, t("Divine {place}", { place: placeName(place) })),
    cropChoice(selection.crop, (crop) => {
      select({ crop });
      warn(app, place, crop);
    }),
    open ? hold.element : h("p.help", null, t("Announce your crop. Whoever has the wheel holds the window open.")));
}

/** @param {number | null} chosen @param {(crop: number) => void} choose */
export function cropChoice(chosen, choose) {
  return h("div.choices", { role: "group", "aria-label": t("Announced crop") }, CROPS.map((crop) =>
    h("button.choice", { type: "button", "aria-pressed": String(chosen === crop), onclick: () => choose(crop) }, picture(disc(crop)), h("span", null, cropName(crop)))));
}

/** @param {Hand} hand @param {any} view */
function discovering({ app }, view) {
  if (!view.waiting) return null;
  const place = placeName(view.waiting);
  if (!mayOpen(app.store.state)) return h("p.help", null, t("Whoever has the wheel holds the Discovery window for {place}.", { place }));
  const hold = holdButton({ window: "discovery", label: t("Hold: Discovery"), app, body: () => ({ space: view.waiting }) });
  return h("section.card", { "aria-label": t("Discover") }, h("h2", null, t("Discover {place}", { place })), hold.element);
}

/** @param {Hand} hand @param {any} view */
function offering({ selection, select, give }, view) {
  const offers = options(view, "offer");
  if (!offers.length) return null;
  const owned = CROPS.filter((crop) => offers.some((command) => command.tokens.includes(crop)));
  const chosen = selection.tokens.filter((crop) => owned.includes(crop));
  const toggle = (/** @type {number} */ crop) =>
    select({ tokens: chosen.includes(crop) ? chosen.filter((each) => each !== crop) : [...chosen, crop].sort() });
  return h("section.card", { "aria-label": t("Offering") }, h("h2", null, t("Offering")),
    h("div.choices", null, owned.map((crop) => h("button.choice", { type: "button", "aria-pressed": String(chosen.includes(crop)), onclick: () => toggle(crop) },
      picture(disc(crop)), h("span", null, cropName(crop))))),
    button(tn("Offer for {count} point", "Offer for {count} points", worth(chosen.length)),
      () => give({ kind: "offer", tokens: chosen }), { disabled: !chosen.length, class: "primary" }));
}

/** @param {Hand} hand @param {any} view */
function spending({ give }, view) {
  return grouped(t("Spend a tile"), options(view, "spend-tile").map((command) =>
    h("button.choice", { type: "button", onclick: () => give(command) }, picture(tile(command.terrain)), h("span", null, terrainName(command.terrain)))));
}

/** @param {Hand} hand @param {any} view */
function giving({ app, give }, view) {
  return grouped(t("Who gives the tile?"), options(view, "give-tile").map((command) =>
    button(seatName(app.store.state.table, command.seat), () => give(command))));
}

/** The arrow of a tile: its direction, and in a solo game its colour first. @param {Hand} hand @param {any} view */
function arrows({ selection, select, give }, view) {
  const seen = options(view, "arrow-seen");
  if (!seen.length) return [];
  const coloured = seen.some((command) => command.colour);
  const colours = !coloured ? [] : grouped(t("Colour of the arrow"), COLOURS.map((colour) =>
    h("button.choice", { type: "button", "aria-pressed": String(selection.arrow === colour), onclick: () => select({ arrow: colour }) },
      picture(meeple(colour)), h("span", null, colourName(colour)))));
  const ways = grouped(t("Direction of the arrow"), DIRECTIONS.map((direction) =>
    h("button.choice", { type: "button", disabled: coloured && !selection.arrow,
      onclick: () => give({ kind: "arrow-seen", direction, colour: coloured ? selection.arrow : null }) },
      h("span", { class: `turned-${direction}` }, sign("north")), h("span", null, t(direction)))));
  return [...colours, ...ways];
}

/** @param {Hand} hand @param {any} view */
function ending({ give }, view) {
  const names = { "end-turn": t("End the turn"), pass: t("Pass") };
  return Object.entries(names).map(([kind, label]) => {
    const [command] = options(view, kind);
    return command ? button(label, () => give(command)) : null;
  });
}

/** @param {string} title @param {HTMLElement[]} buttons */
function grouped(title, buttons) {
  return buttons.length ? [h("section.card", { "aria-label": title }, h("h2", null, title), h("div.choices", null, buttons))] : [];
}
