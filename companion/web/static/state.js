/** The one store of the page: what the table says, what this phone is at the table, and what is on its screen. */

/**
 * @typedef {object} You  what this device is at the table
 * @property {boolean} member
 * @property {string} device
 * @property {number[]} seats
 * @property {boolean} wheel
 * @property {boolean} [asked]
 *
 * @typedef {object} State
 * @property {"connecting" | "live" | "waiting"} connection
 * @property {You | null} you
 * @property {any} table  game, people, settings, look, notices, abilities; null before the first snapshot
 * @property {string[]} told  what happened last, in words
 * @property {any} window  the last message about a window this device holds
 */

/** @type {State} */
const BEGINNING = { connection: "connecting", you: null, table: null, told: [], window: null };

/** @param {Partial<State>} [begin] */
export function makeStore(begin = {}) {
  let state = { ...BEGINNING, ...begin };
  /** @type {Set<(state: State, before: State) => void>} */
  const listeners = new Set();
  return {
    get state() {
      return state;
    },
    /** @param {Partial<State>} changes */
    set(changes) {
      const before = state;
      state = { ...state, ...changes };
      for (const listener of [...listeners]) listener(state, before);
    },
    /** @param {(state: State, before: State) => void} listener @returns {() => void} how to stop listening */
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * The state after a message of the table.
 * @param {State} state
 * @param {any} message
 * @returns {Partial<State>}
 */
export function heard(state, message) {
  switch (message.type) {
    case "you":
      return { you: message };
    case "snapshot":
      return { table: message.table, connection: "live" };
    case "happened":
      return { table: { ...state.table, game: message.game }, told: message.texts };
    case "game":
    case "people":
    case "settings":
    case "look":
    case "notices":
      return { table: { ...state.table, [message.type]: message[message.type] } };
    case "window":
      return { window: message };
    default:
      return {};
  }
}
