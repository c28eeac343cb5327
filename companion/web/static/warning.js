/** The coach's word before a divination that is certainly wrong: to the phone that announces, and to no other. */

import { t } from "./words.js";

/** @param {import("./app.js").App} app @param {string} space @param {number} announced */
export async function warn(app, space, announced) {
  const settings = app.store.state.table?.settings;
  if (settings?.coach !== "teaching" || !settings.warnings) return;
  const found = await app.busy.job(t("The coach is thinking…"), "warnings", { space, announced });
  if (found?.text) app.busy.toast(found.text, true);
}
