// A dialog that offers a list: number keys choose, Escape leaves.

import { el } from "./dom.js";

/**
 * Asks for one of `options` ({ text, value, node? }); resolves to its value, or null when the dialog is left.
 */
export function choose(title, text, options) {
  const dialog = document.getElementById("chooser");
  document.getElementById("chooser-title").textContent = title;
  document.getElementById("chooser-text").textContent = text;
  const buttons = options.map((option, at) => el("button", { type: "submit", value: String(at) },
    at < 9 ? el("kbd", { "aria-hidden": "true" }, String(at + 1)) : null, option.node ?? null, el("span", {}, option.text)));
  document.getElementById("chooser-options").replaceChildren(...buttons);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    const onKey = (event) => {
      const button = /^[1-9]$/.test(event.key) && !event.ctrlKey && !event.altKey && !event.metaKey ? buttons[Number(event.key) - 1] : null;
      if (button) {
        event.preventDefault();
        button.click();
      }
    };
    dialog.addEventListener("keydown", onKey);
    dialog.addEventListener("close", () => {
      dialog.removeEventListener("keydown", onKey);
      resolve(dialog.returnValue === "" ? null : options[Number(dialog.returnValue)].value);
    }, { once: true });
  });
}
