/** Own drawings of the signs on the board's edges and of the page's buttons, each 24 by 24. */

import { s } from "./dom.js";

/**
 * `fill` is filled, `line` is drawn with a pen of 2, `bold` with one of 3.4, `cut` is taken out of the filling again.
 * @type {Record<string, {fill?: string, line?: string, bold?: string, cut?: string}>}
 */
const SIGNS = {
  // Elements
  river: { line: "M1 6.5c3.6-4 6.4-4 11 0s7.4 4 11 0M1 12.5c3.6-4 6.4-4 11 0s7.4 4 11 0M1 18.5c3.6-4 6.4-4 11 0s7.4 4 11 0" },
  leaf: { fill: "M21 2.5C10 2.5 3.5 8 3.5 16.5c0 1.6.3 2.8.8 4C13 21.5 21.5 16 21 2.5z", cut: "M5 19.5 16.5 7M9 15v-4.5M11 13h5M13.5 10V6.5", line: "M2 22.5 5 19.5" },
  mountain: { fill: "M.8 20.5 9 4l4.6 8.8L16.5 8l6.7 12.5z", cut: "M5.8 11 8 13l1.5-2 2.3 2" },
  fire: { fill: "M13 1c0 4.5 6.5 7 6.5 13.5a7.5 7.5 0 0 1-15 0c0-3.3 1.6-5.5 3.3-7 0 2.3.7 3.5 2 4C9.5 7.5 10.5 4 13 1zM12 20.5a3.2 3.2 0 0 0 3.2-3.2c0-2.2-2-3.3-2.7-5.3-1.6 1.6-3.7 3.1-3.7 5.3A3.2 3.2 0 0 0 12 20.5z" },
  sun: { fill: "M12 6.8a5.2 5.2 0 1 0 0 10.4 5.2 5.2 0 0 0 0-10.4z", line: "M12 1v3M12 20v3M1 12h3M20 12h3M4.2 4.2l2.1 2.1M17.7 17.7l2.1 2.1M4.2 19.8l2.1-2.1M17.7 6.3l2.1-2.1" },
  rainbow: { line: "M2 19.5v-2a10 10 0 0 1 20 0v2M6 19.5v-2a6 6 0 0 1 12 0v2M10 19.5v-2a2 2 0 0 1 4 0v2" },
  cloud: { line: "M7 19a5 5 0 0 1-.7-9.9A6.2 6.2 0 0 1 18.2 9 5 5 0 0 1 17.5 19z" },
  moon: { fill: "M14.5 1.8A10.3 10.3 0 1 0 22 15.5 8.6 8.6 0 0 1 14.5 1.8z" },
  star: { fill: "M12 1.3l3.1 7 7.5.8-5.6 5.1 1.6 7.5L12 17.9l-6.6 3.8L7 14.2 1.4 9.1l7.5-.8z" },
  // Animals
  condor: { fill: "M12 4.2a2 2 0 0 1 1.8 3l1.4 1.3c2.6-.5 4.6-2.2 6-4.8l.7 1.1 1.3-1c.1 5.5-3.4 9.2-8 10.7l2 4.5-2.2-.6-.8 2-2.2-1.6-2.2 1.6-.8-2-2.2.6 2-4.5C4.2 13 .7 9.3.8 3.8l1.3 1 .7-1.1c1.4 2.6 3.4 4.3 6 4.8l1.4-1.3a2 2 0 0 1 1.8-3z" },
  lizard: { fill: "M12.5 1c2 0 3.2 1.6 2.8 3.4L14.3 7c1 2.5.9 5-.4 7.5h-3c-1.2-2.5-1.3-5-.2-7.5L9.7 4.4C9.3 2.6 10.5 1 12.5 1z", line: "M11 8 6.5 6.5 5.5 9.5M14 8l4.5-1.5 1 3M11 12.5l-4 1.5-.5 3M14 12.5l4 1.5.5 3M12.3 13c.4 3-1.8 4.5-.8 7 .9 2.2 3.5 2.7 6 1.5" },
  llama: { fill: "M5 1.5 6.3 3.8h1.6L9.2 1.5l.6 4.7v5h8.4l2.6-2.5.5 3.3-1.3 2.5v8h-2.8v-5.5h-5.4v5.5H9v-7.2c-2.4-.6-3.6-2.2-3.6-4.6V9.3L2.2 8.6 2 6.5l2.4-1.3z" },
  snake: { bold: "M3.5 20.5h10a3.7 3.7 0 0 0 0-7.4H9A3.6 3.6 0 0 1 9 6h6", fill: "M14.5 3h3.3c2 0 3.2 1.4 3.2 3s-1.2 3-3.2 3h-3.3z", line: "M20.5 6h3" },
  turtle: { fill: "M12 1.2c1.7 0 2.7 1.2 2.7 2.8l-.3 1.6c1.3.4 2.3 1.1 3 2l2.3-2.1 2 .6-.6 2.6-2.3 1.6c.3 1 .4 2 .4 3.1 0 1.3-.3 2.5-.7 3.6l2.3 1.7.2 2.6-2.1.5-2-2.3c-1.3 1.3-3 2-4.9 2s-3.6-.7-4.9-2l-2 2.3-2.1-.5.2-2.6L5.5 17c-.4-1.1-.7-2.3-.7-3.6 0-1.1.1-2.1.4-3.1L2.9 8.7l-.6-2.6 2-.6 2.3 2.1c.7-.9 1.7-1.6 3-2L9.3 4c0-1.6 1-2.8 2.7-2.8z", cut: "M12 8.2l3.6 2.4v4.2L12 17.2l-3.6-2.4v-4.2z" },
  // The page
  table: { line: "M3.5 3.5h17v17h-17zM9.2 3.5v17M14.8 3.5v17M3.5 9.2h17M3.5 14.8h17" },
  wheel: { line: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM12 2v6.5M12 15.5V22M2 12h6.5M15.5 12H22" },
  notebook: { line: "M5 3.5h14v17H5zM2.5 7.5h4M2.5 12h4M2.5 16.5h4M10 8.5h6M10 12.5h4" },
  coach: { line: "M9 18h6M10 21.5h4M12 2.5a6.5 6.5 0 0 0-4 11.6c.8.7 1 1.4 1 2.4h6c0-1 .2-1.7 1-2.4a6.5 6.5 0 0 0-4-11.6z" },
  more: { fill: "M5 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM19 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4z" },
  camera: { line: "M3 7.5h4.5L9.5 4.5h5l2 3H21v12H3zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z" },
  scenarios: { line: "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zM8 8h3v3H8zM13 8h3v3h-3zM8 13h3v3H8zM13 13h3v3h-3z" },
  games: { line: "M12 3a9 9 0 1 1-8.5 6M3 4.5V9.5h5M12 7.5V12l3.5 2" },
  settings: { line: "M3 7h9M17 7h4M3 17h4M12 17h9M14.5 4.5v5M9.5 14.5v5" },
  join: { line: "M9 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21c0-4 3-6.5 7-6.5s7 2.5 7 6.5M19 7.5v6M16 10.5h6" },
  eye: { line: "M1.5 12C4 7.5 7.8 5.2 12 5.2S20 7.5 22.5 12C20 16.5 16.2 18.8 12 18.8S4 16.5 1.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z" },
  north: { line: "M12 21V4M5.5 10.5 12 4l6.5 6.5" },
  alert: { line: "M12 3 1.8 20.5h20.4zM12 9.5v5M12 17v1" },
};

/** Names of the signs that exist. */
export const SIGN_NAMES = Object.keys(SIGNS);

/**
 * A sign as a group in a 24 by 24 square, in the current colour. The board's own signs keep their cuts in `--paper`.
 * @param {string} name
 */
export function signShape(name) {
  const { fill, line, bold, cut } = SIGNS[name];
  return s("g.sign", null,
    fill && s("path", { d: fill, class: "sign-fill", "fill-rule": "evenodd" }),
    line && s("path", { d: line, class: "sign-line" }),
    bold && s("path", { d: bold, class: "sign-line sign-bold" }),
    cut && s("path", { d: cut, class: "sign-cut" }));
}

/**
 * A sign as a small picture of its own; said aloud only if it gets a label.
 * @param {string} name
 * @param {string} [label]
 */
export function sign(name, label) {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return s("svg.icon", { viewBox: "0 0 24 24", focusable: "false", ...spoken }, signShape(name));
}
