/** Somebody taking a lesson: a step tells or asks, an answer gets its feedback. */

import { makeBoard } from "./board.js";
import { button, fill, h } from "./dom.js";
import { spaces } from "./game.js";
import { TERRAINS, picture, terrainName, tile } from "./pieces.js";
import { t } from "./words.js";

const ELEMENTS = ["river", "leaf", "mountain", "fire", "sun", "rainbow", "cloud", "moon", "star"];
const ANIMALS = ["condor", "lizard", "llama", "snake", "turtle"];

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
        TERRAINS.includes(choice) ? [picture(tile(choice)), h("span", null, terrainName(choice))] : h("strong.large", null, choice))));
  }

  /** @param {any} step @returns {import("./board.js").Picture | null} */
  function lessonBoard(step) {
    if (!step.grid) return null;
    const shape = { elements: ELEMENTS.slice(0, step.grid[0].length), animals: ANIMALS.slice(0, step.grid.length) };
    const marked = [...(step.marked ?? []), step.space].filter(Boolean);
    const solved = mood === "right" ? step.answers.filter(isPlace) : [];
    return { ...shape, spaces: spaces(shape, step.grid), marks: Object.fromEntries([...marked.map((place) => [place, ["hint"]]), ...solved.map((/** @type {string} */ place) => [place, ["chosen"]])]) };
  }

  draw();
  return root;
}

/** @param {unknown} value */
const isPlace = (value) => typeof value === "string" && value.includes("/");
