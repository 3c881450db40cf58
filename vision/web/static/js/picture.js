// The camera's picture with what was read drawn over it.

import { el, setText, svg } from "./dom.js";
import { cardWord, count, parseLabel } from "./words.js";

const RETRY_MS = 2000;

/** `<lc-picture>`: shows the moving picture while the page is visible and not paused. */
class LastcardPicture extends HTMLElement {
  #image = el("img", { alt: "The table as the camera sees it", class: "shot" });
  #marks = svg("svg", { class: "marks", "aria-hidden": "true", focusable: "false" });
  #caption = el("p", { class: "caption" }, "Waiting for the first picture.");
  #list = el("ul", { class: "in-view" });
  #details = el("details", {}, el("summary", {}, "Cards in view"), this.#list);
  #paused = false;
  #seen = "";

  connectedCallback() {
    this.append(el("div", { class: "stage" }, this.#image, this.#marks), this.#caption, this.#details);
    this.#image.addEventListener("error", () => setTimeout(() => this.#play(), RETRY_MS));
    document.addEventListener("visibilitychange", () => this.#play());
    // Only after the page has loaded: a picture that never ends would keep it loading for ever.
    if (document.readyState === "complete") this.#play();
    else window.addEventListener("load", () => this.#play(), { once: true });
  }

  /** Pauses or goes on; returns whether it is paused now. */
  togglePause() {
    this.#paused = !this.#paused;
    this.#play();
    return this.#paused;
  }

  /** The line came back: ask for the picture anew. */
  restart() {
    this.#play();
  }

  #play() {
    const wanted = !this.#paused && !document.hidden;
    this.#image.src = wanted ? `/api/preview.mjpg?${Date.now()}` : `/api/frame.jpg?${Date.now()}`;
  }

  /** Draws the cards in view over the picture, and lists them. */
  update(view) {
    const { camera, cards_in_view: cards } = view;
    if (camera.size) this.#draw(camera.size, cards);
    const rate = camera.fps ? `, ${camera.fps.toFixed(0)} pictures a second` : "";
    const size = camera.size ? `, ${camera.size[0]} × ${camera.size[1]}` : "";
    setText(this.#caption, camera.message || `${camera.source}: ${count(cards.length, "card")} in view${rate}${size}`);
    this.#tell(cards);
  }

  #draw([width, height], cards) {
    this.style.setProperty("--ratio", `${width} / ${height}`);
    this.#marks.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const size = Math.max(14, width / 56);
    this.#marks.replaceChildren(...(this.#paused ? [] : cards.map((card) => {
      const points = card.quad.map(([x, y]) => `${x},${y}`).join(" ");
      const [x, y] = card.quad.reduce(([sx, sy], [px, py]) => [sx + px / 4, sy + py / 4], [0, 0]);
      return svg("g", { class: `quad ${parseLabel(card.label).colour ?? "black"}` },
        svg("polygon", { class: "under", points }), svg("polygon", { points }),
        svg("text", { x, y, "font-size": size, "text-anchor": "middle", "dominant-baseline": "central" }, cardWord(card.label)));
    })));
  }

  #tell(cards) {
    const lines = cards.map((card) => cardWord(card.label)).sort();
    const seen = lines.join("|");
    if (seen === this.#seen) return;
    this.#seen = seen;
    this.#list.replaceChildren(...lines.map((line) => el("li", {}, line)));
    setText(this.#details.firstElementChild, `Cards in view: ${cards.length}`);
  }
}

customElements.define("lc-picture", LastcardPicture);
