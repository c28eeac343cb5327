/** Requests to the table. */

import { spoken, t } from "./words.js";

const BASE = "/api/v1";

/** What the table refused, in words for people. */
export class Refusal extends Error {
  /** @param {string} code @param {string} text @param {number} [status] @param {any} [body] */
  constructor(code, text, status = 0, body = {}) {
    super(text);
    this.code = code;
    this.status = status;
    this.body = body;
  }
}

/**
 * Ask the table; its answer, or a Refusal.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 */
export async function ask(method, path, body, signal) {
  const response = await send(method, path, body, signal);
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  const { code = "broken", text } = answer.error ?? {};
  throw new Refusal(code, text ?? t("The table did not understand this. Try again."), response.status, answer);
}

/** @param {string} path @param {AbortSignal} [signal] */
export const get = (path, signal) => ask("GET", path, undefined, signal);
/** @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] */
export const post = (path, body = {}, signal) => ask("POST", path, body, signal);
/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] */
export const put = (path, body, signal) => ask("PUT", path, body, signal);
/** @param {string} path @param {unknown} [body] */
export const remove = (path, body) => ask("DELETE", path, body);

/** The address of something that the page shows or saves by itself. @param {string} path */
export const address = (path) => `${BASE}/${path}${path.includes("?") ? "&" : "?"}lang=${spoken()}`;

/** @param {string} method @param {string} path @param {unknown} body @param {AbortSignal} [signal] */
async function send(method, path, body, signal) {
  const content = body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  try {
    return await fetch(address(path), { method, credentials: "same-origin", cache: "no-store", signal, ...content });
  } catch (error) {
    if (signal?.aborted) throw new Refusal("cancelled", t("Cancelled."));
    throw new Refusal("no-network", t("The table does not answer. Is this phone still in its network?"));
  }
}
