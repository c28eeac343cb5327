/** What the camera sees: the found grid and its readings over the live picture; corners can be dragged. */

import { address, get, put } from "../api.js";
import { button, fill, h, s } from "../dom.js";
import { placeName } from "../pieces.js";
import { t } from "../words.js";

const PAUSE = 700;

/** @param {HTMLElement} root @param {import("../app.js").App} app */
export function show(root, app) {
  /** @type {any} */
  let seen = null;
  /** @type {number[][] | null} */
  let corners = null;
  let dragging = -1;
  let timer = 0;
  let left = false;
  const image = /** @type {HTMLImageElement} */ (h("img", { alt: t("Live picture of the board from above") }));
  const overlay = s("svg", { role: "group", "aria-label": t("Corners of the board") });
  const frame = h("div.camera-frame", null, image, overlay);
  const tasks = h("section.card", { "aria-live": "polite" });
  const words = h("p.help", { role: "status" });
  fill(root, h("div.layout", null, h("div.main-column", null, frame, words), h("div.beside", null,
    h("section.card", null, h("h2", null, t("Corners")), h("p.help", null, t("Drag the four corners onto the outer corners of the grid; with the keyboard, use the arrow keys.")),
      button(t("Find them again"), () => send(null))), tasks)));

  async function refresh() {
    clearTimeout(timer);
    if (left) return;
    if (document.visibilityState === "visible" && dragging < 0) {
      seen = await get("camera").catch(() => null);
      corners = seen?.corners ?? corners;
      await picture();
      draw();
    }
    timer = setTimeout(refresh, PAUSE);
  }

  async function picture() {
    const response = await fetch(address("camera/frame.jpg"), { cache: "no-store", credentials: "same-origin" }).catch(() => null);
    if (!response?.ok) return;
    const old = image.src;
    image.src = URL.createObjectURL(await response.blob());
    await image.decode().catch(() => null);
    if (old) URL.revokeObjectURL(old);
  }

  function draw() {
    const [width, height] = seen?.size ?? [1280, 960];
    overlay.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const { you } = app.store.state;
    fill(words, !you?.member ? t("Only members see the picture: a room may be in it.") : !seen ? t("The camera does not answer.") : seen.unsure?.length ? t("Not sure about: {spaces}", { spaces: seen.unsure.map(placeName).join(", ") }) : "");
    if (dragging >= 0) return;
    const shape = corners ?? [[width * 0.2, height * 0.2], [width * 0.8, height * 0.2], [width * 0.8, height * 0.8], [width * 0.2, height * 0.8]];
    corners = shape;
    fill(overlay, lines(), readings(), shape.map(handle));
  }

  /** The point of the picture at a part of the board's width and height, by the corners' perspective. @param {number} x @param {number} y */
  function at(x, y) {
    const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = /** @type {number[][]} */ (corners);
    const [dx1, dx2, dx3] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
    const [dy1, dy2, dy3] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
    const d = dx1 * dy2 - dx2 * dy1 || 1;
    const [g, f] = [(dx3 * dy2 - dx2 * dy3) / d, (dx1 * dy3 - dx3 * dy1) / d];
    const w = g * x + f * y + 1;
    return [((x1 - x0 + g * x1) * x + (x3 - x0 + f * x3) * y + x0) / w, ((y1 - y0 + g * y1) * x + (y3 - y0 + f * y3) * y + y0) / w];
  }

  const size = () => { const board = app.store.state.table?.game?.view?.board ?? app.store.state.table?.game?.board; return { rows: board?.rows ?? 5, columns: board?.columns ?? 9, board }; };

  function lines() {
    const { rows, columns } = size();
    const path = (/** @type {number[]} */ from, /** @type {number[]} */ to) => `M${from.map(Math.round).join(" ")}L${to.map(Math.round).join(" ")}`;
    const d = [...Array.from({ length: rows + 1 }, (_, row) => path(at(0, row / rows), at(1, row / rows))), ...Array.from({ length: columns + 1 }, (_, column) => path(at(column / columns, 0), at(column / columns, 1)))].join("");
    return [s("path.camera-shadow", { d }), s("path.camera-grid", { d })];
  }

  function readings() {
    const { rows, columns, board } = size();
    return (seen?.grid ?? []).flatMap((/** @type {string[]} */ line, /** @type {number} */ row) => line.map((token, column) => {
      const [x, y] = at((column + 0.5) / columns, (row + 0.5) / rows);
      const place = board ? `${board.elements[column]}/${board.animals[row]}` : "";
      const unsure = seen.unsure?.includes(place);
      return token === ".." && !unsure ? null : s("text.reading", { x, y: y + 9, class: unsure ? "unsure" : "" }, unsure ? `${token}?` : token.replace(".", ""));
    }));
  }

  /** @param {number[]} corner @param {number} index */
  function handle(corner, index) {
    const names = [t("top left"), t("top right"), t("bottom right"), t("bottom left")];
    const knob = s("circle.corner", { cx: corner[0], cy: corner[1], r: (seen?.size?.[0] ?? 1280) / 36, role: "button", tabindex: 0, "aria-label": t("Corner {name}", { name: names[index] }) });
    const move = (/** @type {number[]} */ to) => {
      /** @type {number[][]} */ (corners)[index] = to;
      knob.setAttribute("cx", String(to[0]));
      knob.setAttribute("cy", String(to[1]));
    };
    knob.addEventListener("pointerdown", (event) => {
      knob.setPointerCapture(event.pointerId);
      dragging = index;
    });
    knob.addEventListener("pointermove", (event) => {
      if (dragging !== index) return;
      const box = overlay.getBoundingClientRect();
      const [width, height] = seen?.size ?? [1280, 960];
      move([((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height]);
    });
    knob.addEventListener("pointerup", () => {
      dragging = -1;
      send(corners);
    });
    knob.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: [-4, 0], ArrowRight: [4, 0], ArrowUp: [0, -4], ArrowDown: [0, 4] }[event.key];
      if (!by) return;
      event.preventDefault();
      move([corner[0] + by[0], corner[1] + by[1]]);
      corner = /** @type {number[][]} */ (corners)[index];
      clearTimeout(timer);
      timer = setTimeout(() => send(corners), PAUSE);
    });
    return knob;
  }

  /** @param {number[][] | null} wish */
  async function send(wish) {
    if (!wish) corners = null;
    seen = (await app.busy.run(t("Looking for the board…"), (signal) => put("camera/corners", { corners: wish }, signal))) ?? seen;
    corners = seen?.corners ?? corners;
    draw();
    refresh();
  }

  async function check() {
    const found = await app.busy.job(t("Comparing the board with the scenario…"), "camera/check", {});
    if (!found) return;
    drawCheck(found.tasks.length ? h("ol.list", null, found.tasks.map((/** @type {any} */ task) => h("li", null, task.text))) : h("p.note", null, t("Everything lies where it belongs.")));
  }

  /** @param {Node} [result] */
  function drawCheck(result) {
    fill(tasks, h("h2", null, t("Set-up check")), h("p.help", null, t("Compares what lies on the board with the beginning of the scenario.")), button(t("Check the set-up"), check), result);
  }

  drawCheck();
  refresh();
  return {
    leave() {
      left = true;
      clearTimeout(timer);
      if (image.src) URL.revokeObjectURL(image.src);
    },
  };
}
