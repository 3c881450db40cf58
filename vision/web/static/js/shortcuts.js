// Single keys, listed on the page, that can be switched off; none of them holds anybody captive.

import { el, memory } from "./dom.js";

const NAMES = { "?": "question mark" };

export class Shortcuts {
  #keys = new Map();
  #on = memory.get("keys", "on") === "on";
  #number = () => false;

  /** Adds a key: what it does in words, and the function. */
  add(key, words, action) {
    this.#keys.set(key, { words, action });
  }

  /** What the keys 1 to 9 do; the function returns whether it did anything. */
  onNumber(action) {
    this.#number = action;
  }

  start(list, box) {
    const row = (key, words) => el("div", {}, el("dt", {}, el("kbd", {}, key.toUpperCase(), el("span", { class: "unseen" }, NAMES[key] ? ` (${NAMES[key]})` : ""))), el("dd", {}, words));
    list.replaceChildren(row("1–9", "Choose an answer to the question asked"), ...[...this.#keys].map(([key, { words }]) => row(key, words)));
    box.checked = this.#on;
    box.addEventListener("change", () => {
      this.#on = box.checked;
      memory.set("keys", this.#on ? "on" : "off");
    });
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  #press(event) {
    if (!this.#on || event.defaultPrevented || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.querySelector("dialog[open]") || event.target.closest?.("input, select, textarea, [contenteditable]")) return;
    if (/^[1-9]$/.test(event.key)) {
      if (this.#number(Number(event.key))) event.preventDefault();
      return;
    }
    const known = this.#keys.get(event.key.toLowerCase());
    if (!known) return;
    event.preventDefault();
    known.action();
  }
}
