/** The wheel's two rings, turned by finger or by arrow keys: elements outside, animals inside. */

import { s } from "./dom.js";
import { signShape } from "./signs.js";
import { t } from "./words.js";

const MIDDLE = 200;

/**
 * @param {{elements: string[], animals: string[], chosen: () => {element: string, animal: string},
 *          turned: (kind: "element" | "animal", name: string) => void}} wishes
 */
export function makeRings({ elements, animals, chosen, turned }) {
  const outer = ring("element", elements, 166, 60, t("Outer ring: element"));
  const inner = ring("animal", animals, 104, 56, t("Inner ring: animal"));
  /** What an open window shows lies in the middle, as on the cardboard. */
  const centre = s("g.centre", { transform: "translate(146 146) scale(1.08)", "aria-hidden": "true" });
  const svg = s("svg.rings", { viewBox: "0 0 400 400", role: "group", "aria-label": t("The wheel") },
    s("circle.rings-ground", { cx: MIDDLE, cy: MIDDLE, r: 199 }),
    outer.element, inner.element, centre,
    s("path.pointer", { d: "M200 2 212 -8 188 -8z", transform: "translate(0 10)" }),
    s("path.pointer-frame", { d: "M170 4h60v130h-60z" }));

  /** @param {"element" | "animal"} kind @param {string[]} names @param {number} radius @param {number} size @param {string} label */
  function ring(kind, names, radius, size, label) {
    const step = 360 / names.length;
    let angle = 0;
    const signs = names.map((name, index) => s("g.ring-sign", { "data-name": name },
      s("circle", { r: size / 2 - 2 }), s("g", { transform: "translate(-15 -15) scale(1.25)" }, signShape(name))));
    const disk = s("g", { class: `ring-${kind}`, role: "slider", tabindex: 0, "aria-label": label, "aria-valuemin": 0, "aria-valuemax": names.length - 1 },
      s("circle.ring-band", { cx: MIDDLE, cy: MIDDLE, r: radius, "stroke-width": size }), signs);

    /** @param {number} wish  degrees by which the ring is turned */
    function place(wish) {
      angle = wish;
      signs.forEach((shape, index) => {
        const at = ((angle + index * step - 90) * Math.PI) / 180;
        shape.setAttribute("transform", `translate(${(MIDDLE + radius * Math.cos(at)).toFixed(1)} ${(MIDDLE + radius * Math.sin(at)).toFixed(1)})`);
      });
    }

    const atPointer = () => ((Math.round(-angle / step) % names.length) + names.length) % names.length;

    function tell() {
      const name = names[atPointer()];
      disk.setAttribute("aria-valuenow", String(atPointer()));
      disk.setAttribute("aria-valuetext", t(name));
      for (const shape of signs) shape.classList.toggle("at-pointer", shape.getAttribute("data-name") === name);
      return name;
    }

    /** @param {string} name */
    function show(name) {
      const index = names.indexOf(name);
      // The nearest of the ways round.
      const turns = Math.round((angle + index * step) / 360);
      place(turns * 360 - index * step);
      tell();
    }

    /** @param {number} steps */
    function turn(steps) {
      const count = names.length;
      turned(kind, names[(((atPointer() + steps) % count) + count) % count]);
    }

    disk.addEventListener("keydown", (event) => {
      const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      if (!steps) return;
      event.preventDefault();
      turn(steps);
    });
    disk.addEventListener("wheel", (event) => {
      event.preventDefault();
      turn(Math.sign(event.deltaY));
    }, { passive: false });
    dragged(disk, (by) => { place(angle + by); tell(); }, (moved, target) => {
      const tapped = !moved && target.closest("[data-name]")?.getAttribute("data-name");
      turned(kind, tapped || names[atPointer()]);
    });
    return { element: disk, show };
  }

  function show() {
    const { element, animal } = chosen();
    outer.show(element);
    inner.show(animal);
  }

  /** @param {SVGElement} disk @param {(by: number) => void} drag @param {(moved: boolean, target: Element) => void} end */
  function dragged(disk, drag, end) {
    /** @type {number | null} */
    let last = null;
    let way = 0;
    /** @type {Element} */
    let target = disk;
    const bearing = (/** @type {PointerEvent} */ event) => {
      const box = svg.getBoundingClientRect();
      return (Math.atan2(event.clientY - box.top - box.height / 2, event.clientX - box.left - box.width / 2) * 180) / Math.PI;
    };
    disk.addEventListener("pointerdown", (event) => {
      disk.setPointerCapture(event.pointerId);
      [last, way, target] = [bearing(event), 0, /** @type {Element} */ (event.target)];
    });
    disk.addEventListener("pointermove", (event) => {
      if (last === null) return;
      const now = bearing(event);
      const by = ((now - last + 540) % 360) - 180;
      [last, way] = [now, way + Math.abs(by)];
      drag(by);
    });
    for (const name of ["pointerup", "pointercancel"]) {
      disk.addEventListener(name, () => {
        if (last === null) return;
        last = null;
        end(way > 6, target);
      });
    }
  }

  show();
  return { element: svg, show, reveal: (/** @type {SVGElement | null} */ shape) => centre.replaceChildren(...(shape ? [shape] : [])) };
}
