/** Makes elements. Data only ever becomes text or an attribute, never markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, any> | null} Attributes  `on…` are listeners; null, undefined and false are left out
 */

/**
 * An HTML element.
 * @param {string} tag  may carry classes: `div.card.wide`
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[] | Child[][])} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes, ...children) {
  const [name, ...classes] = tag.split(".");
  return /** @type {HTMLElement} */ (build(document.createElement(name), classes, attributes, children));
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[] | Child[][])} children
 * @returns {SVGElement}
 */
export function s(tag, attributes, ...children) {
  const [name, ...classes] = tag.split(".");
  return /** @type {SVGElement} */ (build(document.createElementNS(SVG, name), classes, attributes, children));
}

/**
 * Put these children in the place of all there are. Whoever walks by keyboard stays where they are: the focus goes to
 * the element that says the same as the one that had it.
 * @param {Element} parent
 * @param {...(Child | Child[] | Child[][])} children
 */
export function fill(parent, ...children) {
  const focused = document.activeElement;
  const within = focused && focused !== parent && parent.contains(focused);
  parent.replaceChildren(...nodes(children));
  if (within && !parent.contains(focused)) {
    const twin = [...parent.querySelectorAll(focused.localName)].find((each) => said(each) === said(focused));
    /** @type {HTMLElement | undefined} */ (twin)?.focus({ preventScroll: true });
  }
  return parent;
}

/** @param {Element} element */
const said = (element) => element.getAttribute("aria-label") ?? (element.id.startsWith("f") ? element.closest(".field")?.textContent : element.textContent);

/**
 * A button of the page.
 * @param {string} label
 * @param {(event: Event) => unknown} act
 * @param {Attributes} [attributes]
 */
export function button(label, act, attributes) {
  return h("button", { type: "button", onclick: act, ...attributes }, label);
}

/**
 * A field with its label.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [help]
 */
export function field(label, control, help) {
  control.id ||= `f${++made}`;
  if (help) control.setAttribute("aria-describedby", `${control.id}-help`);
  return h("div.field", null, h("label", { for: control.id }, label), control, help && h("p.help", { id: `${control.id}-help` }, help));
}

/**
 * A choice from a list.
 * @param {[string | number, string][]} options  value and label
 * @param {string | number} chosen
 * @param {(value: string) => unknown} change
 */
export function choice(options, chosen, change) {
  const list = options.map(([value, label]) => h("option", { value, selected: String(value) === String(chosen) }, label));
  return h("select", { onchange: (/** @type {any} */ event) => change(event.target.value) }, list);
}

let made = 0;

/** @param {Element} element @param {string[]} classes @param {Attributes | undefined} attributes @param {any[]} children */
function build(element, classes, attributes, children) {
  if (classes.length) element.classList.add(...classes);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.classList.add(...String(value).split(" ").filter(Boolean));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...nodes(children));
  return element;
}

/** @param {any[]} children @returns {(Node | string)[]} */
function nodes(children) {
  return children.flat(2).filter((child) => child !== null && child !== undefined && child !== false && child !== "")
    .map((child) => (child instanceof Node ? child : String(child)));
}
