/** What this phone alone keeps: its language, its look, its name. A phone that keeps nothing is fine as well. */

const PREFIX = "pachamama.";
const USUAL = /** @type {Record<string, string>} */ ({ language: "", theme: "", name: "", turned: "" });

export const preferences = {
  /** @param {string} name */
  get(name) {
    try {
      return localStorage.getItem(PREFIX + name) ?? USUAL[name] ?? "";
    } catch {
      return USUAL[name] ?? "";
    }
  },
  /** @param {string} name @param {string} value */
  set(name, value) {
    try {
      localStorage.setItem(PREFIX + name, value);
    } catch {
      // A private window may refuse to keep things: it holds until the page is closed.
    }
  },
};

/** Light, dark, or as the phone has it. @param {string} theme */
export function wearTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}
