/** The page's sentences: English ones are in the code, others come from the table's catalogue. */

export const LANGUAGES = { en: "English", fr: "Français", de: "Deutsch", it: "Italiano" };
const KEPT = "pachamama.words";

/** @type {Record<string, string | {one: string, many: string}>} */
let catalogue = {};
let code = "en";

/**
 * A sentence in the language of this phone; `{gaps}` are filled by the values.
 * @param {string} sentence
 * @param {Record<string, string | number>} [values]
 */
export function t(sentence, values) {
  const words = catalogue[sentence];
  return filled(typeof words === "string" ? words : sentence, values);
}

/**
 * Like `t` for a sentence whose wording depends on a number, which fills `{count}`.
 * @param {string} one @param {string} many @param {number} count
 * @param {Record<string, string | number>} [values]
 */
export function tn(one, many, count, values) {
  const words = catalogue[one];
  const both = typeof words === "object" ? words : { one, many };
  // French says "0 point" as it says "1 point".
  const single = code === "fr" ? count < 2 : count === 1;
  return filled(single ? both.one : both.many, { count, ...values });
}

/** The language spoken now. */
export const spoken = () => code;

/** The first language of the phone that we speak. @param {readonly string[]} [wishes] */
export function wished(wishes = navigator.languages) {
  const found = wishes.map((wish) => wish.slice(0, 2).toLowerCase()).find((wish) => wish in LANGUAGES);
  return found ?? "en";
}

/**
 * Speak a language. Without the network the words of last time are taken, or English.
 * @param {string} wish
 * @param {(wish: string) => Promise<{words: typeof catalogue}>} fetchWords
 */
export async function speak(wish, fetchWords) {
  // Known at once, so that the table is asked in this language while the words are still on their way.
  code = wish;
  try {
    catalogue = (await fetchWords(wish)).words;
    localStorage.setItem(KEPT, JSON.stringify({ code, catalogue }));
  } catch {
    recall(wish);
  }
  document.documentElement.lang = code;
}

/** @param {string} wish */
function recall(wish) {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    catalogue = kept?.code === wish ? kept.catalogue : {};
  } catch {
    // Damaged words are as good as none: English stays.
    catalogue = {};
  }
  if (!Object.keys(catalogue).length) code = "en";
}

/** @param {string} words @param {Record<string, string | number>} [values] */
function filled(words, values) {
  return values ? words.replace(/\{(\w+)\}/g, (gap, name) => (name in values ? String(values[name]) : gap)) : words;
}
