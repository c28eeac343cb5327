/** Saved games, and the story of the one on the table: every deed can be corrected. */

import { address, get, post, remove } from "../api.js";
import { correct } from "../corrections.js";
import { confirmed, shown } from "../dialog.js";
import { button, fill, h } from "../dom.js";
import { edit } from "../editing.js";
import { colourName } from "../pieces.js";
import { spoken, t, tn } from "../words.js";

/** @param {HTMLElement} root @param {import("../app.js").App} app */
export function show(root, app) {
  const saved = h("section.card");
  const story = h("section.card");
  let kept = "";
  /** @type {any} */
  let drawn = null;
  fill(root, h("div.two-columns.stack", null, story, saved));

  async function refresh() {
    const { table, you } = app.store.state;
    const game = table?.game;
    const history = game?.set_up ? await get("history").catch(() => null) : null;
    drawStory(history?.entries ?? [], Boolean(you?.member));
    const found = await app.busy.run(t("Looking for saved games…"), (signal) => get("games", signal));
    fill(saved, h("h2", null, t("Saved games")), h("ul.list", null, (found?.games ?? []).map((/** @type {any} */ each) => h("li", null, gameRow(each, Boolean(you?.member))))),
      found && !found.games.length && h("p.help", null, t("Games are saved by themselves, after every deed.")));
  }

  /** @param {any} game @param {boolean} member */
  function gameRow(game, member) {
    const date = new Date(game.changed * 1000).toLocaleString(spoken(), { dateStyle: "medium", timeStyle: "short" });
    const state = game.present ? t("on the table") : game.over ? t("finished") : tn("{count} turn", "{count} turns", game.turns);
    return [h("div.row", null, h("strong", null, game.scenario), h("span.tag", null, state)),
      h("p.help", null, [date, game.colours.map(colourName).join(", "), game.scores.join(" : ")].filter(Boolean).join(" · ")),
      h("div.row.left-row", null,
        member && game.resumable && !game.present && button(t("Go on"), () => resume(game.id), { class: "primary" }),
        member && app.store.state.table?.abilities?.recap && button(t("Recap"), () => recap(game.id)),
        h("a.button", { href: address(`games/${game.id}/export`), download: "" }, t("Export")),
        member && !game.present && button(t("Delete"), () => forget(game)))];
  }

  /** @param {string} id */
  async function resume(id) {
    const lying = app.store.state.table?.game?.view;
    const confirm = lying && lying.phase !== "over" ? await confirmed(t("Put the game on the table aside? It stays saved."), t("Yes, put it aside")) : true;
    if (confirm && (await app.busy.run(t("Laying out the game…"), (signal) => post(`games/${id}/resume`, { confirm }, signal)))) app.go("table");
  }

  /** @param {string} id */
  async function recap(id) {
    const made = await app.busy.job(t("Looking back at the game…"), `games/${id}/recap`, {});
    // A tab opened by itself would be stopped by most phones: it takes a tap.
    if (made) shown(t("The recap is ready."), h("a.button", { href: address(`jobs/${made.job}/page`), target: "_blank", rel: "noopener" }, t("Look at it")));
  }

  /** @param {any} game */
  async function forget(game) {
    if (!(await confirmed(t("Delete {game} for good?", { game: game.scenario }), t("Yes, delete it")))) return;
    await app.busy.run(t("Deleting…"), () => remove(`games/${game.id}`, { confirm: game.id }));
    refresh();
  }

  /** @param {any[]} entries @param {boolean} member */
  function drawStory(entries, member) {
    fill(story, h("h2", null, t("This game, step by step")),
      h("ol.list.story", { reversed: true }, entries.toReversed().map((entry) => h("li", { class: entry.standing }, deed(entry, member)))),
      !entries.length && h("p.help", null, t("No game lies on the table yet.")));
  }

  /** @param {any} entry @param {boolean} member */
  function deed(entry, member) {
    const colour = app.store.state.table?.game?.view?.colours[entry.seat];
    const standing = { undone: t("taken back"), misfit: t("does not fit") }[/** @type {string} */ (entry.standing)];
    const title = h("div.row", null, h("span", { class: entry.standing === "done" ? "grow" : "grow undone" }, `${entry.index}. ${colour ? colourName(colour) : ""}: ${entry.text}`), standing && h("span.tag", null, standing));
    if (!member || entry.command.kind === "set-up") return title;
    const ask = async (/** @type {any} */ correction, /** @type {string} */ question) => {
      await correct(app, correction, question);
    };
    return [title, h("div.row.left-row", null,
      entry.standing === "done" ? button(t("Take back"), () => ask({ do: "undo", index: entry.index }, t("Take back: {deed}?", { deed: entry.text })))
        : button(t("Do it again"), () => ask({ do: "redo", index: entry.index }, t("Do again: {deed}?", { deed: entry.text }))),
      button(t("Change…"), () => edit(app, entry)))];
  }

  return {
    /** @param {import("../state.js").State} state */
    update(state) {
      const now = JSON.stringify([state.connection, state.you?.member]);
      // Every change of the game is another object, a correction with as many entries as before too.
      if ((now === kept && state.table?.game === drawn) || !state.table || state.connection !== "live") return;
      [kept, drawn] = [now, state.table.game];
      refresh();
    },
  };
}
