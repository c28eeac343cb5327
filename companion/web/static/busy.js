/** Shows what takes longer than half a second, with a way to cancel it; and says what was refused. */

import { h, button, fill } from "./dom.js";
import { Refusal, get, post, remove } from "./api.js";
import { t } from "./words.js";

const SHOW_AFTER = 500;

/** @param {{say: (text: string, urgent?: boolean) => void}} voice */
export function makeBusy(voice) {
  const strip = h("div.busy", { role: "status" });
  const notes = h("div.toasts", { role: "log", "aria-live": "off" });
  /** @type {Map<string, {running: (message: any) => void, end: (message: any) => void}>} */
  const jobs = new Map();
  /** @type {Map<string, any>} */
  const early = new Map();

  /** @param {string} label @param {() => void} cancel */
  function show(label, cancel) {
    const words = h("span", null, label);
    const meter = h("progress", { "aria-label": label });
    const row = h("div.busy-row", null, meter, words, button(t("Cancel"), cancel));
    const timer = setTimeout(() => strip.append(row), SHOW_AFTER);
    return {
      /** @param {any} message */
      tell(message) {
        if (message.text) words.textContent = message.text;
        if (message.of) {
          meter.setAttribute("max", message.of);
          meter.setAttribute("value", message.done);
        }
      },
      end() {
        clearTimeout(timer);
        row.remove();
      },
    };
  }

  /** A sentence on the screen for a while; refusals are said at once. @param {string} text @param {boolean} [urgent] */
  function toast(text, urgent = false) {
    const note = h("div.toast", { class: urgent ? "urgent" : "" }, h("span", null, text), button("×", () => note.remove(), { "aria-label": t("Close") }));
    fill(notes, note);
    voice.say(text, urgent);
    setTimeout(() => note.remove(), urgent ? 9000 : 5000);
  }

  /**
   * Do something that may take a while; undefined if it was refused or cancelled, which is then said.
   * @template Result
   * @param {string} label
   * @param {(signal: AbortSignal) => Promise<Result>} task
   * @returns {Promise<Result | undefined>}
   */
  async function run(label, task) {
    const stop = new AbortController();
    const shown = show(label, () => stop.abort());
    try {
      return await task(stop.signal);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code !== "cancelled") toast(error.message, true);
      return undefined;
    } finally {
      shown.end();
    }
  }

  /**
   * Have the table do something long; its result, or undefined if it was refused or cancelled.
   * @param {string} label @param {string} path @param {unknown} body
   */
  async function job(label, path, body) {
    const begun = await run(label, (signal) => post(path, body, signal));
    if (!begun) return undefined;
    const number = begun.job;
    const shown = show(label, () => {
      remove(`jobs/${number}`).catch(() => null);
      finish({ job: number, state: "cancelled" });
    });
    const result = await new Promise((resolve) => {
      jobs.set(number, { running: shown.tell, end: resolve });
      if (early.has(number)) finish(early.get(number));
    });
    shown.end();
    if (result.state === "done") return { job: number, ...result.result };
    if (result.error) toast(result.error.text, true);
    return undefined;
  }

  /** A message about a job. @param {any} message */
  function heard(message) {
    const waiting = jobs.get(message.job);
    if (message.state !== "running") waiting ? finish(message) : early.set(message.job, message);
    else waiting?.running(message);
  }

  /** @param {any} message */
  function finish(message) {
    const waiting = jobs.get(message.job);
    jobs.delete(message.job);
    early.delete(message.job);
    waiting?.end(message);
  }

  /** After a break: whatever became of our jobs. */
  async function askAgain() {
    for (const number of [...jobs.keys()]) {
      const message = await get(`jobs/${number}`).catch(() => ({ job: number, state: "lost" }));
      heard({ ...message, job: number });
    }
  }

  return { strip, notes, run, job, toast, heard, askAgain };
}
