// The log, and what is said: each sentence once, in full, by one voice only.

import { el } from "./dom.js";

const MOST_LINES = 200;
const SETTLE_MS = 400;
const SHOWN_MS = 15000;

function clock(t) {
  if (typeof t !== "number") return "";
  const seconds = Math.max(0, Math.floor(t));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export class Announcer {
  #log;
  #answer;
  #speech;
  #known = new Set();
  #last = "";
  #leaving = 0;

  constructor(log, answer, speech) {
    this.#log = log;
    this.#answer = answer;
    this.#speech = speech;
  }

  /** Lines that were said before anybody listened here: shown, not read out. */
  catchUp(lines) {
    const fresh = lines.filter((line) => !this.#known.has(line.id));
    if (fresh.length === 0) {
      this.listen();
      return;
    }
    this.#log.setAttribute("aria-live", "off");
    for (const line of fresh) this.#show(line);
    this.#last = fresh.at(-1).text;
    setTimeout(() => this.listen(), SETTLE_MS);
  }

  /** With speech on, the page itself speaks and a screen reader is not told as well. */
  listen() {
    this.#log.setAttribute("aria-live", this.#speech.on ? "off" : "polite");
  }

  /** A new line of the log, read out once. */
  tell(line) {
    if (this.#known.has(line.id)) return;
    this.#show(line);
    this.#last = line.text;
    this.#speech.say(line.text);
  }

  /** Answers a question of the user's; the same answer twice is read twice. */
  reply(text) {
    if (this.#speech.on) {
      this.#answer.setAttribute("aria-live", "off");
      this.#speech.say(text);
    } else this.#answer.setAttribute("aria-live", "polite");
    this.#answer.textContent = "";
    clearTimeout(this.#leaving);
    setTimeout(() => { this.#answer.textContent = text; }, 60);
    this.#leaving = setTimeout(() => { this.#answer.textContent = ""; }, SHOWN_MS);
  }

  repeat() {
    this.reply(this.#last || "Nothing has been announced yet.");
  }

  forget() {
    this.#known.clear();
    this.#log.replaceChildren();
  }

  #show(line) {
    const atEnd = this.#log.scrollHeight - this.#log.scrollTop - this.#log.clientHeight < 40;
    this.#known.add(line.id);
    this.#log.append(el("p", { class: `line ${line.kind}` },
      el("span", { class: "time", "aria-hidden": "true" }, clock(line.t)), " ", line.text));
    while (this.#log.children.length > MOST_LINES) this.#log.firstElementChild.remove();
    if (atEnd) this.#log.scrollTop = this.#log.scrollHeight;
  }
}
