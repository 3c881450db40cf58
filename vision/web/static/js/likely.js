// Which cards a misread card may have been, likeliest first.

import { COLOURS, RANKS, parseLabel } from "./words.js";

const LOOKALIKES = { 6: ["9"], 9: ["6"], 1: ["7"], 7: ["1"], 3: ["8"], 8: ["3", "6", "9"], 5: ["6"], 0: ["8"], skip: ["0"], draw2: ["2"] };
const MOST = 9;

/** Labels other than `label`: what the camera thought it might be, then the same face in other colours, then look-alikes. */
export function likely(label, thought = []) {
  const { colour, rank } = parseLabel(label);
  const guesses = [...thought];
  if (colour) {
    const others = { red: ["yellow"], yellow: ["red"], green: ["blue"], blue: ["green"] }[colour];
    guesses.push(...(LOOKALIKES[rank] ?? []).map((other) => `${colour}_${other}`));
    guesses.push(...[...others, ...COLOURS].map((other) => `${other}_${rank}`));
  } else guesses.push("wild", "wild_draw4");
  guesses.push("wild", "wild_draw4");
  return [...new Set(guesses)].filter((guess) => guess !== label).slice(0, MOST - 1);
}

export function ranksOf(colour) {
  return RANKS.map((rank) => `${colour}_${rank}`);
}
