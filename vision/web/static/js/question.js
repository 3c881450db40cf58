// A question of the referee's, with its answers as buttons; number keys choose.

import { el, setText } from "./dom.js";
import { COLOURS, COLOUR_WORDS, cardWord, seatName } from "./words.js";

const WORDS = {
  take_back: "Take it back", let_stand: "Let it stand",
  guilty: "Yes, it held one", innocent: "No, it held none", true: "Yes", false: "No",
};

/** The command that `option` of a question of `kind` stands for. */
export function commandFor(kind, option) {
  if (kind === "colour") return { kind: "name_colour", colour: option };
  if (kind === "seat") return { kind: "correct_seat", seat: Number(option) };
  if (kind === "card") return { kind: "correct_card", card: option };
  if (kind === "challenge") return { kind: "judge_challenge", guilty: ["guilty", "true", "yes"].includes(option) };
  if (kind === "points") return { kind: "set_points", points: Number(option) };
  return { kind: option };
}

function wordFor(state, kind, option) {
  if (kind === "colour") return COLOUR_WORDS[option] ?? option;
  if (kind === "seat") return seatName(state, Number(option));
  if (kind === "card") return cardWord(option);
  return WORDS[option] ?? option.replaceAll("_", " ");
}

export class Question {
  #panel;
  #text;
  #options;
  #run;
  #shown = "";
  #buttons = [];

  constructor(panel, run) {
    this.#panel = panel;
    this.#text = panel.querySelector("#question-text");
    this.#options = panel.querySelector("#question-options");
    this.#run = run;
  }

  update(state) {
    const question = state.question ?? null;
    const key = JSON.stringify(question);
    if (key === this.#shown) return;
    this.#shown = key;
    const focused = this.#panel.contains(document.activeElement);
    this.#panel.hidden = question === null;
    this.#buttons = question === null ? [] : question.options.map((option, at) => this.#button(state, question.kind, option, at));
    this.#options.replaceChildren(...this.#buttons);
    if (question !== null) {
      setText(this.#text, question.text);
      if (question.kind === "points") this.#options.append(this.#points());
    }
    if (focused) (this.#buttons[0] ?? document.getElementById("game")).focus();
  }

  /** Chooses the option of a number key; whether there was one. */
  press(number) {
    const button = this.#buttons[number - 1];
    button?.click();
    return button !== undefined;
  }

  #button(state, kind, option, at) {
    const chip = kind === "colour" && COLOURS.includes(option) ? el("lc-colour", { colour: option }) : wordFor(state, kind, option);
    return el("button", { type: "button", class: "answer-button", onclick: () => this.#run(commandFor(kind, option)) },
      at < 9 ? el("kbd", { "aria-hidden": "true" }, String(at + 1)) : null, chip);
  }

  #points() {
    const field = el("input", { type: "number", min: "0", max: "10000", inputmode: "numeric", required: true });
    const submit = (event) => {
      event.preventDefault();
      this.#run(commandFor("points", field.value));
    };
    return el("form", { class: "points", onsubmit: submit }, el("label", {}, "Points ", field), el("button", {}, "Write down"));
  }
}
