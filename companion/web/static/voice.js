/** Says aloud, to those who listen to the page, what others see change. */

import { h } from "./dom.js";

export function makeVoice() {
  const calm = h("div.unseen", { "aria-live": "polite", id: "voice" });
  const urgent = h("div.unseen", { "aria-live": "assertive", id: "alarm" });
  return {
    regions: [calm, urgent],
    /** @param {string} text @param {boolean} [now]  interrupts what is being said */
    say(text, now = false) {
      const line = h("p", null, text);
      const region = now ? urgent : calm;
      region.append(line);
      while (region.children.length > 4) region.firstChild?.remove();
    },
  };
}
