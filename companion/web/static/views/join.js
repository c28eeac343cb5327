/** Joining the table with its code, and taking a seat or the wheel. */

import { post, remove } from "../api.js";
import { button, field, fill, h } from "../dom.js";
import { colourName, meeple, picture } from "../pieces.js";
import { preferences } from "../preferences.js";
import { sign } from "../signs.js";
import { t } from "../words.js";

/** @param {HTMLElement} root @param {import("../app.js").App} app */
export function show(root, app) {
  let sent = "";
  let kept = "";

  /** @param {import("../state.js").State} state */
  function update(state) {
    const now = JSON.stringify([state.you, state.table?.people, sent]);
    if (now === kept) return;
    kept = now;
    if (!state.you) fill(root, h("p.empty", null, t("Waiting for the table…")));
    else fill(root, state.you.member ? seats(state) : codeForm());
  }

  function codeForm() {
    const name = /** @type {HTMLInputElement} */ (h("input", { autocomplete: "given-name", maxlength: 24, value: preferences.get("name") }));
    const code = /** @type {HTMLInputElement} */ (h("input.code", { inputmode: "numeric", pattern: "[0-9]*", autocomplete: "one-time-code", maxlength: 6, required: true }));
    const join = async (/** @type {Event} */ event) => {
      event.preventDefault();
      preferences.set("name", name.value);
      const you = await app.busy.run(t("Joining…"), (signal) => post("join", { code: code.value.trim(), name: name.value.trim() }, signal));
      if (you) welcome(you);
      else code.select();
    };
    const ask = async () => {
      preferences.set("name", name.value);
      const asked = await app.busy.run(t("Asking the wheel…"), (signal) => post("join/ask", { name: name.value.trim() }, signal));
      if (!asked) return;
      sent = asked.sign;
      app.line.reopen();
      update(app.store.state);
    };
    return h("form.card.narrow", { onsubmit: join, novalidate: true },
      h("h2", null, t("Join the table")),
      h("p", null, t("Everybody in the network may watch. To play, enter the code that the wheel shows: menu, Join by phone.")),
      field(t("Your name"), name),
      field(t("Code of the table (6 digits)"), code),
      h("button.primary", { type: "submit" }, t("Join")),
      sent ? h("p.note", { role: "status" }, t("The wheel asks whether to let you in. Your number is {number}: confirm it there.", { number: sent }))
        : button(t("No code? Ask at the wheel"), ask));
  }

  /** @param {any} you */
  function welcome(you) {
    app.store.set({ you });
    app.line.reopen();
    app.voice.say(t("You have joined the table."));
  }

  /** @param {import("../state.js").State} state */
  function seats(state) {
    const { people } = state.table ?? {};
    const run = (/** @type {() => Promise<unknown>} */ task) => app.busy.run(t("Telling the table…"), task);
    const holder = (/** @type {any} */ who, /** @type {string} */ path) => {
      if (who.device === state.you?.device) return [h("strong", null, t("yours")), button(t("Let go"), () => run(() => remove(path)))];
      if (!who.device) return [h("span", null, t("free")), button(t("Take it"), () => run(() => post(path)), { class: "primary" })];
      return [h("span", null, who.here ? who.name ?? "?" : t("{name}, away", { name: who.name ?? "?" })), button(t("Ask at the wheel"), () => run(() => post(`${path}/ask`)))];
    };
    return h("div.narrow", null,
      h("section.card", null, h("h2", null, t("Seats")),
        people?.seats.length ? h("ul.people", null, people.seats.map((/** @type {any} */ seat) => h("li", null, picture(meeple(seat.colour)),
          h("span.grow", null, colourName(seat.colour)), holder(seat, `seats/${seat.seat}`)))) : h("p.help", null, t("There are seats as soon as a game has begun.")),
        h("p.help", null, t("Whoever has a seat is the only one who acts in its turns. In the turns of a free seat every member may act."))),
      people && h("section.card", null, h("h2", null, t("Wheel")),
        h("ul.people", null, h("li", null, sign("wheel"), h("span.grow", null, t("The wheel on a phone")), holder(people.wheel, "wheel"))),
        h("p.help", null, t("For tables without the device: this phone alone then opens the windows."))),
      h("section.card", null, h("h2", null, t("Leave")),
        button(t("Leave the table"), async () => {
          await run(() => remove("me"));
          app.line.reopen();
        })));
  }

  return { update };
}
