/** The pencil marks of this phone, one notebook a game. They never leave the phone. */

const PREFIX = "pachamama.notes.";
const KEPT_GAMES = 20;

/**
 * @typedef {{terrains: string[], crops: number[]}} Note
 * @typedef {Record<string, Note>} Notes  by place; a space without a mark is left out
 */

/** @param {string} game @returns {Notes} */
export function loadNotes(game) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + game) ?? "null")?.notes ?? {};
  } catch {
    return {};
  }
}

/** Keep the notes of a game, and forget those of games long past. @param {string} game @param {Notes} notes @returns {boolean} whether the phone keeps them */
export function saveNotes(game, notes) {
  try {
    localStorage.setItem(PREFIX + game, JSON.stringify({ at: Date.now(), notes }));
    forgetOld();
    return true;
  } catch {
    return false;
  }
}

/** The notes with one mark put or rubbed out. @param {Notes} notes @param {string} place @param {"terrains" | "crops"} kind @param {string | number} value @returns {Notes} */
export function toggled(notes, place, kind, value) {
  const note = notes[place] ?? { terrains: [], crops: [] };
  const marks = /** @type {(string | number)[]} */ (note[kind]);
  const changed = marks.includes(value) ? marks.filter((mark) => mark !== value) : [...marks, value];
  return without({ ...notes, [place]: { ...note, [kind]: changed } });
}

/** @param {Notes} notes @returns {Notes} */
function without(notes) {
  return Object.fromEntries(Object.entries(notes).filter(([, note]) => note.terrains.length || note.crops.length));
}

function forgetOld() {
  const kept = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
    .map((key) => ({ key, at: JSON.parse(localStorage.getItem(key) ?? "{}").at ?? 0 })).sort((one, other) => other.at - one.at);
  for (const { key } of kept.slice(KEPT_GAMES)) localStorage.removeItem(key);
}
