// The editor: CodeMirror with the engine's own colours, errors at their places, names and documentation.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, toggleComment } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState, RangeSetBuilder } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  ViewPlugin,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { h } from "./dom.js";

/** Longer texts are shown without colours. */
const LONGEST = 300_000;

/** Marks a change that the page made, and not the person. */
const replaced = Annotation.define();

/** Colours from the engine's lexer. */
function colours(tokens) {
  const marks = {};
  const mark = (kind) => (marks[kind] ??= Decoration.mark({ class: `tok-${kind}` }));
  const decorate = (state) => {
    const builder = new RangeSetBuilder();
    if (state.doc.length <= LONGEST) {
      const found = tokens(state.doc.toString());
      for (let i = 0; i + 2 < found.length; i += 3) {
        const to = Math.min(found[i + 2], state.doc.length);
        if (found[i + 1] < to) builder.add(found[i + 1], to, mark(found[i]));
      }
    }
    return builder.finish();
  };
  return ViewPlugin.define(
    (view) => ({
      decorations: decorate(view.state),
      update(update) {
        if (update.docChanged) this.decorations = decorate(update.state);
      },
    }),
    { decorations: (plugin) => plugin.decorations },
  );
}

/** The library's names, and words that stand in the text. */
function completion(names) {
  return (context) => {
    const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u);
    if (!word || (word.from === word.to && !context.explicit)) return null;
    const options = new Map(names().map((one) => [one.name, { label: one.name, type: one.signature ? "function" : "constant", detail: one.signature?.slice(one.name.length), info: one.summary || undefined }]));
    const text = context.state.doc.toString();
    for (const [own] of text.matchAll(/[\p{L}_][\p{L}\p{N}_]{2,}/gu)) {
      if (!options.has(own) && own !== word.text) options.set(own, { label: own, type: "variable", boost: 1 });
    }
    return { from: word.from, options: [...options.values()], validFor: /^[\p{L}\p{N}_]*$/u };
  };
}

/** What a name means, at the pointer. */
function documentation(about) {
  return hoverTooltip(async (view, at) => {
    const line = view.state.doc.lineAt(at);
    const word = [...line.text.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)].find(
      (found) => line.from + found.index <= at && at <= line.from + found.index + found[0].length,
    );
    const html = word && (await about(word[0]));
    if (!html) return null;
    const start = line.from + word.index;
    return { pos: start, end: start + word[0].length, above: true, create: () => ({ dom: h("div", { class: "about", html }) }) };
  });
}

export class Editor {
  /** In: where it goes, its label, and functions for colours, names and documentation; `changed` is told what the person edits. */
  constructor(parent, { label, text = "", tokens, names, about, run = () => false, changed = () => {} }) {
    const extensions = [
      lineNumbers(),
      lintGutter(),
      highlightActiveLineGutter(),
      highlightActiveLine(),
      highlightSpecialChars(),
      history(),
      drawSelection(),
      indentUnit.of("  "),
      EditorState.tabSize.of(2),
      bracketMatching(),
      closeBrackets(),
      autocompletion({ override: [completion(names)], icons: false }),
      documentation(about),
      highlightSelectionMatches(),
      colours(tokens),
      EditorState.languageData.of(() => [{ commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "[", "{", '"'] } }]),
      // Tab leaves the editor: nobody is caught in it who has no mouse.
      keymap.of([
        { key: "Mod-Enter", run, preventDefault: true },
        { key: "Mod-/", run: toggleComment },
        ...closeBracketsKeymap,
        ...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"),
        ...searchKeymap,
        ...historyKeymap,
        ...completionKeymap,
        ...lintKeymap,
      ]),
      EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", autocapitalize: "off" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !update.transactions.some((one) => one.annotation(replaced))) changed();
      }),
    ];
    this.view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) });
    this.extensions = extensions;
  }

  get text() {
    return this.view.state.doc.toString();
  }

  set text(text) {
    const changes = { from: 0, to: this.view.state.doc.length, insert: text };
    this.view.dispatch({ changes, selection: { anchor: 0 }, scrollIntoView: true, annotations: replaced.of(true) });
  }

  /** A line's text, by its number from 1. */
  line(number) {
    const doc = this.view.state.doc;
    return number >= 1 && number <= doc.lines ? doc.line(number).text : "";
  }

  /** The place of a character, which errors count from 1, as CodeMirror counts. */
  #place(line, column) {
    const doc = this.view.state.doc;
    if (line > doc.lines) return doc.length;
    const { from, text } = doc.line(line);
    return from + [...text].slice(0, column - 1).join("").length;
  }

  goto(line, column) {
    this.view.dispatch({ selection: { anchor: this.#place(line, column) }, scrollIntoView: true });
    this.view.focus();
  }

  /** Marks errors and warnings of this text at their places. */
  mark(errors, warnings) {
    const marks = [];
    for (const [list, severity] of [[errors, "error"], [warnings, "warning"]]) {
      for (const error of list) {
        if (!error.line || error.file !== "program") continue;
        const from = this.#place(error.line, error.column);
        const to = Math.max(this.#place(error.end_line, error.end_column), from);
        const label = error.labels?.[0]?.text;
        marks.push({ from, to, severity, message: label ? `${error.message}: ${label}` : error.message });
      }
    }
    this.view.dispatch(setDiagnostics(this.view.state, marks.sort((a, b) => a.from - b.from)));
  }
}
