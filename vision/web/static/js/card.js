// Cards and colour chips, drawn here: told apart by word, letter and shape as well as by colour.

import { COLOURS, COLOUR_LETTERS, COLOUR_WORDS, cardWord, parseLabel } from "./words.js";
import { svg } from "./dom.js";

/** The shape of a colour, about (x, y), as large as a circle of radius r. */
export function shape(colour, x, y, r, attributes = {}) {
  const points = (...list) => svg("polygon", { points: list.map(([dx, dy]) => `${x + dx * r},${y + dy * r}`).join(" "), ...attributes });
  if (colour === "red") return points([0, -1.15], [0.95, 0], [0, 1.15], [-0.95, 0]);
  if (colour === "green") return points([0, -1.1], [1.1, 0.85], [-1.1, 0.85]);
  if (colour === "blue") return points([-0.85, -0.85], [0.85, -0.85], [0.85, 0.85], [-0.85, 0.85]);
  return svg("circle", { cx: x, cy: y, r, ...attributes });
}

function text(x, y, size, content, attributes = {}) {
  return svg("text", { x, y, "font-size": size, "text-anchor": "middle", "dominant-baseline": "central", ...attributes }, content);
}

function skip(x, y, r) {
  const reach = r * 0.7;
  return svg("g", { class: "line", "stroke-width": r * 0.34 },
    svg("circle", { cx: x, cy: y, r }),
    svg("line", { x1: x - reach, y1: y + reach, x2: x + reach, y2: y - reach }));
}

function reverse(x, y, r) {
  const outline = [[-0.95, -0.15], [0.1, -0.15], [0.1, -0.42], [0.95, 0], [0.1, 0.42], [0.1, 0.15], [-0.95, 0.15]];
  const arrow = (way) => svg("polygon", {
    points: outline.map(([dx, dy]) => `${x + way * dx * r},${y + (dy - way * 0.47) * r}`).join(" "),
  });
  return svg("g", { class: "solid" }, arrow(1), arrow(-1));
}

function quarters(x, y, r) {
  const corner = (colour, sx, sy) => svg("path", {
    class: `ink-${colour}`,
    d: `M${x},${y} L${x + sx * r},${y} A${r},${r} 0 0 ${sx * sy > 0 ? 1 : 0} ${x},${y + sy * r} Z`,
  });
  return svg("g", {},
    corner("red", -1, -1), corner("yellow", 1, -1), corner("green", -1, 1), corner("blue", 1, 1),
    shape("red", x - r * 0.52, y - r * 0.52, r * 0.15, { class: "mark" }),
    shape("yellow", x + r * 0.52, y - r * 0.52, r * 0.15, { class: "mark dark" }),
    shape("green", x - r * 0.52, y + r * 0.52, r * 0.15, { class: "mark" }),
    shape("blue", x + r * 0.52, y + r * 0.52, r * 0.15, { class: "mark" }));
}

function symbol(rank, x, y, r) {
  if (rank === "skip") return skip(x, y, r * 0.8);
  if (rank === "reverse") return reverse(x, y, r);
  if (rank === "draw2") return text(x, y, r * 1.5, "+2", { class: "rank" });
  if (rank === "wild") return r > 8 ? quarters(x, y, r * 1.15) : text(x, y, r * 1.7, "W", { class: "rank" });
  if (rank === "wild_draw4") return r > 8
    ? svg("g", {}, quarters(x, y, r * 1.15), svg("circle", { class: "hub", cx: x, cy: y, r: r * 0.52 }), text(x, y, r * 0.7, "+4", { class: "rank on-hub" }))
    : text(x, y, r * 1.35, "+4", { class: "rank" });
  return svg("g", {}, text(x, y, r * 2, rank, { class: "rank" }),
    rank === "6" || rank === "9" ? svg("rect", { class: "solid", x: x - r * 0.5, y: y + r * 0.82, width: r, height: r * 0.14 }) : null);
}

function face(label) {
  const { colour, rank } = parseLabel(label);
  const corner = (turn) => svg("g", { class: "corner", transform: turn ? "rotate(180 28 43.5)" : null },
    symbol(rank, 10.5, 11, 4.6),
    colour ? shape(colour, 10.5, 21.5, 2.6, { class: "solid" }) : null,
    colour ? text(45.5, 10.5, 7.5, COLOUR_LETTERS[colour], { class: "rank" }) : null);
  return svg("svg", { viewBox: "0 0 56 87", class: `face ${colour ?? "black"}`, "aria-hidden": "true", focusable: "false" },
    svg("rect", { class: "paper", x: 0.5, y: 0.5, width: 55, height: 86, rx: 5.5 }),
    svg("rect", { class: "ground", x: 3.5, y: 3.5, width: 49, height: 80, rx: 3.5 }),
    svg("path", { class: "band", d: "M3.5,60 L52.5,20 L52.5,40 L3.5,80 Z" }),
    svg("circle", { class: "disc", cx: 28, cy: 43.5, r: 17.5 }),
    symbol(rank, 28, 43.5, 11.5),
    corner(false), corner(true));
}

function back() {
  return svg("svg", { viewBox: "0 0 56 87", class: "face back", "aria-hidden": "true", focusable: "false" },
    svg("rect", { class: "paper", x: 0.5, y: 0.5, width: 55, height: 86, rx: 5.5 }),
    svg("rect", { class: "ground", x: 3.5, y: 3.5, width: 49, height: 80, rx: 3.5 }),
    svg("rect", { class: "frame", x: 8, y: 8, width: 40, height: 71, rx: 2.5 }),
    ...COLOURS.map((colour, at) => shape(colour, 28, 22 + at * 14.5, 4.5, { class: `ink-${colour}` })));
}

/** `<lc-card label="red_5">`: a card face, named for screen readers unless it is `quiet`. */
class LastcardCard extends HTMLElement {
  static observedAttributes = ["label"];

  connectedCallback() {
    this.draw();
  }

  attributeChangedCallback(_name, before, after) {
    if (before !== after && this.isConnected) this.draw();
  }

  draw() {
    const label = this.getAttribute("label");
    if (this.hasAttribute("quiet")) this.setAttribute("aria-hidden", "true");
    else {
      this.setAttribute("role", "img");
      this.setAttribute("aria-label", cardWord(label));
    }
    this.replaceChildren(!label || label === "back" ? back() : face(label));
    this.classList.toggle("empty", !label);
  }
}

/** `<lc-colour colour="red">`: a chip with shape, letter and word. */
class LastcardColour extends HTMLElement {
  static observedAttributes = ["colour"];

  connectedCallback() {
    this.draw();
  }

  attributeChangedCallback(_name, before, after) {
    if (before !== after && this.isConnected) this.draw();
  }

  draw() {
    const colour = this.getAttribute("colour");
    this.className = colour ? `chip ${colour}` : "chip none";
    if (!colour) return this.replaceChildren("to be named");
    const sign = svg("svg", { viewBox: "-12 -12 24 24", "aria-hidden": "true", focusable: "false" }, shape(colour, 0, 0, 9));
    return this.replaceChildren(sign, COLOUR_WORDS[colour]);
  }
}

customElements.define("lc-card", LastcardCard);
customElements.define("lc-colour", LastcardColour);
