// The referee's page.

import "./card.js";
import "./picture.js";
import * as answers from "./answers.js";
import { actions } from "./actions.js";
import { Announcer } from "./announcer.js";
import { Connection, post, send } from "./connection.js";
import { el, setText } from "./dom.js";
import { Question } from "./question.js";
import { Seats } from "./seats.js";
import { Shortcuts } from "./shortcuts.js";
import { Speech } from "./speech.js";
import { COLOURS, COLOUR_WORDS, STATUS, cardWord, directionWord, seatName, statusOf } from "./words.js";

const $ = (id) => document.getElementById(id);
const OFFLINE_MS = 1500;

const speech = new Speech();
const announcer = new Announcer($("log"), $("answer"), speech);
const connection = new Connection("table");
const shortcuts = new Shortcuts();
const page = {
  state: {},
  /** Sends a command that is based on what the page shows now. */
  async run(command) {
    const problem = await send({ ...command, based_on: page.state.state_id });
    if (problem) announcer.reply(problem);
  },
};
const question = new Question($("question"), page.run);
const seats = new Seats($("seats"), page.run);
const picture = document.querySelector("lc-picture");
const buttons = [];

function showStatus(state) {
  const name = statusOf(state);
  const { word, sign } = STATUS[name];
  $("status").dataset.status = name;
  setText($("status").querySelector(".sign"), sign);
  const more = name === "committed" || !state.message ? "" : ` — ${state.message}`;
  setText($("status").querySelector(".word"), `${word}${more}`);
}

function showTable(state) {
  $("top-card").setAttribute("label", state.top ?? "");
  setText($("top"), state.top ? cardWord(state.top) : "No card yet");
  if (state.colour) $("colour").setAttribute("colour", state.colour);
  else $("colour").removeAttribute("colour");
  setText($("turn"), state.turn === null || state.turn === undefined ? "Nobody yet" : seatName(state, state.turn));
  setText($("direction"), `${state.direction === -1 ? "↺" : "↻"} ${directionWord(state.direction)}`);
  const pending = state.pending?.count ?? 0;
  setText($("penalty"), pending ? `${seatName(state, state.pending.seat)} draws ${pending}` : "None");
  $("penalty").classList.toggle("due", pending > 0);
  const who = state.turn === null || state.turn === undefined ? "" : ` · ${seatName(state, state.turn)} to play`;
  document.title = state.top ? `${cardWord(state.top)}${who} – Lastcard` : "Lastcard";
}

/** What makes the camera see badly, for as long as it does; it was spoken once, as an event. */
function showSight({ camera }) {
  const moved = camera?.status === "lost" && camera.reason === "moved";
  $("sight").hidden = !camera?.trouble && !moved;
  setText($("sight").querySelector(".word"), moved ? camera.message : camera?.trouble?.text ?? "");
  $("sight").querySelector("a").hidden = !moved;
}

/** Keeps the last half minute as a file that tells what went wrong. */
async function reportWrong() {
  announcer.reply(await post("/api/wrong", {}, (done) => done.sentence));
}

function showWarnings(state) {
  const texts = state.warnings ?? [];
  if ($("warnings").children.length !== texts.length) {
    $("warnings").replaceChildren(...texts.map((text) => el("p", { class: "notice" }, text)));
  }
}

function show(state) {
  page.state = state;
  showStatus(state);
  showTable(state);
  showWarnings(state);
  showSight(state);
  question.update(state);
  seats.update(state);
  for (const { button, when } of buttons) button.setAttribute("aria-disabled", String(when ? !when(state) : false));
  picture.update(state);
}

function buildActions() {
  $("colours").append(...COLOURS.map((colour) => el("button", {
    type: "button", "aria-keyshortcuts": colour[0], onclick: () => page.run({ kind: "name_colour", colour }),
  }, el("lc-colour", { colour }))));
  for (const colour of COLOURS) shortcuts.add(colour[0], `The colour is ${COLOUR_WORDS[colour].toLowerCase()}`, () => page.run({ kind: "name_colour", colour }));
  for (const { id, words, key, group, when, act } of actions(page)) {
    // A button that makes no sense just now stays where the keyboard finds it, and says so.
    const press = () => (when && !when(page.state) ? announcer.reply(`“${words}” is not possible now.`) : act());
    const button = el("button", { type: "button", id: `do-${id}`, "aria-keyshortcuts": key, onclick: press }, words);
    $(group).append(button);
    buttons.push({ button, when });
    shortcuts.add(key, words, press);
  }
}

function buildQuestions() {
  const ask = (key, words, answer) => shortcuts.add(key, words, () => announcer.reply(answer(page.state)));
  ask("t", "Ask: the top card", answers.topCard);
  ask("f", "Ask: the colour in force", answers.colour);
  ask("w", "Ask: whose turn", answers.turn);
  ask("h", "Ask: how many cards each holds", answers.hands);
  ask("i", "Ask: what the referee is doing", answers.status);
}

function toggleSpeech() {
  const on = speech.toggle();
  $("speech").setAttribute("aria-pressed", String(on));
  announcer.listen();
  if (on && !speech.hasVoice) setTimeout(() => speech.hasVoice || announcer.reply("This browser has no voice to speak with; a screen reader reads the log instead."), 800);
  else announcer.reply(on ? "Speaking aloud." : "Silent.");
}

function togglePause() {
  const paused = picture.togglePause();
  $("pause").setAttribute("aria-pressed", String(paused));
}

function buildTools() {
  $("wrong").addEventListener("click", reportWrong);
  shortcuts.add("q", "This was wrong: keep the last half minute", reportWrong);
  $("speech").addEventListener("click", toggleSpeech);
  $("repeat").addEventListener("click", () => announcer.repeat());
  $("pause").addEventListener("click", togglePause);
  $("keys").addEventListener("click", () => $("keys-dialog").showModal());
  shortcuts.add("p", "Repeat the last announcement", () => announcer.repeat());
  shortcuts.add("m", "Speak aloud, or be silent", toggleSpeech);
  shortcuts.add("v", "Pause the picture, or go on", togglePause);
  shortcuts.add("?", "Show this list", () => $("keys-dialog").showModal());
  shortcuts.onNumber((number) => question.press(number));
  shortcuts.start($("keys-list"), $("keys-on"));
}

function listen() {
  let cut = 0;
  connection.addEventListener("run", () => announcer.forget());
  connection.addEventListener("state", ({ detail }) => {
    show(detail);
    announcer.catchUp(detail.log ?? []);
  });
  connection.addEventListener("view", ({ detail }) => {
    picture.update(detail);
    showSight(detail);
  });
  connection.addEventListener("event", ({ detail }) => announcer.tell({ id: detail.id, t: detail.t, kind: detail.kind, text: detail.sentence }));
  connection.addEventListener("online", () => {
    clearTimeout(cut);
    if (!$("offline").hidden) picture.restart();
    $("offline").hidden = true;
  });
  connection.addEventListener("offline", () => {
    cut = setTimeout(() => {
      $("offline").hidden = false;
      setText($("offline"), "Lastcard does not answer. What you see may be old; trying again.");
    }, OFFLINE_MS);
  });
  connection.start();
}

buildActions();
buildQuestions();
buildTools();
listen();
