// The players: how many cards each holds, whose turn it is, and the buttons that concern one of them.

import { el } from "./dom.js";
import { count } from "./words.js";

const MOST_BACKS = 12;

function fan(cards) {
  const backs = Array.from({ length: Math.min(cards, MOST_BACKS) }, () => el("i", {}));
  return el("span", { class: "fan", "aria-hidden": "true" }, ...backs, cards > MOST_BACKS ? `+${cards - MOST_BACKS}` : null);
}

function badges(state, seat) {
  const list = [];
  if (state.turn === seat.index) list.push(el("span", { class: "badge turn" }, "to play"));
  if (seat.uno_called) list.push(el("span", { class: "badge uno" }, "called UNO"));
  if (state.uno_open?.includes(seat.index)) list.push(el("span", { class: "badge open" }, "one card, no call"));
  if (state.winner === seat.index) list.push(el("span", { class: "badge won" }, "won the round"));
  if (state.match_winner === seat.index) list.push(el("span", { class: "badge won" }, "won the match"));
  return list;
}

/** Rows are kept and changed in place, so that focus stays where it is. */
export class Seats {
  #list;
  #run;
  #rows = [];
  #shown = [];

  /** `run(command)` is called for a button. */
  constructor(list, run) {
    this.#list = list;
    this.#run = run;
  }

  update(state) {
    const seats = state.seats ?? [];
    if (seats.length !== this.#rows.length) this.#build(seats);
    seats.forEach((seat, at) => this.#fill(this.#rows[at], state, seat, at));
  }

  #build(seats) {
    this.#shown = [];
    this.#rows = seats.map((seat) => {
      const about = el("div", { class: "about" });
      const uno = el("button", { type: "button", class: "small", onclick: () => this.#run({ kind: "call_uno", seat: seat.index }) });
      const caught = el("button", { type: "button", class: "small warn", onclick: () => this.#run({ kind: "accuse", accused: seat.index }) });
      return { row: el("li", { class: "seat" }, about, el("div", { class: "buttons" }, uno, caught)), about, uno, caught };
    });
    this.#list.replaceChildren(...this.#rows.map((row) => row.row));
  }

  #fill(parts, state, seat, at) {
    const open = state.uno_open?.includes(seat.index) ?? false;
    const key = JSON.stringify([seat, state.turn, open, state.winner, state.match_winner]);
    if (this.#shown[at] === key) return;
    this.#shown[at] = key;
    const here = state.turn === seat.index;
    parts.row.classList.toggle("here", here);
    if (here) parts.row.setAttribute("aria-current", "true");
    else parts.row.removeAttribute("aria-current");
    parts.about.replaceChildren(
      el("strong", { class: "name" }, seat.name), " ",
      el("span", { class: "held" }, el("b", {}, String(seat.cards)), ` ${seat.cards === 1 ? "card" : "cards"}`), " ",
      fan(seat.cards), " ",
      el("span", { class: "badges" }, ...badges(state, seat)), " ",
      seat.score ? el("span", { class: "score" }, count(seat.score, "point")) : "");
    parts.uno.replaceChildren("UNO", el("span", { class: "unseen" }, ` called by ${seat.name}`));
    parts.caught.replaceChildren("Caught", el("span", { class: "unseen" }, ` ${seat.name} without calling UNO`));
    parts.caught.classList.toggle("open", open);
  }
}
