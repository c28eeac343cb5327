/** Settings of the table with what each means, and those of this phone. */

import { get, put } from "../api.js";
import { choice, field, fill, h } from "../dom.js";
import { preferences, wearTheme } from "../preferences.js";
import { LANGUAGES, spoken, t } from "../words.js";

/** @param {HTMLElement} root @param {import("../app.js").App} app */
export function show(root, app) {
  const ofTable = h("section.card");
  let kept = "";

  /** @param {any} found */
  function drawTable(found) {
    const member = app.store.state.you?.member;
    fill(ofTable, h("h2", null, t("This table")), !member && h("p.help", null, t("Only members change these.")),
      (found?.settings ?? []).map((/** @type {any} */ setting) => {
        const index = setting.choices.findIndex((/** @type {any} */ each) => each.value === setting.value);
        const control = choice(setting.choices.map((/** @type {any} */ each, /** @type {number} */ number) => [number, each.text]), index,
          (chosen) => change({ [setting.name]: setting.choices[Number(chosen)].value }));
        if (!member) control.setAttribute("disabled", "");
        return field(setting.title, control, setting.meaning);
      }));
  }

  /** @param {Record<string, unknown>} wish */
  async function change(wish) {
    const found = await app.busy.run(t("Telling the table…"), (signal) => put("settings", wish, signal));
    if (found) drawTable(found);
    else refresh();
  }

  async function refresh() {
    drawTable(await app.busy.run(t("Asking the table…"), (signal) => get("settings", signal)));
  }

  function ofPhone() {
    const languages = /** @type {[string, string][]} */ (Object.entries(LANGUAGES));
    const themes = /** @type {[string, string][]} */ ([["", t("as the phone")], ["light", t("light")], ["dark", t("dark")]]);
    return h("section.card", null, h("h2", null, t("This phone")),
      field(t("Language"), choice(languages, spoken(), (code) => {
        preferences.set("language", code);
        app.speak(code);
      }), t("Of this phone alone; the wheel has its own.")),
      field(t("Look"), choice(themes, preferences.get("theme"), (theme) => {
        preferences.set("theme", theme);
        wearTheme(theme);
      }), t("Dark is easier on the eyes in the evening.")));
  }

  fill(root, h("div.narrow", null, ofPhone(), ofTable));
  return {
    /** @param {import("../state.js").State} state */
    update(state) {
      const now = JSON.stringify([state.connection, state.you?.member, state.table?.settings]);
      if (now === kept || state.connection !== "live") return;
      kept = now;
      refresh();
    },
  };
}
