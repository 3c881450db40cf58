// Small helpers for building pages without markup in strings.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Sets text only where it differs, so that screen readers are not told of nothing. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Remembered in this browser, where it lets us. */
export const memory = {
  get(name, otherwise) {
    try {
      return localStorage.getItem(`lastcard.${name}`) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`lastcard.${name}`, value);
    } catch {
      // a browser without storage forgets; nothing else is lost
    }
  },
};
