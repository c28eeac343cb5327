/**
 * A window's button: held until it has filled, then open for as long as it is held.
 *
 *     shut --press--> filling --table: open, or its events--> open
 *      ^                 |                                      |
 *      +---- release, Escape, lost touch, table: closed --------+
 */

import { h } from "./dom.js";
import { post } from "./api.js";
import { sign } from "./signs.js";

/**
 * @param {{
 *   window: "discovery" | "divination",
 *   label: string,
 *   body: () => Record<string, unknown> | null,
 *   app: import("./app.js").App,
 *   changed?: (state: "shut" | "filling") => void,
 * }} wishes  `body` tells what to press; null if there is nothing to open now
 */
export function holdButton({ window: name, label, body, app, changed }) {
  let held = false;
  /** Whether the table has begun to fill for this press: what it says of an earlier one may still be on its way. */
  let begun = false;
  let deaf = () => {};
  const filling = h("span.filling", { "aria-hidden": "true" });
  const element = h("button.hold", { type: "button", class: name, "data-window": name }, filling, sign(name === "discovery" ? "eye" : "star"), h("span", null, label));
  const seconds = () => app.store.state.table?.settings?.hold_time ?? 1;

  async function press() {
    const wish = body();
    if (held || !wish) return;
    [held, begun] = [true, false];
    element.style.setProperty("--hold", `${seconds()}s`);
    element.classList.add("held");
    app.store.set({ window: null });
    deaf = app.store.listen(hear);
    changed?.("filling");
    const pressed = await app.busy.run(label, (signal) => post("windows/press", { window: name, ...wish }, signal));
    if (!pressed) release();
    // Let go before the table had heard of it: say so once more, now that it has.
    else if (!held) post("windows/release").catch(() => null);
  }

  /** @param {import("./state.js").State} state @param {import("./state.js").State} before */
  function hear({ window: message }, before) {
    if (!message || message === before.window) return;
    if (message.state === "refused") app.busy.toast(message.error.text, true);
    if (message.state === "filling" || message.state === "open") begun = true;
    else if (begun || message.state === "refused") release();
  }

  function release() {
    if (!held) return;
    held = false;
    deaf();
    element.classList.remove("held");
    app.store.set({ window: null });
    changed?.("shut");
    post("windows/release").catch(() => null);
  }

  element.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    // Sliding off the button does not let go of it.
    element.setPointerCapture(event.pointerId);
    press();
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) element.addEventListener(end, release);
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("keydown", (event) => {
    if (event.repeat) return event.preventDefault();
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      press();
    } else if (event.key === "Escape") release();
  });
  element.addEventListener("keyup", (event) => {
    if (event.key === " " || event.key === "Enter") release();
  });
  return { element, release, isHeld: () => held };
}
