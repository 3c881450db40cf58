// Speaking aloud, off until somebody presses the button (browsers want a click before sound).

import { memory } from "./dom.js";

export class Speech {
  #engine = window.speechSynthesis ?? null;
  on = false;

  get possible() {
    return this.#engine !== null;
  }

  /** Whether the browser has any voice at all; Chromium on Linux and OBS have none. */
  get hasVoice() {
    return this.possible && this.#engine.getVoices().length > 0;
  }

  toggle() {
    this.on = !this.on && this.possible;
    memory.set("speech", this.on ? "on" : "off");
    if (!this.on) this.#engine?.cancel();
    return this.on;
  }

  /** Says `text` after what is being said. */
  say(text) {
    if (!this.on) return;
    const words = new SpeechSynthesisUtterance(text);
    words.lang = document.documentElement.lang;
    this.#engine.speak(words);
  }
}
