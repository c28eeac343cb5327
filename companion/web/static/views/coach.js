/** The coach: hints in three strengths, reasons step by step on the board, and lessons. */

import { get } from "../api.js";
import { makeBoard } from "../board.js";
import { button, fill, h } from "../dom.js";
import { picture } from "../game.js";
import { lesson } from "../lesson.js";
import { placeName } from "../pieces.js";
import { t } from "../words.js";

const STRENGTHS = () => [
  [1, t("Where to look"), t("Names a space where something is certain.")],
  [2, t("How to look"), t("Names the way of thinking that helps there.")],
  [3, t("Why"), t("The whole reason, step by step.")],
];

/** @param {HTMLElement} root @param {import("../app.js").App} app */
export function show(root, app) {
  /** @type {any} */
  let hint = null;
  let step = 0;
  /** @type {any} */
  let game = null;
  const board = makeBoard({ label: t("Board"), pick: () => null });
  const said = h("section.card", { "aria-live": "polite", "aria-label": t("Hint") });
  const hints = h("section.card");
  const lessons = h("section.card");
  const layout = h("div.layout", null, h("div.main-column", null, board.element), h("div.beside", null, said, hints, lessons));

  /** @param {number} strength */
  async function ask(strength) {
    hint = await app.busy.job(t("The coach is thinking…"), "hints", { strength });
    step = 0;
    draw();
    // On a phone the buttons lie below the board.
    if (hint) board.element.scrollIntoView({ block: "nearest" });
  }

  function draw() {
    const { table, you } = app.store.state;
    const drawn = picture(table?.game);
    board.element.hidden = !drawn;
    if (drawn) board.show({ ...drawn, marks: marks() });
    fill(said, drawn ? words() : h("p.help", null, t("Without a game there are lessons.")));
    const may = you?.member && table?.game?.view && table.settings?.hints !== false;
    fill(hints, h("h2", null, t("Hints")), may ? STRENGTHS().map(([strength, name, help]) =>
      h("button.offer", { type: "button", onclick: () => ask(Number(strength)) }, h("strong", null, name), h("span.help", null, help))) : h("p.help", null, whyNot()));
    hints.hidden = !table?.abilities?.coach;
  }

  function whyNot() {
    const { you, table } = app.store.state;
    if (!you?.member) return t("Join with the table’s code to play.");
    return table?.settings?.hints === false ? t("This table plays without hints; see Settings.") : t("Hints are for a game in play.");
  }

  /** The hint, or the step of it that is looked at. */
  function words() {
    if (!hint) return h("p.help", null, t("The coach only knows what everybody can see."));
    const steps = hint.steps ?? [];
    if (!steps.length) return [h("p", null, hint.text), hint.space && h("p.help", null, placeName(hint.space))];
    const go = (/** @type {number} */ by) => () => {
      step += by;
      draw();
    };
    return [h("h2", null, t("Step {step} of {steps}", { step: step + 1, steps: steps.length })), h("p", null, steps[step].text),
      h("div.row", null, button(t("Back"), go(-1), { disabled: step === 0 }), button(t("Next"), go(1), { disabled: step === steps.length - 1, class: "primary" }))];
  }

  function marks() {
    /** @type {Record<string, string[]>} */
    const found = {};
    for (const place of hint?.steps?.[step]?.spaces ?? []) found[place] = ["premise"];
    if (hint?.space) found[hint.space] = ["hint"];
    return found;
  }

  async function drawLessons() {
    const found = await app.busy.run(t("Fetching the lessons…"), (signal) => get("lessons", signal));
    fill(lessons, h("h2", null, t("Lessons")), h("p.help", null, t("A few minutes each, on a small board.")),
      h("ul.stack", null, (found?.lessons ?? []).map((/** @type {any} */ each) => h("li", null, button(each.title, () => take(each.name), { class: "offer" })))));
  }

  /** @param {string} name */
  async function take(name) {
    const whole = await app.busy.run(t("Fetching the lesson…"), (signal) => get(`lessons/${name}`, signal));
    if (whole) fill(root, lesson(whole, app, () => fill(root, layout)));
  }

  fill(root, layout);
  lessons.hidden = true;
  return {
    /** @param {import("../state.js").State} state */
    update(state) {
      if (state.table?.abilities?.lessons && lessons.hidden) {
        lessons.hidden = false;
        drawLessons();
      }
      if (state.table?.game !== game) [hint, step, game] = [null, 0, state.table?.game];
      draw();
    },
  };
}
