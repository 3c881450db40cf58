// The page on which the table is set up, by pointing or by keyboard alone.

import { el, setText, svg } from "./dom.js";
import { PILES, PILE_WORDS, edgeAngle, edgePoint, firstPlace, mirrored, placesOf, turned } from "./places.js";

const $ = (id) => document.getElementById(id);
const PICTURE_MS = 1000;
const RETRY_MS = 2000;
const RIM = 0.94;
const LABEL_PX = 15;

let table = null;
let places = null;
let chosen = "discard";

const percent = (share) => `${Math.round(share * 100)} %`;
const degrees = (angle) => `${Math.round((angle * 180) / Math.PI)}°`;
const isPile = () => PILES.includes(chosen);
const seatOf = (thing) => Number(thing.slice("seat-".length));

function sliderList() {
  if (!isPile()) {
    const seat = seatOf(chosen);
    return [{ id: "angle", words: "Round the table, clockwise from the lower edge", min: 0, max: 359, step: 1, value: Math.round((places.angles[seat] * 180) / Math.PI) % 360, tell: (value) => `${value}°`, set: (value) => { places.angles[seat] = (value * Math.PI) / 180; } }];
  }
  const zone = places[chosen];
  if (!zone) return [];
  const part = (name, words, min, max) => ({ id: name, words, min, max, step: 0.5, value: Math.round(zone[name] * 200) / 2, tell: (value) => `${value} %`, set: (value) => { zone[name] = value / 100; } });
  return [part("x", "From the left", 0, 100), part("y", "From the top", 0, 100), part("radius", "Half its width", 5, 35)];
}

function buildSliders() {
  $("sliders").replaceChildren(...sliderList().map(({ id, words, min, max, step, value, tell, set }) => {
    const shown = el("output", { for: id, "aria-hidden": "true" }, tell(value));
    const slider = el("input", { type: "range", id, min, max, step, value, "aria-valuetext": tell(value) });
    slider.addEventListener("input", () => {
      set(Number(slider.value));
      setText(shown, tell(Number(slider.value)));
      slider.setAttribute("aria-valuetext", tell(Number(slider.value)));
      draw();
    });
    return el("div", {}, el("label", { for: id }, words, shown), slider);
  }));
}

function mark(thing, words, [x, y], radius, learnt) {
  const [width, height] = table.size;
  const size = (LABEL_PX * width) / ($("stage").clientWidth || width);
  const shape = radius
    ? svg("circle", { cx: x * width, cy: y * height, r: radius * height })
    : svg("rect", { x: x * width - size, y: y * height - size, width: 2 * size, height: 2 * size, rx: size / 3 });
  const classes = [thing === chosen ? "chosen" : "", learnt ? "learnt" : ""].join(" ").trim();
  const below = radius ? Math.min(0.97, y + radius + 0.03) : y;
  const text = svg("text", { x: Math.min(0.92, Math.max(0.08, x)) * width, y: below * height, "font-size": size, "text-anchor": "middle", "dominant-baseline": "central" }, words);
  return svg("g", { class: classes }, shape, text);
}

function draw() {
  if (!table?.size) return;
  const [width, height] = table.size;
  $("stage").style.setProperty("--ratio", `${width} / ${height}`);
  $("marks").setAttribute("viewBox", `0 0 ${width} ${height}`);
  const piles = PILES.flatMap((pile) => {
    const zone = places[pile] ?? table.learnt[pile];
    return zone ? [mark(pile, places[pile] ? PILE_WORDS[pile] : `${PILE_WORDS[pile]} (learnt)`, [zone.x, zone.y], zone.radius, !places[pile])] : [];
  });
  const seats = table.seats.map((seat) => mark(`seat-${seat.index}`, seat.name, edgePoint(places.angles[seat.index], RIM)));
  $("marks").replaceChildren(...piles, ...seats);
  setText($("caption"), `${percentLine()} The picture is turned by ${places.rotation}°${places.mirrored ? " and mirrored" : ""}.`);
}

function percentLine() {
  if (!isPile()) return `${table.seats[seatOf(chosen)].name}: ${degrees(places.angles[seatOf(chosen)])} round the table.`;
  const zone = places[chosen];
  return zone ? `${PILE_WORDS[chosen]}: ${percent(zone.x)} from the left, ${percent(zone.y)} from the top.` : `${PILE_WORDS[chosen]}: learnt from the cards.`;
}

function choose(thing) {
  chosen = thing;
  $("learn").closest("p").hidden = !isPile();
  $("learn").checked = isPile() && !places[chosen];
  buildSliders();
  draw();
}

function buildThings() {
  const things = [...PILES.map((pile) => [pile, PILE_WORDS[pile]]), ...table.seats.map((seat) => [`seat-${seat.index}`, seat.name])];
  $("things").replaceChildren(...things.map(([thing, words]) => el("label", {},
    el("input", { type: "radio", name: "thing", value: thing, checked: thing === chosen, onchange: () => choose(thing) }), words)));
}

function show(found) {
  table = found;
  places = placesOf(found);
  $("mirror").setAttribute("aria-pressed", String(places.mirrored));
  $("saved").replaceChildren(...found.saved.map((name) => el("option", { value: name })));
  if (found.name && !$("name").value) $("name").value = found.name;
  buildThings();
  choose(chosen);
}

function point(event) {
  if (!table?.size || (event.type === "pointermove" && !event.buttons)) return;
  const box = $("stage").getBoundingClientRect();
  const x = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
  const y = Math.min(1, Math.max(0, (event.clientY - box.top) / box.height));
  if (isPile()) places[chosen] = { ...firstPlace(chosen, places[chosen] ?? table.learnt[chosen]), x, y };
  else places.angles[seatOf(chosen)] = edgeAngle(x, y);
  choose(chosen);
}

function tell(problem, done = "") {
  $("problem").hidden = !problem;
  setText($("problem"), problem);
  setText($("done"), done);
}

/** Asks the server; resolves to what it answers, or to null after telling what is wrong. */
async function ask(method, body) {
  try {
    const response = await fetch("/api/table", { method, headers: { "Content-Type": "application/json" }, body: body && JSON.stringify(body) });
    const answer = await response.json();
    if (response.ok) return answer;
    tell(answer.error ?? "The places were turned away.");
  } catch {
    tell("Lastcard does not answer, so nothing was changed.");
  }
  return null;
}

async function use(wanted, done, name = null) {
  const found = await ask("PUT", { ...wanted, save_as: name });
  if (!found) return;
  show(found);
  refresh();
  tell("", done);
}

function refresh() {
  $("shot").src = `/api/frame.jpg?${Date.now()}`;
}

async function load() {
  const found = await ask("GET");
  if (!found?.size) return void setTimeout(load, RETRY_MS);
  tell("");
  return show(found);
}

$("stage").addEventListener("pointerdown", point);
$("stage").addEventListener("pointermove", point);
$("learn").addEventListener("change", () => {
  places[chosen] = $("learn").checked ? null : firstPlace(chosen, table.learnt[chosen]);
  choose(chosen);
});
$("turn").addEventListener("click", () => places && use(turned(places), "Turned a quarter clockwise."));
$("mirror").addEventListener("click", () => places && use(mirrored(places), places.mirrored ? "No longer mirrored." : "Mirrored."));
$("reset").addEventListener("click", () => places && use({ ...places, discard: null, draw: null }, "The piles are learnt from the cards."));
$("places").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = $("name").value.trim();
  if (places) use(places, name ? `In use, and saved as ${name}.` : "In use.", name || null);
});
$("shot").addEventListener("load", () => setTimeout(() => document.hidden || refresh(), PICTURE_MS));
$("shot").addEventListener("error", () => setTimeout(refresh, RETRY_MS));
document.addEventListener("visibilitychange", () => document.hidden || refresh());
window.addEventListener("resize", draw);
refresh();
load();
