// Lists what the API offers, from its own description.

import { el } from "./dom.js";

/** Text in which words between backticks are code. */
function prose(text = "") {
  return text.split(/`+/).map((part, at) => (at % 2 ? el("code", {}, part) : part));
}

function named(schema, all) {
  return schema?.$ref ? all[schema.$ref.split("/").at(-1)] : schema;
}

function typeOf(schema) {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.length > 8 ? `one of ${schema.enum.length} labels such as ${schema.enum[0]}` : schema.enum.join(" | ");
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ");
  return schema.type ?? "any";
}

function bodyList(operation, all) {
  const schema = operation.requestBody?.content?.["application/json"]?.schema;
  const kinds = (schema?.oneOf ?? (schema ? [schema] : [])).map((option) => named(option, all));
  return kinds.map((kind) => {
    const fields = Object.entries(kind.properties).map(([name, field]) => `${name}${kind.required?.includes(name) ? "" : "?"}: ${typeOf(field)}`);
    return el("li", {}, el("code", {}, `{ ${fields.join(", ")} }`), " ", ...prose(kind.description));
  });
}

function panel(path, method, operation, all) {
  const parameters = (operation.parameters ?? []).map((one) => el("li", {}, el("code", {}, one.name), ` (${one.in}) `, ...prose(one.description)));
  const list = [...parameters, ...bodyList(operation, all)];
  return el("section", { class: "panel" }, el("h2", {}, `${method.toUpperCase()} ${path}`),
    el("p", {}, el("strong", {}, `${operation.summary}. `), ...prose(operation.description)), list.length ? el("ul", {}, ...list) : null);
}

const response = await fetch("/api/openapi.json");
const { paths, components } = await response.json();
const panels = Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => panel(path, method, operation, components.schemas)));
document.getElementById("operations").replaceChildren(...panels);
