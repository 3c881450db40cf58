// The page that guides through a deck, card by card.

import "./card.js";
import { Announcer } from "./announcer.js";
import { el, setText } from "./dom.js";
import { Shortcuts } from "./shortcuts.js";
import { Speech } from "./speech.js";
import { COLOURS, RANKS, cardWord } from "./words.js";

const $ = (id) => document.getElementById(id);
const EVERY_MS = 500;

const speech = new Speech();
const announcer = new Announcer($("log"), $("answer"), speech);
const shortcuts = new Shortcuts();
let shown = {};
let first = true;
let waiting = "";

/** Asks the server; resolves to its state, or says what is wrong and resolves to null. */
async function ask(path, body, type = "application/json") {
  try {
    const options = body === undefined ? {} : { method: "POST", headers: { "Content-Type": type }, body };
    const response = await fetch(path, options);
    const answer = await response.json();
    if (response.ok) return answer;
    announcer.reply(answer.error ?? "That was turned away.");
  } catch {
    if (body !== undefined) announcer.reply("Lastcard does not answer, so nothing was changed.");
    return undefined;
  }
  return null;
}

async function tell(path, value = {}) {
  const state = await ask(path, JSON.stringify(value));
  if (state) show(state);
}

function showProgress(state) {
  const { shown: done, skipped, total, text } = state.progress;
  const learning = state.fitted !== null && !state.done;
  $("progress").max = learning ? 1 : total;
  $("progress").value = learning ? state.fitted : done + skipped;
  setText($("progress-text"), learning ? `Learning the deck, ${Math.round(state.fitted * 100)} %` : `${text}.`);
}

function showFound(cards) {
  const key = JSON.stringify(cards);
  if (key === waiting) return;
  waiting = key;
  $("found").hidden = cards.length === 0;
  setText($("found-text"), cards.length === 1 ? "One card was found. Correct its name if it is wrong; leave it empty to leave it out." : `${cards.length} cards were found, row by row. Correct the names that are wrong; leave empty what is to be left out.`);
  $("found-list").replaceChildren(...cards.map(({ label, words }, at) => el("li", {},
    el("img", { src: `/api/deck/photo/${at}.jpg?${Date.now()}`, alt: `Card ${at + 1}, perhaps ${words}`, width: 104, height: 160 }),
    el("label", { for: `found-${at}` }, `Card ${at + 1}`),
    el("input", { id: `found-${at}`, list: "labels", value: cards.length === 1 && shown.asked ? shown.asked : label, autocomplete: "off", maxlength: 40 }))));
  if (cards.length) $("found-0").focus();
}

function show(state) {
  shown = state;
  setText($("name"), state.deck);
  setText($("request"), state.done ? `The deck ${state.deck} is learnt.` : state.request);
  setText($("hint"), state.camera && state.fitted === null ? state.hint : "");
  $("card").setAttribute("label", state.asked ?? "");
  document.title = `${state.asked ? cardWord(state.asked) : "Done"} – learn a deck – Lastcard`;
  showProgress(state);
  $("camera").hidden = !state.camera;
  if (state.camera && !$("picture").getAttribute("src")) $("picture").src = "/api/preview.mjpg";
  $("do-automatic").setAttribute("aria-pressed", String(state.automatic));
  for (const id of ["do-take", "do-automatic"]) $(id).hidden = !state.camera;
  showFound(state.waiting);
  if (first) announcer.catchUp(state.said);
  else for (const line of state.said) announcer.tell(line);
  first = false;
}

const ACTIONS = [
  { id: "take", words: "Take this card", key: "t", act: () => tell("/api/deck/take") },
  { id: "skip", words: "Skip", key: "s", act: () => tell("/api/deck/say", { word: "skip" }) },
  { id: "redo", words: "Redo the last", key: "r", act: () => tell("/api/deck/say", { word: "redo" }) },
  { id: "automatic", words: "Take by itself", key: "a", act: () => tell("/api/deck/automatic", { on: !shown.automatic }) },
  { id: "finish", words: "Finish and learn", key: "f", act: () => tell("/api/deck/finish") },
];

function toggleSpeech() {
  const on = speech.toggle();
  $("speech").setAttribute("aria-pressed", String(on));
  announcer.listen();
  announcer.reply(on ? "Speaking aloud." : "Silent.");
}

function build() {
  for (const { id, words, key, act } of ACTIONS) {
    const pressed = id === "automatic" ? "true" : null;
    $("actions").append(el("button", { type: "button", id: `do-${id}`, "aria-keyshortcuts": key, "aria-pressed": pressed, onclick: act }, words));
    shortcuts.add(key, words, () => ($(`do-${id}`).hidden ? announcer.reply("There is no camera.") : act()));
  }
  shortcuts.add("w", "Ask: which card is next", () => announcer.reply(shown.request ?? "Not connected."));
  shortcuts.add("i", "Ask: how far it is", () => announcer.reply(shown.progress ? `${shown.progress.text}.` : "Not connected."));
  shortcuts.add("p", "Repeat the last announcement", () => announcer.repeat());
  shortcuts.add("m", "Speak aloud, or be silent", toggleSpeech);
  shortcuts.start($("keys-list"), $("keys-on"));
  $("keys-list").firstElementChild.remove(); // no question is answered by number here
  $("speech").addEventListener("click", toggleSpeech);
  $("repeat").addEventListener("click", () => announcer.repeat());
  const labels = [...COLOURS.flatMap((colour) => RANKS.map((rank) => `${colour}_${rank}`)), "wild", "wild_draw4", "back"];
  $("labels").append(...labels.map((label) => el("option", { value: label }, cardWord(label))));
}

function listen() {
  $("other").addEventListener("submit", (event) => {
    event.preventDefault();
    if ($("other-card").value.trim()) tell("/api/deck/say", { word: $("other-card").value });
    $("other-card").value = "";
  });
  $("photo").addEventListener("submit", async (event) => {
    event.preventDefault();
    const [file] = $("file").files;
    if (!file) return announcer.reply("Choose a photo first.");
    const state = await ask("/api/deck/photo", file, file.type || "application/octet-stream");
    if (state) show(state);
    return undefined;
  });
  $("found").addEventListener("submit", async (event) => {
    event.preventDefault();
    await tell("/api/deck/labels", { labels: [...$("found-list").querySelectorAll("input")].map((input) => input.value) });
    if ($("found").hidden) $("file").focus();
  });
}

async function follow() {
  const state = await ask("/api/deck");
  $("offline").hidden = state !== undefined || shown.done === true;
  setText($("offline"), state === undefined && !shown.done ? "Lastcard does not answer. What was shown is kept; start the same command again to go on." : "");
  if (state) show(state);
  if (!(state === undefined && shown.done)) setTimeout(follow, EVERY_MS);
}

build();
listen();
follow();
