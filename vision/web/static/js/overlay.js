// The stream overlay: what everybody may see, and a word when it is old. It keeps trying for as long as it is open.

import "./card.js";
import { Connection } from "./connection.js";
import { el, setText } from "./dom.js";
import { cardWord, seatName, statusOf } from "./words.js";

const $ = (id) => document.getElementById(id);
const STALE_MS = 2000;
const LAST_MS = 12000;

const connection = new Connection("overlay");
let leaving = 0;
let seen = null;

function showPile(state) {
  $("top-card").setAttribute("label", state.top ?? "");
  setText($("top"), state.top ? cardWord(state.top) : "No card yet");
  if (state.colour) $("colour").setAttribute("colour", state.colour);
  else $("colour").removeAttribute("colour");
  $("colour").hidden = !state.top;
  const way = state.direction === -1 ? "↺" : "↻";
  const pending = state.pending?.count ? `, draws ${state.pending.count}` : "";
  const nobody = state.turn === null || state.turn === undefined;
  setText($("turn"), nobody ? "" : `${way} ${seatName(state, state.turn)} to play${pending}`);
}

function seatNode(state, seat) {
  const uno = seat.uno_called ? el("span", { class: "uno" }, "UNO") : null;
  return el("li", { class: state.turn === seat.index ? "seat here" : "seat" },
    el("span", { class: "held" }, String(seat.cards)), " ",
    el("span", { class: "name" }, state.turn === seat.index ? `▸ ${seat.name}` : seat.name), " ",
    el("span", { class: "word" }, uno ?? (seat.cards === 1 ? "card" : "cards"), state.turn === seat.index ? el("span", { class: "unseen" }, ", to play") : null));
}

function showSeats(state) {
  $("seats").replaceChildren(...(state.seats ?? []).map((seat) => seatNode(state, seat)));
  $("seats").hidden = !state.seats?.length;
}

/** Shows a sentence for a while; an illegal play or a question matters as much as a play. */
function showLast(sentence) {
  clearTimeout(leaving);
  const line = $("last");
  line.hidden = true;
  setText(line, sentence);
  requestAnimationFrame(() => { line.hidden = false; });
  leaving = setTimeout(() => { line.hidden = true; }, LAST_MS);
}

function showLine(state) {
  const lost = state !== null && statusOf(state) === "camera_lost";
  const fresh = connection.online === true && !lost;
  $("overlay").dataset.line = fresh ? "live" : "stale";
  $("stale").hidden = fresh;
  if (fresh) return;
  const since = seen ? ` This is how it stood at ${seen.toLocaleTimeString()}.` : "";
  setText($("stale"), lost && connection.online ? `The camera is lost.${since}` : `Waiting for Lastcard.${since}`);
}

let current = null;
connection.addEventListener("state", ({ detail }) => {
  const first = current === null;
  current = detail;
  if (statusOf(detail) !== "camera_lost") seen = new Date();
  showPile(detail);
  showSeats(detail);
  showLine(detail);
  if (first && detail.log?.length) showLast(detail.log.at(-1).text);
});
connection.addEventListener("event", ({ detail }) => showLast(detail.sentence));
connection.addEventListener("online", () => showLine(current));
connection.addEventListener("offline", () => setTimeout(() => connection.online || showLine(current), STALE_MS));
setTimeout(() => connection.online || showLine(current), STALE_MS);
connection.start();
