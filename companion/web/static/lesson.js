/** Somebody taking a lesson: a step tells or asks, an answer gets its feedback. */

import { makeBoard } from "./board.js";
import { button, fill, h } from "./dom.js";
import { spaces } from "./game.js";
import { TERRAINS, cropName, disc, picture, terrainName, tile } from "./pieces.js";
import { t } from "./words.js";

/** @param {any} whole  the lesson @param {import("./app.js").App} app @param {() => void} leave */
export function lesson(whole, app, leave) {
  let at = 0;
  /** @type {"asked" | "missed" | "right"} */
  let mood = "asked";
  const board = makeBoard({ label: t("Board of the lesson"), pick: (place) => {
    if (isPlace(current().choices?.[0])) answer(place);
  } });
  const text = h("section.card", { "aria-live": "polite" });
  const root = h("div.layout", null, h("div.main-column", null, board.element), h("div.beside", null, text, button(t("Leave the lesson"), leave)));
  const current = () => whole.steps[at];

  /** @param {any} given */
  function answer(given) {
    if (mood === "right") return;
    mood = current().answers.map(String).includes(String(given)) ? "right" : "missed";
    draw();
  }

  /** @param {number} by */
  function go(by) {
    [at, mood] = [at + by, "asked"];
    draw();
  }

  function draw() {
    const step = current();
    const drawn = lessonBoard(step);
    board.element.hidden = !drawn;
    if (drawn) board.show(drawn);
    const asked = step.kind === "ask";
    const last = at === whole.steps.length - 1;
    fill(text, h("h2", null, whole.title), h("p.help", null, t("Step {step} of {steps}", { step: at + 1, steps: whole.steps.length })),
      h("p", null, step.text),
      tiles(step),
      asked && choices(step),
      mood === "missed" && h("p.note", null, h("strong", null, t("Not quite.")), " ", step.hint),
      mood === "right" && h("p.note", null, h("strong", null, t("Right!")), " ", step.why),
      h("div.row", null, button(t("Back"), () => go(-1), { disabled: at === 0 }),
        last && (!asked || mood === "right") ? button(t("Finish"), leave, { class: "primary" })
          : button(t("Next"), () => go(1), { disabled: last || (asked && mood !== "right"), class: "primary" })));
  }

  /** @param {any} step */
  function choices(step) {
    if (isPlace(step.choices?.[0])) return h("p.help", null, t("Tap the space on the board."));
    return h("div.choices", { role: "group", "aria-label": t("Answers") }, step.choices.map((/** @type {any} */ choice) =>
      h("button.choice", { type: "button", "data-choice": choice, onclick: () => answer(choice) },
        face(step.ask, choice))));
  }

  /** What an answer looks like. @param {string} ask @param {any} value */
  function face(ask, value) {
    if (ask.endsWith("terrain")) return [picture(tile(value)), h("span", null, terrainName(value))];
    if (ask.endsWith("crop")) return [picture(disc(value)), h("span", null, cropName(value))];
    return h("strong.large", null, value);
  }

  /** Where tiles have to be counted: how many there are in all. @param {any} step */
  function tiles(step) {
    if (!whole.counting || !step.tiles) return null;
    return h("ul.counts", { "aria-label": t("Supply") }, TERRAINS.map((terrain) =>
      h("li", { title: terrainName(terrain) }, picture(tile(terrain)), h("span.unseen", null, `${terrainName(terrain)}: `), h("span", null, step.tiles[terrain]))));
  }

  /** @param {any} step @returns {import("./board.js").Picture | null} */
  function lessonBoard(step) {
    if (!step.grid) return null;
    const shape = { elements: step.elements, animals: step.animals };
    const marked = [...(step.marked ?? []), step.space].filter(Boolean);
    const solved = mood === "right" ? step.answers.filter(isPlace) : [];
    return { ...shape, spaces: spaces(shape, step.grid), marks: Object.fromEntries([...marked.map((place) => [place, ["hint"]]), ...solved.map((/** @type {string} */ place) => [place, ["chosen"]])]) };
  }

  draw();
  return root;
}

/** @param {unknown} value */
const isPlace = (value) => typeof value === "string" && value.includes("/");
