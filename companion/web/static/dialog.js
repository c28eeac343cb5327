/** Questions and pages that lie over the view until they are answered. */

import { button, h } from "./dom.js";
import { t } from "./words.js";

/**
 * Ask for a yes.
 * @param {string} question
 * @param {string} yes
 * @param {...(Node | null)} more
 * @returns {Promise<boolean>}
 */
export function confirmed(question, yes, ...more) {
  return new Promise((resolve) => {
    const dialog = open(question, more, [
      button(yes, () => dialog.close("yes"), { class: "primary" }),
      button(t("No"), () => dialog.close()),
    ]);
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"));
  });
}

/** Show something to read. @param {string} title @param {...(Node | null)} more */
export function shown(title, ...more) {
  const dialog = open(title, more, [button(t("Close"), () => dialog.close(), { class: "primary" })]);
}

/** @param {string} title @param {(Node | null)[]} more @param {HTMLElement[]} buttons */
function open(title, more, buttons) {
  const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { "aria-labelledby": "dialog-title" },
    h("h2", { id: "dialog-title" }, title), more, h("div.row", null, buttons)));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
