/** What the referee says: alerts with their buttons, and moves it has seen and asks about. */

import { post } from "./api.js";
import { button, h } from "./dom.js";
import { sign } from "./signs.js";
import { t } from "./words.js";

/**
 * @param {any} look
 * @param {import("./app.js").App} app
 * @param {(spaces: string[]) => void} show  highlights spaces and brings the board into sight
 */
export function alerts(look, app, show) {
  const member = app.store.state.you?.member;
  const send = (/** @type {string} */ path) => app.busy.run(t("Telling the table…"), (signal) => post(path, {}, signal));
  const cards = (look?.alerts ?? []).map((/** @type {any} */ alert) => h("article.alert", null,
    sign("alert"),
    h("div", null, h("p", null, h("strong", null, alert.text)), alert.remedy && h("p", null, alert.remedy)),
    h("div.row", null,
      button(t("Show"), () => show(alert.spaces)),
      member && button(t("Done"), () => send(`alerts/${alert.id}/done`), { class: "primary" }),
      member && alert.acceptable && button(t("On purpose"), () => send(`alerts/${alert.id}/accept`)))));
  const proposals = (look?.proposals ?? []).map((/** @type {any} */ proposal) => h("article.proposal", null,
    sign("camera"), h("p", null, proposal.text),
    h("div.row", null,
      proposal.space && button(t("Show"), () => show([proposal.space])),
      member && button(t("Yes, that was it"), () => send(`proposals/${proposal.id}/yes`), { class: "primary" }))));
  const none = member && proposals.length ? button(t("None of these"), () => send("proposals/no")) : null;
  return [look?.blind && h("p.note", null, t("The camera cannot see the board now.")), ...cards, ...proposals, none].filter(Boolean);
}
