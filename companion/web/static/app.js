/** Puts the page together: words, the line to the table, the frame around the views. */

import { get } from "./api.js";
import { makeBusy } from "./busy.js";
import { makeLine } from "./live.js";
import { awaited, mayAct, seatName } from "./game.js";
import { patterns } from "./pieces.js";
import { preferences, wearTheme } from "./preferences.js";
import { makeShell } from "./shell.js";
import { heard, makeStore } from "./state.js";
import { makeVoice } from "./voice.js";
import { speak, t, wished } from "./words.js";

/**
 * @typedef {object} App  what every view is given
 * @property {ReturnType<typeof makeStore>} store
 * @property {ReturnType<typeof makeBusy>} busy
 * @property {ReturnType<typeof makeLine>} line
 * @property {ReturnType<typeof makeVoice>} voice
 * @property {(language: string) => Promise<void>} speak  changes the language of this phone
 * @property {(view: string) => void} go
 */

async function start() {
  wearTheme(preferences.get("theme"));
  const words = speak(preferences.get("language") || wished(), (code) => get(`words/${code}`));
  const store = makeStore();
  const voice = makeVoice();
  const busy = makeBusy(voice);
  const line = makeLine({
    message(message) {
      if (message.type === "job") busy.heard(message);
      else store.set(heard(store.state, message));
    },
    connection(now) {
      if (store.state.connection === now) return;
      store.set({ connection: now });
      if (now === "live") busy.askAgain();
    },
  });
  /** @type {App} */
  const app = {
    store, busy, line, voice,
    go: (view) => { location.hash = `#/${view}`; },
    async speak(language) {
      await speak(language, (code) => get(`words/${code}`));
      shell.draw();
      line.reopen({ anew: true });
    },
  };
  line.open();
  await words;
  const shell = makeShell(app);
  document.body.replaceChildren(patterns(), ...shell.parts, ...voice.regions);
  shell.draw();
  store.listen((state, before) => announce(voice, state, before));
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => null);
}

/**
 * Turns, deeds and alerts, for those who listen.
 * @param {App["voice"]} voice
 * @param {import("./state.js").State} state
 * @param {import("./state.js").State} before
 */
function announce(voice, state, before) {
  if (state.told !== before.told) voice.say(state.told.join(" "));
  const view = state.table?.game?.view;
  const old = before.table?.game?.view;
  if (view && (view.seat !== old?.seat || view.phase !== old?.phase)) {
    const mine = mayAct(state);
    const words = awaited(view, mine);
    voice.say(view.phase === "over" ? words : `${mine ? t("Your turn.") : seatName(state.table, view.seat)} ${words}`);
  }
  const known = new Set(before.table?.look?.alerts?.map((/** @type {any} */ alert) => alert.id));
  for (const alert of state.table?.look?.alerts ?? []) if (!known.has(alert.id)) voice.say(alert.text, true);
  if (state.connection !== before.connection && state.connection === "waiting") voice.say(t("Waiting for the table…"), true);
}

start();
