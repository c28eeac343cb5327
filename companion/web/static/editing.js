/** Puts another deed in the place of an earlier one. */

import { correct } from "./corrections.js";
import { confirmed } from "./dialog.js";
import { choice, field, h } from "./dom.js";
import { CROPS, TERRAINS, cropName, placeName, terrainName } from "./pieces.js";
import { t } from "./words.js";

/** What can be meant instead, by the name of a command's value. @param {any} view @returns {Record<string, [string | number, string][]>} */
function choices(view) {
  const places = Object.keys(placesOf(view)).map((place) => /** @type {[string, string]} */ ([place, placeName(place)]));
  const directions = /** @type {[string, string][]} */ (["north", "east", "south", "west"].map((way) => [way, t(way)]));
  return {
    start: places, to: places, space: places, direction: directions,
    terrain: TERRAINS.map((terrain) => [terrain, terrainName(terrain)]),
    announced: CROPS.map((crop) => [crop, cropName(crop)]),
    seat: view.colours.map((/** @type {string} */ colour, /** @type {number} */ seat) => [seat, t(colour)]),
  };
}

/** @param {any} view @returns {Record<string, true>} */
function placesOf(view) {
  return Object.fromEntries(view.board.animals.flatMap((/** @type {string} */ animal) => view.board.elements.map((/** @type {string} */ element) => [`${element}/${animal}`, true])));
}

/** Ask what was meant, and correct it. @param {import("./app.js").App} app @param {any} entry */
export async function edit(app, entry) {
  const known = choices(app.store.state.table.game.view);
  const names = { start: t("From"), to: t("To"), space: t("Space"), direction: t("Direction"), terrain: t("Terrain"), announced: t("Announced crop"), seat: t("Who gives") };
  let command = { ...entry.command };
  const fields = Object.keys(command).filter((name) => name in known).map((name) =>
    field(names[/** @type {keyof typeof names} */ (name)], choice(known[name], command[name], (value) => {
      command = { ...command, [name]: typeof entry.command[name] === "number" ? Number(value) : value };
    })));
  if (command.kind === "offer") {
    fields.push(h("fieldset", null, h("legend", null, t("Offering")), CROPS.map((crop) => h("label.row", null, h("input", { type: "checkbox", checked: command.tokens.includes(crop), onchange: () => {
      command = { ...command, tokens: command.tokens.includes(crop) ? command.tokens.filter((/** @type {number} */ each) => each !== crop) : [...command.tokens, crop].sort() };
    } }), cropName(crop)))));
  }
  if (!fields.length) return void app.busy.toast(t("There is nothing to change in this deed: take it back instead."));
  if (await confirmed(t("What was meant instead of “{deed}”?", { deed: entry.text }), t("Change it"), ...fields)) {
    await correct(app, { do: "change", index: entry.index, command }, t("Put this in its place?"));
  }
  return undefined;
}
