// Spoken answers to what a player may ask: the top card, the colour, the turn, the hands, everything.

import { COLOUR_WORDS, SHAPE_WORDS, STATUS, cardWord, count, directionWord, seatName, statusOf } from "./words.js";

export function topCard(state) {
  return state.top ? `The top card is ${cardWord(state.top)}.` : "There is no card on the pile yet.";
}

export function colour(state) {
  return state.colour ? `The colour is ${COLOUR_WORDS[state.colour].toLowerCase()}, a ${SHAPE_WORDS[state.colour]}.` : "No colour is in force yet.";
}

export function turn(state) {
  if (state.turn === null || state.turn === undefined) return "It is nobody's turn just now.";
  const pending = state.pending?.count ? ` ${penalty(state)}` : "";
  return `It is ${seatName(state, state.turn)}'s turn, ${directionWord(state.direction).toLowerCase()}.${pending}`;
}

export function penalty(state) {
  if (!state.pending?.count) return "No penalty is waiting.";
  return `${seatName(state, state.pending.seat)} has to draw ${count(state.pending.count, "card")}.`;
}

export function hands(state) {
  const seats = state.seats ?? [];
  if (seats.length === 0) return "Nobody is at the table yet.";
  return `${seats.map((seat) => `${seat.name} ${count(seat.cards, "card")}`).join(", ")}.`;
}

export function status(state) {
  const word = STATUS[statusOf(state)].word;
  return state.message ? `${word}: ${state.message}` : `${word}.`;
}
