// What a program says, one entry each; errors with the way to their places.

import { $, copy, download, h } from "./dom.js";
import { drawing, file as svgFile } from "./drawing.js";

/** The entry of something that a program said. */
export function entry(said, editor) {
  switch (said.output) {
    case "printed":
      return h("pre", { class: "entry printed" }, said.text, beginning(said));
    case "notice":
      return h("p", { class: "entry notice" }, said.text);
    case "file":
      return file(said);
    case "check":
      return check(said, editor);
    default:
      return value(said);
  }
}

function value(said) {
  const picture = said.kind === "string" ? drawing(said.text) : null;
  const body = h("div", { class: `body kind-${said.kind.replaceAll(" ", "-")}`, html: picture ? null : said.html }, picture && h("figure", {}, picture));
  body.append(beginning(said) ?? "");
  const tools = h("div", { class: "tools" });
  const drawn = $("svg", body);
  if (drawn) {
    tools.append(h("button", { type: "button", onclick: () => download("picture.svg", svgFile(drawn)) }, "Save SVG"));
  } else {
    const button = (name, text) =>
      h("button", { type: "button", "aria-label": `Copy as ${name}`, onclick: (e) => copy(text, e.currentTarget) }, name);
    tools.append(button("Text", said.text), button("LaTeX", said.latex));
  }
  return h("div", { class: "entry value-entry" }, body, tools);
}

/** What is to be said of a text that is not whole. */
const beginning = ({ cut }) => (cut ? h("p", { class: "note" }, "This is the beginning: a page shows 4 MiB of a text at most.") : null);

function file({ name, text }) {
  const lines = text.split("\n").length - 1;
  return h(
    "div",
    { class: "entry file" },
    h("span", {}, "The program saved ", h("code", {}, name), ` (${lines === 1 ? "1 line" : `${lines} lines`})`),
    h("button", { type: "button", onclick: () => download(name, text) }, "Download"),
  );
}

function check(said, editor) {
  const [mark, word] = { true: ["✓", "holds"], false: ["✗", "does not hold"], undecided: ["?", "undecided"] }[said.verdict];
  const head = h(
    "p",
    { class: "claim" },
    h("span", { class: "mark", "aria-hidden": "true" }, mark),
    h("code", {}, said.claim),
    said.title ? h("span", { class: "title" }, said.title) : null,
    h("span", { class: "unseen" }, ` ${word}`),
    line(said.line, editor),
  );
  return h(
    "div",
    { class: `entry check ${said.verdict}` },
    head,
    said.value ? h("p", {}, "The true value is ", h("code", {}, said.value), ".") : null,
    said.reason.length > 0 ? h("pre", { class: "reason" }, said.reason.join("\n")) : null,
    said.error ? error(said.error, editor, "error") : null,
  );
}

function line(number, editor) {
  return number && editor
    ? h("button", { type: "button", class: "place", onclick: () => editor.goto(number, 1) }, `line ${number}`)
    : null;
}

/** An error or a warning with its places. */
export function error(told, editor, kind) {
  const place = told.line && told.file === "program" ? told : null;
  const labels = (told.labels ?? []).filter((label) => label.text);
  const excerpts = place && editor ? labels.filter((label) => label.file === "program").map((label) => excerpt(label, editor)) : [];
  return h(
    "div",
    { class: `entry ${kind}` },
    h(
      "p",
      { class: "message" },
      h("strong", {}, kind === "error" ? "Error" : "Warning"),
      told.code ? h("span", { class: "code" }, told.code) : null,
      ` ${told.message}`,
      place && editor
        ? h(
            "button",
            { type: "button", class: "place", onclick: () => editor.goto(place.line, place.column) },
            `line ${place.line}`,
          )
        : null,
    ),
    ...excerpts,
    ...(editor ? [] : labels.map((label) => h("p", { class: "label" }, label.text))),
    ...(told.notes ?? []).map((note) => h("p", { class: "note" }, note)),
  );
}

/** The line of a place with what is the matter there. */
function excerpt(label, editor) {
  const text = [...editor.line(label.line)];
  const end = label.end_line === label.line ? label.end_column - 1 : text.length;
  const [from, to] = [label.column - 1, Math.max(end, label.column)];
  if (text.length > 200) return h("p", { class: "label" }, label.text);
  return h(
    "div",
    { class: "excerpt" },
    h("code", {}, text.slice(0, from).join(""), h("mark", {}, text.slice(from, to).join("") || " "), text.slice(to).join("")),
    h("span", { class: "label" }, label.text),
  );
}
