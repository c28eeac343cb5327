/**
 * The line to the table: hears every message once and in order, and comes back by itself.
 *
 *     closed --open()--> opening --first message--> live
 *       ^                   |                         |
 *       |                   +---- lost, silent -------+
 *       |                                |
 *     close()                            v
 *       +------------------------- waiting (longer each time; at once when the phone wakes)
 */

import { spoken } from "./words.js";

const SHORTEST = 400;
const LONGEST = 8000;
const PING_EVERY = 15000;
const SILENCE = 40000;

/**
 * @param {{message: (message: any) => void, connection: (now: "connecting" | "live" | "waiting") => void}} told
 */
export function makeLine(told) {
  /** @type {WebSocket | null} */
  let socket = null;
  let wait = SHORTEST;
  let timer = 0;
  let pinging = 0;
  let lastHeard = 0;
  /** Where to resume. */
  let epoch = "";
  let revision = -1;

  function open() {
    clearTimeout(timer);
    drop();
    const query = new URLSearchParams({ lang: spoken() });
    if (epoch && revision >= 0) {
      query.set("epoch", epoch);
      query.set("since", String(revision));
    }
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const fresh = new WebSocket(`${scheme}://${location.host}/api/v1/live?${query}`);
    socket = fresh;
    fresh.onmessage = (event) => {
      if (socket === fresh) hear(JSON.parse(event.data));
    };
    fresh.onclose = (event) => {
      if (socket === fresh) lost(event.code);
    };
    lastHeard = Date.now();
  }

  /** @param {any} message */
  function hear(message) {
    lastHeard = Date.now();
    if (message.type === "pong") return;
    if (message.type === "you") {
      // Another epoch counts anew: what we heard before cannot be resumed.
      if (message.epoch !== epoch) revision = -1;
      epoch = message.epoch;
      if (message.revision === revision) live();
    } else if (message.type === "snapshot") {
      revision = message.revision;
      live();
    } else if (message.revision !== undefined) {
      if (message.revision <= revision) return;
      if (revision >= 0 && message.revision !== revision + 1) {
        // A gap: better everything anew than something missing.
        revision = -1;
        open();
        return;
      }
      revision = message.revision;
      live();
    }
    told.message(message);
  }

  function live() {
    wait = SHORTEST;
    told.connection("live");
  }

  /** @param {number} code */
  function lost(code) {
    drop();
    told.connection("waiting");
    const soon = code === 1012 || code === 4008 ? 0 : wait * (0.8 + Math.random() * 0.4);
    wait = Math.min(wait * 2, LONGEST);
    timer = setTimeout(open, soon);
  }

  function drop() {
    const old = socket;
    socket = null;
    old?.close();
  }

  /** The phone woke up, or has a network again: no reason to wait any longer. */
  function nudge() {
    if (document.visibilityState === "hidden") return;
    if (!socket || Date.now() - lastHeard > SILENCE) {
      wait = SHORTEST;
      open();
    }
  }

  function watch() {
    if (socket?.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
    if (socket && Date.now() - lastHeard > SILENCE) lost(0);
  }

  return {
    open() {
      if (!pinging) {
        pinging = setInterval(watch, PING_EVERY);
        addEventListener("online", nudge);
        document.addEventListener("visibilitychange", nudge);
      }
      open();
    },
    /** Open anew, as after joining; in another language everything is told again. @param {{anew?: boolean}} [how] */
    reopen({ anew = false } = {}) {
      if (anew) revision = -1;
      open();
    },
  };
}
