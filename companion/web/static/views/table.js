/** The table: the board as it stands, whose turn it is, and what can be done. */

import { NOTHING, actions, give } from "../actions.js";
import { alerts } from "../alerts.js";
import { makeBoard } from "../board.js";
import { takeBack } from "../corrections.js";
import { button, fill, h } from "../dom.js";
import { awaited, mayAct, mayOpen, options, picture, seatName, sideName } from "../game.js";
import { meeple, picture as small } from "../pieces.js";
import { scoreLine, scores, supplies } from "../scores.js";
import { t } from "../words.js";

/** @param {HTMLElement} root @param {import("../app.js").App} app */
export function show(root, app) {
  let selection = NOTHING;
  /** @type {string[]} */
  let highlighted = [];
  /** @type {any} */
  let game = null;
  /** What the buttons were drawn for. @type {any[]} */
  let done = [];
  const board = makeBoard({ label: t("Board"), pick });
  const turn = h("section.turn", { "aria-label": t("Turn") });
  const told = h("p.told");
  const warnings = h("section.alerts", { "aria-label": t("Alerts") });
  const doing = h("section.actions", { "aria-label": t("What you can do") });
  const side = h("div.stack.numbers");
  const layout = h("div.layout.table-layout", null, h("div.main-column", null, turn, board.element, told), h("div.beside", null, warnings, doing, side));

  /** @param {string} place */
  function pick(place) {
    const { table } = app.store.state;
    const view = table?.game?.view;
    if (!view) return;
    highlighted = [];
    const acting = mayAct(app.store.state);
    const otoma = options(view, "choose-otoma").find((command) => command.space === place);
    if (otoma && acting) return void give(app, otoma);
    if (view.meeples[place] === view.player && view.phase !== "discover") {
      return select({ from: selection.from === place ? null : place });
    }
    if (view.phase !== "act" || !selection.from) return select({ from: null });
    if (!acting) return select({ from: null });
    // A space out of reach is sent as well: the table says which rule forbids it.
    const from = selection.from;
    give(app, from === "new" ? { kind: "enter", to: place } : { kind: "move", start: from, to: place })
      .then((done) => done && board.focus(place));
  }

  /** @param {Partial<import("../actions.js").Selection>} change */
  function select(change) {
    selection = { ...selection, ...change };
    draw(app.store.state);
  }

  /** @param {import("../state.js").State} state */
  function draw(state) {
    const game = state.table?.game;
    const drawn = picture(game);
    if (!drawn) return void fill(root, nothing(state));
    if (!layout.isConnected) fill(root, layout);
    board.show({ ...drawn, marks: marks(state) });
    const view = game.view;
    fill(turn, view ? turnCard(state) : h("p", null, t("The wheel turns freely: no game is being scored.")));
    fill(told, state.told.at(-1) ?? "");
    fill(warnings, alerts(state.table.look, app, (spaces) => {
      highlighted = spaces;
      draw(app.store.state);
      board.focus(spaces[0]);
    }));
    if (!view) return;
    drawActions(state);
    fill(side, scores(state.table, app), supplies(view));
  }

  /** What can be done; drawn anew only if that changed, and never under the finger that holds a window. @param {import("../state.js").State} state */
  function drawActions(state) {
    const acting = mayAct(state);
    const now = [game, selection, acting, mayOpen(state)];
    if (doing.querySelector(".held") || now.every((each, index) => each === done[index])) return;
    done = now;
    const hand = { app, selection, select, give: (/** @type {any} */ command) => give(app, command) };
    const undo = acting && game.entries > 1 && h("div.row", null, button(t("Undo…"), () => takeBack(app)));
    fill(doing, acting ? actions(hand) : invitation(state), undo);
  }

  /** @param {import("../state.js").State} state */
  function marks(state) {
    /** @type {Record<string, string[]>} */
    const found = {};
    const mark = (/** @type {string | null} */ place, /** @type {string} */ name) => place && place !== "new" && (found[place] ??= []).push(name);
    const view = state.table.game.view;
    for (const alert of state.table.look?.alerts ?? []) for (const place of alert.spaces) mark(place, "alert");
    for (const place of highlighted) mark(place, "hint");
    if (!view) return found;
    mark(view.waiting, "waiting");
    mark(selection.from, "chosen");
    const reached = selection.from === "new" ? options(view, "enter") : options(view, "move").filter((command) => command.start === selection.from);
    for (const command of reached) mark(command.to, "legal");
    for (const command of options(view, "choose-otoma")) mark(command.space, "legal");
    return found;
  }

  /** @param {import("../state.js").State} state */
  function update(state) {
    if (state.table?.game !== game) [selection, highlighted, game] = [NOTHING, [], state.table?.game];
    draw(state);
  }

  return { update };
}

/** @param {import("../state.js").State} state */
function turnCard(state) {
  const view = state.table.game.view;
  const mine = mayAct(state);
  if (view.phase === "over") {
    const winners = view.sides.filter((/** @type {any} */ side) => side.won).map((/** @type {any} */ side) => sideName(side.name));
    return [h("p.turn-name", null, h("strong", null, t("The game is over. Winner: {winners}", { winners: winners.join(", ") }))),
      h("a.button", { href: "#/scenarios" }, t("New game"))];
  }
  const own = state.you?.seats.includes(view.seat);
  const name = own ? t("Your turn") : seatName(state.table, view.seat);
  return [small(meeple(view.player)), h("div.grow", null, h("p.turn-name", null, h("strong", null, name)), h("p", null, awaited(view, mine))), scoreLine(view)];
}

/** @param {import("../state.js").State} state */
function invitation(state) {
  if (!state.you?.member) return h("p.help", null, t("You are watching."), " ", h("a", { href: "#/join" }, t("Join with the table’s code to play.")));
  return state.table.game.view.phase === "over" ? null : h("p.help", null, t("You can act when it is your turn."));
}

/** @param {import("../state.js").State} state */
function nothing(state) {
  if (!state.table) return h("p.empty", null, t("Waiting for the table…"));
  return h("div.empty", null, h("p", null, t("No game lies on the table yet.")),
    h("a.button.primary", { href: "#/scenarios" }, t("New game")), h("a.button", { href: "#/games" }, t("Go on with a saved game")));
}
