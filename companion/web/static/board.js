/** The board as a grid that can be seen, touched, walked with the arrow keys and heard. */

import { h, s } from "./dom.js";
import { CROPS, colourName, cropName, disc, meeple, placeName, terrainLetter, terrainName, tile, tileLetter } from "./pieces.js";
import { signShape } from "./signs.js";
import { t } from "./words.js";

const SPACE = 100;
const EDGE = 56;

/**
 * @typedef {object} Content  what lies on a space
 * @property {string | null} [terrain]
 * @property {number | null} [crop]
 * @property {string | null} [meeple]
 * @property {string | null} [arrow]  direction of the tile's arrow
 *
 * @typedef {object} Picture
 * @property {string[]} elements
 * @property {string[]} animals
 * @property {Record<string, Content>} spaces  by place
 * @property {Record<string, string[]>} [marks]  by place: legal, chosen, alert, hint, premise, seen, unsure, waiting, conflict
 * @property {Record<string, {terrains: string[], crops: number[]}>} [notes]  pencil marks by place
 */

/** What marks say to those who hear the board. */
const SPOKEN_MARKS = () => ({
  legal: t("can be reached"),
  chosen: t("chosen"),
  alert: t("needs a look"),
  hint: t("the coach points here"),
  premise: t("a reason of the coach"),
  waiting: t("waits for the Discovery window"),
  unsure: t("the camera is not sure"),
  conflict: t("your notes contradict each other"),
});

/**
 * A board to be put into the page.
 * @param {{label: string, pick: (place: string) => unknown}} wishes
 */
export function makeBoard({ label, pick }) {
  const svg = s("svg.board", { role: "grid", "aria-label": label });
  const element = h("div.board-frame", null, svg);
  /** @type {Map<string, SVGElement>} */
  const cells = new Map();
  /** @type {string[]} */
  let elements = [];
  /** @type {string[]} */
  let animals = [];
  let current = "";

  svg.addEventListener("click", (event) => {
    const place = placeOf(event.target);
    if (place) {
      focus(place, false);
      pick(place);
    }
  });
  svg.addEventListener("keydown", (event) => {
    const place = placeOf(event.target);
    if (!place) return;
    const next = step(place, event.key);
    if (next) {
      event.preventDefault();
      focus(next, true);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      pick(place);
    }
  });

  /** @param {EventTarget | null} target */
  function placeOf(target) {
    return target instanceof Element ? target.closest("[data-place]")?.getAttribute("data-place") : null;
  }

  /** @param {string} place @param {string} key */
  function step(place, key) {
    const [element, animal] = place.split("/");
    const column = elements.indexOf(element);
    const row = animals.indexOf(animal);
    const moves = {
      ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], ArrowUp: [row - 1, column], ArrowDown: [row + 1, column],
      Home: [row, 0], End: [row, elements.length - 1], PageUp: [0, column], PageDown: [animals.length - 1, column],
    };
    const to = moves[/** @type {keyof typeof moves} */ (key)];
    return to && animals[to[0]] && elements[to[1]] ? `${elements[to[1]]}/${animals[to[0]]}` : null;
  }

  /** @param {string} place @param {boolean} really */
  function focus(place, really) {
    cells.get(current)?.setAttribute("tabindex", "-1");
    current = place;
    cells.get(place)?.setAttribute("tabindex", "0");
    if (really) cells.get(place)?.focus();
  }

  /** @param {Picture} picture */
  function layOut(picture) {
    ({ elements, animals } = picture);
    svg.setAttribute("viewBox", `0 0 ${EDGE + elements.length * SPACE + 4} ${EDGE + animals.length * SPACE + 4}`);
    svg.classList.toggle("long", elements.length > 5);
    cells.clear();
    const heads = elements.map((name, column) => header("columnheader", "element", name, EDGE + column * SPACE + 26, 4));
    const rows = animals.map((animal, row) => s("g", { role: "row" },
      header("rowheader", "animal", animal, 4, EDGE + row * SPACE + 26),
      elements.map((name, column) => {
        const place = `${name}/${animal}`;
        const cell = s("g.space", { role: "gridcell", tabindex: -1, "data-place": place,
          transform: `translate(${EDGE + column * SPACE} ${EDGE + row * SPACE})` });
        cells.set(place, cell);
        return cell;
      })));
    svg.replaceChildren(s("g", { role: "row" }, heads), ...rows);
    focus(cells.has(current) ? current : `${elements[0]}/${animals[0]}`, false);
  }

  /** Show another picture. @param {Picture} picture */
  function show(picture) {
    if (String(picture.elements) !== String(elements) || String(picture.animals) !== String(animals)) layOut(picture);
    for (const [place, cell] of cells) {
      const content = picture.spaces[place] ?? {};
      const marks = picture.marks?.[place] ?? [];
      const notes = picture.notes?.[place];
      const spoken = describe(place, content, marks, notes);
      const key = JSON.stringify([spoken, marks, notes, content]);
      if (cell.getAttribute("data-key") === key) continue;
      cell.setAttribute("data-key", key);
      cell.setAttribute("aria-label", spoken);
      cell.setAttribute("class", ["space", ...marks.map((mark) => `mark-${mark}`)].join(" "));
      cell.setAttribute("aria-selected", String(marks.includes("chosen")));
      cell.replaceChildren(...contents(content, marks, notes));
    }
  }

  return { element, show, focus: (/** @type {string} */ place) => focus(place, true) };
}

/** @param {string} role @param {string} kind @param {string} name @param {number} x @param {number} y */
function header(role, kind, name, x, y) {
  return s("g", { role, "aria-label": t(name), class: `head ${kind}`, transform: `translate(${x} ${y})` },
    s("rect", { width: 48, height: 48, rx: kind === "element" ? 24 : 10 }),
    s("g", { transform: "translate(8 8) scale(1.333)" }, signShape(name)));
}

/** @param {Content} content @param {string[]} marks @param {{terrains: string[], crops: number[]}} [notes] */
function contents(content, marks, notes) {
  const shapes = [s("rect.ground", { x: 1, y: 1, width: 98, height: 98, rx: 8 })];
  if (content.terrain) shapes.push(tile(content.terrain, { letter: false }));
  if (content.crop) shapes.push(disc(content.crop));
  if (content.terrain) shapes.push(tileLetter(content.terrain));
  if (content.arrow) shapes.push(arrow(content.arrow));
  if (content.meeple) shapes.push(meeple(content.meeple, Boolean(content.crop)));
  if (notes) shapes.push(...pencil(content, notes));
  if (marks.length) shapes.push(s("rect.frame", { x: 4, y: 4, width: 92, height: 92, rx: 8 }), ...badges(marks));
  return shapes;
}

/** @param {string[]} marks  a sign in the corner, for those who do not see the frame's colour */
function badges(marks) {
  const names = { alert: "!", hint: "?", premise: "·", unsure: "?", waiting: "…", conflict: "×" };
  const found = marks.find((mark) => mark in names);
  const dot = marks.includes("legal") && s("circle.goal", { cx: 50, cy: 50, r: 13 });
  return [dot, found && s("g.badge", null, s("circle", { cx: 82, cy: 18, r: 15 }),
    s("text", { x: 82, y: 25.5 }, names[/** @type {keyof typeof names} */ (found)]))].filter((shape) => shape instanceof Node);
}

/** @param {string} direction */
function arrow(direction) {
  const turn = { north: 0, east: 90, south: 180, west: 270 }[direction] ?? 0;
  return s("path.arrow", { d: "M50 6 62 22H38z", transform: `rotate(${turn} 50 50)` });
}

/** @param {Content} content @param {{terrains: string[], crops: number[]}} notes */
function pencil(content, notes) {
  const shapes = [];
  if (!content.terrain) {
    notes.terrains.forEach((terrain, index) => shapes.push(
      s("text.pencil", { x: 20 + index * 21, y: 34, class: notes.terrains.length === 1 ? "sure" : "" }, terrainLetter(terrain))));
  }
  if (!content.crop) {
    const sure = notes.crops.length === 1 ? "sure" : "";
    for (const crop of CROPS) {
      if (notes.crops.includes(crop)) shapes.push(s("text.pencil", { x: 14 + (crop - 1) * 18, y: 88, class: sure }, crop));
    }
  }
  return shapes;
}

/** A space in words. @param {string} place @param {Content} content @param {string[]} marks @param {{terrains: string[], crops: number[]}} [notes] */
function describe(place, content, marks, notes) {
  const parts = [];
  if (content.terrain) parts.push(terrainName(content.terrain));
  if (content.crop) parts.push(`${cropName(content.crop)} ${content.crop}`);
  if (content.meeple) parts.push(t("{colour} meeple", { colour: colourName(content.meeple) }));
  if (content.arrow) parts.push(t("arrow to the {direction}", { direction: t(content.arrow) }));
  if (!parts.length) parts.push(t("empty"));
  const pencilled = notes ? [...(content.terrain ? [] : notes.terrains.map(terrainName)), ...(content.crop ? [] : notes.crops)] : [];
  if (pencilled.length) parts.push(t("your notes: {notes}", { notes: pencilled.join(", ") }));
  const words = /** @type {Record<string, string>} */ (SPOKEN_MARKS());
  parts.push(...marks.map((mark) => words[mark]).filter(Boolean));
  return `${placeName(place)}: ${parts.join(", ")}`;
}
