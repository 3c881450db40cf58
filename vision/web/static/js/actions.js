// The buttons of the page and the keys that press them.

import { el } from "./dom.js";
import { choose } from "./chooser.js";
import { likely, ranksOf } from "./likely.js";
import { COLOURS, COLOUR_WORDS, cardWord, count } from "./words.js";

function cardOption(label) {
  return { text: cardWord(label), value: label, node: el("lc-card", { label, quiet: true, class: "tiny" }) };
}

/** Asks for any card, by colour and then by face; null when left. */
async function chooseAnyCard(title) {
  const colours = COLOURS.map((colour) => ({ text: COLOUR_WORDS[colour], value: colour }));
  const wilds = ["wild", "wild_draw4"].map(cardOption);
  const first = await choose(title, "Which colour has it?", [...colours, ...wilds]);
  if (!COLOURS.includes(first)) return first;
  return choose(title, "Which face has it?", ranksOf(first).map(cardOption));
}

/** Asks which card the top card really is, likeliest first. */
async function chooseCard(state) {
  const title = "Correct the last card";
  if (!state.top) return chooseAnyCard(title);
  const thought = state.question?.kind === "card" ? state.question.options : [];
  const options = likely(state.top, thought).slice(0, 8).map(cardOption);
  const chosen = await choose(title, `The camera read ${cardWord(state.top)}. What is it?`, [...options, { text: "Another card", value: "other" }]);
  return chosen === "other" ? chooseAnyCard(title) : chosen;
}

function chooseSeat(state, title, text) {
  const options = (state.seats ?? []).map((seat) => ({ text: seat.name, value: seat.index }));
  return choose(title, text, options);
}

/** Asks who holds how many cards; null when left. */
async function chooseCount(state) {
  const seat = await chooseSeat(state, "Set how many cards", "Whose cards were counted?");
  if (seat === null) return null;
  const options = Array.from({ length: 20 }, (_, at) => ({ text: count(at + 1, "card"), value: at + 1 }));
  const held = await choose("Set how many cards", `How many cards does ${state.seats[seat].name} hold?`, options);
  return held === null ? null : { kind: "set_count", seat, count: held };
}

/** What can be done: id, words, key, where its button goes, when it makes sense, and how. `page` gives state and run. */
export function actions(page) {
  const plain = (kind) => () => page.run({ kind });
  const asks = (kind) => (state) => state.question?.kind === kind;
  const withCard = (kind, pick) => async () => {
    const card = await pick(page.state);
    if (card) await page.run({ kind, card });
  };
  const withSeat = (kind, part, title, text) => async () => {
    const seat = await chooseSeat(page.state, title, text);
    if (seat !== null) await page.run({ kind, [part]: seat });
  };
  const setCount = async () => {
    const command = await chooseCount(page.state);
    if (command) await page.run(command);
  };
  const soleOpen = () => (page.state.uno_open?.length === 1 ? page.state.uno_open[0] : null);
  const uno = async () => {
    const seat = soleOpen() ?? await chooseSeat(page.state, "UNO", "Who calls UNO?");
    if (seat !== null) await page.run({ kind: "call_uno", seat });
  };
  const accuse = async () => {
    const seat = soleOpen() ?? await chooseSeat(page.state, "Caught without UNO", "Who did not call UNO?");
    if (seat !== null) await page.run({ kind: "accuse", accused: seat });
  };
  return [
    { id: "uno", words: "UNO!", key: "u", group: "calls", act: uno },
    { id: "accuse", words: "Caught without UNO", key: "a", group: "calls", act: accuse },
    { id: "draw", words: "A card was drawn", key: "d", group: "calls", act: plain("draw") },
    { id: "keep", words: "Card kept, turn passes", key: "k", group: "calls", act: plain("keep") },
    { id: "challenge", words: "Challenge", key: "x", group: "calls", when: (state) => state.challenge_open, act: plain("challenge") },
    { id: "play", words: "A card was played", key: "c", group: "calls", act: withCard("play", () => chooseAnyCard("A card was played")) },
    { id: "undo", words: "Undo", key: "z", group: "mend", when: (state) => state.can_undo, act: plain("undo") },
    { id: "correct", words: "Correct last card", key: "e", group: "mend", when: (state) => state.top, act: withCard("correct_card", chooseCard) },
    { id: "correct-seat", words: "Correct who played", key: "o", group: "mend", act: withSeat("correct_seat", "seat", "Correct who played", "Who was it really?") },
    { id: "stand", words: "Let it stand", key: "l", group: "mend", when: asks("illegal"), act: plain("let_stand") },
    { id: "turn-is", words: "Set whose turn it is", key: "s", group: "mend", act: withSeat("set_turn", "seat", "Set the turn", "Whose turn is it?") },
    { id: "count-is", words: "Set how many cards", key: "j", group: "mend", act: setCount },
    { id: "new-round", words: "New round", key: "n", group: "mend", act: plain("new_round") },
  ];
}
