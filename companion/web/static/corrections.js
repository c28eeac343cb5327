/** Takes back or changes what has been entered; shows first what would no longer fit. */

import { get, post } from "./api.js";
import { confirmed } from "./dialog.js";
import { h } from "./dom.js";
import { t } from "./words.js";

/** Take back the last deed. @param {import("./app.js").App} app */
export async function takeBack(app) {
  const history = await app.busy.run(t("Looking at what was done…"), (signal) => get("history", signal));
  const last = history?.entries.filter((/** @type {any} */ entry) => entry.standing === "done" && entry.command.kind !== "set-up").at(-1);
  if (last) await correct(app, { do: "undo", index: last.index }, t("Take back: {deed}?", { deed: last.text }));
}

/**
 * Try a correction, ask with its consequences, and do it.
 * @param {import("./app.js").App} app
 * @param {{do: string, index: number, command?: any}} correction
 * @param {string} question
 * @returns {Promise<boolean>} whether it was done
 */
export async function correct(app, correction, question) {
  const body = { ...correction, entries: app.store.state.table.game.entries };
  const tried = await app.busy.run(t("Trying it out…"), (signal) => post("corrections/try", body, signal));
  if (!tried) return false;
  const misfits = tried.misfits.length ? h("div", null, h("p", null, t("Then these no longer fit, and have no effect:")),
    h("ul", null, tried.misfits.map((/** @type {any} */ misfit) => h("li", null, `${misfit.index}: ${misfit.error.text}`)))) : null;
  if (!(await confirmed(question, t("Yes"), misfits))) return false;
  return Boolean(await app.busy.run(t("Correcting…"), (signal) => post("corrections", body, signal)));
}
