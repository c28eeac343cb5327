/** Types in a disc of the box, space by space; whoever does it does not play that round. */

import { post } from "./api.js";
import { makeBoard } from "./board.js";
import { button, choice, field, fill, h } from "./dom.js";
import { CROPS, TERRAINS, cropName, disc, picture, placeName, terrainName, tile } from "./pieces.js";
import { t } from "./words.js";

const ELEMENTS = ["river", "leaf", "mountain", "fire", "sun", "rainbow", "cloud", "moon", "star"];
const ANIMALS = ["condor", "lizard", "llama", "snake", "turtle"];
const OTOMA = ["brown", "white", "green", "blue", "purple", "yellow"];

/** @param {import("./app.js").App} app @param {() => void} leave */
export function transcribe(app, leave) {
  let size = "short";
  let name = "";
  let chosen = "river/condor";
  /** @type {Record<string, {terrain: string, crop: number, start: boolean, otoma: string}>} */
  let typed = {};
  /** @type {{text: string, spaces: string[]}[]} */
  let slips = [];
  const board = makeBoard({ label: t("The disc"), pick: (place) => { chosen = place; draw(); } });
  const keys = h("section.card");
  const wrong = h("section.alerts", { "aria-live": "polite" });
  const head = h("section.card");
  const root = h("div.layout", null, h("div.main-column", null, h("p.note", null, t("The front of a disc is the solution: hide this screen from the players.")), board.element, wrong), h("div.beside", null, keys, head));
  const elements = () => ELEMENTS.slice(0, size === "short" ? 5 : 9);
  const entry = () => typed[chosen] ?? { terrain: "", crop: 0, start: false, otoma: "" };

  /** @param {Partial<ReturnType<typeof entry>>} change */
  function type(change) {
    typed = { ...typed, [chosen]: { ...entry(), ...change } };
    slips = [];
    draw();
  }

  function draw() {
    const spaces = Object.fromEntries(Object.entries(typed).map(([place, { terrain, crop, otoma }]) => [place, { terrain: terrain || null, crop: crop || null, meeple: otoma || null }]));
    /** @type {Record<string, string[]>} */
    const marks = { [chosen]: ["chosen"] };
    for (const slip of slips) for (const place of slip.spaces) (marks[place] ??= []).push("alert");
    board.show({ elements: elements(), animals: ANIMALS, spaces, marks });
    fill(wrong, slips.map((slip) => h("article.alert", null, h("p", null, h("strong", null, slip.text)))));
    drawKeys();
  }

  function drawKeys() {
    const now = entry();
    const key = (/** @type {string} */ label, /** @type {SVGElement} */ shape, /** @type {boolean} */ on, /** @type {() => void} */ act) =>
      h("button.choice", { type: "button", "aria-pressed": String(on), onclick: act }, picture(shape), h("span", null, label));
    fill(keys, h("h2", null, placeName(chosen)),
      h("div.choices.four", null, TERRAINS.map((terrain) => key(terrainName(terrain), tile(terrain), now.terrain === terrain, () => type({ terrain })))),
      h("div.choices", null, CROPS.map((crop) => key(cropName(crop), disc(crop), now.crop === crop, () => type({ crop })))),
      h("label.row", null, h("input", { type: "checkbox", checked: now.start, onchange: () => type({ start: !now.start }) }), t("lies there from the beginning")),
      now.start && size === "long" && field(t("Otoma there"), choice([["", t("none")], ...OTOMA.map((colour) => /** @type {[string, string]} */ ([colour, t(colour)]))], now.otoma, (otoma) => type({ otoma }))),
      button(t("Next space"), next, { class: "primary" }));
  }

  function next() {
    const places = ANIMALS.flatMap((animal) => elements().map((element) => `${element}/${animal}`));
    chosen = places[(places.indexOf(chosen) + 1) % places.length];
    draw();
  }

  async function send() {
    const grid = ANIMALS.map((animal) => elements().map((element) => {
      const { terrain = "", crop = 0 } = typed[`${element}/${animal}`] ?? {};
      return `${terrain ? terrain[0].toUpperCase() : "."}${crop || "."}`;
    }));
    const start = Object.keys(typed).filter((place) => typed[place].start);
    const otoma = Object.fromEntries(start.filter((place) => typed[place].otoma).map((place) => [typed[place].otoma, place]));
    const made = await app.busy.run(t("Checking the disc…"), async (signal) => {
      try {
        return await post("scenarios/transcribe", { name: name.trim(), board: size, grid, start, otoma }, signal);
      } catch (error) {
        slips = /** @type {any} */ (error).body?.slips ?? [];
        draw();
        throw error;
      }
    });
    if (!made) return;
    app.busy.toast(t("{name} is on the shelf now.", { name: made.name }));
    leave();
  }

  fill(head, h("h2", null, t("Transcribe a disc")),
    field(t("Name of the disc"), h("input", { maxlength: 40, oninput: (/** @type {any} */ event) => { name = event.target.value; } })),
    field(t("Board"), choice([["short", t("short")], ["long", t("long")]], size, (wish) => { [size, chosen, typed] = [wish, "river/condor", {}]; draw(); })),
    h("div.row", null, button(t("Check and keep it"), send, { class: "primary" }), button(t("Leave"), leave)));
  draw();
  return root;
}
