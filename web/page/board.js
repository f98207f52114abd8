// The board: a position that can be changed by clicks and keys, with its value, and moves that can be made.

import { $, announce, copy, h } from "./dom.js";
import { drawing } from "./drawing.js";
import { failed } from "./engine.js";
import { fragment } from "./share.js";

const OUTCOMES = {
  N: "The next player wins, whoever it is.",
  P: "The previous player wins: whoever moves loses.",
  L: "Left wins, whoever begins.",
  R: "Right wins, whoever begins.",
  D: "Nobody wins: play goes on for ever.",
};
/** Rows and columns of a board. */
const MOST = { rows: 16, columns: 40 };

const letter = (column) => (column < 26 ? String.fromCharCode(97 + column) : `${letter(Math.floor(column / 26) - 1)}${letter(column % 26)}`);
const named = (symbol) => ({ ".": "free", "#": "blocked", " ": "nothing" })[symbol] ?? symbol;
const hue = (symbol) => (/[bBlLxXT]/.test(symbol) ? "left" : /[rRoOF]/.test(symbol) ? "right" : /[gG]/.test(symbol) ? "both" : "");

export class Board {
  #past = [];
  #asking = false;
  #wanted = null;
  #focus = null;

  constructor(page) {
    this.page = page;
    this.input = $("#position");
    $("#position-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.explore(this.input.value);
    });
    $("#board-stop").addEventListener("click", () => page.engine.stop());
    const chooser = $("#games");
    chooser.addEventListener("change", () => chooser.value && this.explore(chooser.value));
    $("#tab-board").addEventListener("shown", () => this.first());
  }

  /** The games of the library, asked for when the board is first seen. */
  async first() {
    if (this.told || this.#asking) return;
    this.explore(this.input.value || "Clobber(\"xo.|oxo\")");
  }

  async #games() {
    const chooser = $("#games");
    if (chooser.options.length > 1) return;
    const games = await this.page.engine.ask({ ask: "games" });
    if (chooser.options.length > 1) return;
    const groups = new Map();
    for (const { kind, name, position } of games) {
      if (!groups.has(kind)) groups.set(kind, h("optgroup", { label: kind }));
      groups.get(kind).append(h("option", { value: position }, name));
    }
    chooser.append(...groups.values());
  }

  /** Shows a position; `past` says whether the one before it can be gone back to. Of several clicks while it is computed the last counts. */
  async explore(position, past = true) {
    const status = $("#board-status");
    if (!position.trim()) return void (status.textContent = "Write a position, or choose a game.");
    this.input.value = position;
    status.textContent = "Computing …";
    this.#wanted = { position, past };
    if (this.#asking) return;
    this.#asking = true;
    try {
      while (this.#wanted) {
        const { position, past } = this.#wanted;
        this.#wanted = null;
        const told = await this.page.engine.ask({ ask: "explore", position });
        if (!this.#wanted) this.#hear(told, position, past);
        // What is wanted meanwhile is computed after it.
        if (!this.#wanted) await this.#games();
      }
    } catch (reason) {
      this.#wanted = null;
      status.textContent = failed(reason);
    } finally {
      this.#asking = false;
    }
  }

  #hear(told, position, past) {
    const status = $("#board-status");
    if (told.errors) {
      status.textContent = "";
      return this.#wrong(told.errors, position);
    }
    if (past && this.told && this.told.position !== told.position) this.#past.push(this.told.position);
    this.told = told;
    // What can be changed is numbered.
    let id = 0;
    this.pieces = told.pieces.map((piece) => ({ ...piece, id: piece.text === undefined ? id++ : null }));
    // Nobody's typing is overwritten.
    if (this.input.value === position) this.input.value = told.position;
    status.textContent = told.late ? "Not everything was found in the time for a position." : "";
    this.#show();
    announce(this.#summary());
  }

  #summary() {
    const { value_text: value, outcome, position } = this.told;
    return `${position}: ${value ? `value ${value}, ` : ""}outcome ${outcome ?? "unknown"}`;
  }

  /** A position that is none: what is wrong with it, beside the board that was changed, or alone with the way back. */
  #wrong(errors, position) {
    const box = h(
      "div",
      { class: "wrong", role: "alert" },
      ...errors.flatMap((error) => [
        h("p", {}, h("strong", {}, "Not a position: "), error.message),
        ...(error.notes ?? []).map((note) => h("p", { class: "note" }, note)),
      ]),
      this.page.program.forgotten ? h("p", { class: "note" }, "The engine was started again since the program was run: run it again if this needs what it defines.") : null,
    );
    const explorer = $("#explorer");
    explorer.querySelector(".wrong")?.remove();
    const facts = explorer.querySelector(".facts");
    if (facts && this.#written() === position) {
      facts.replaceChildren(box);
      explorer.querySelector(".moves")?.replaceChildren();
    } else {
      const back = () => this.explore(this.told.position, false);
      if (this.told) box.append(h("button", { type: "button", id: "back", onclick: back }, "Back"));
      explorer.replaceChildren(box);
    }
  }

  /** The position of the pieces as they are now. */
  #written() {
    return this.pieces.map((piece) => piece.text ?? piece.number ?? piece.board.join("|")).join("");
  }

  #changed(focus) {
    this.#focus = focus;
    this.#show(true);
    this.explore(this.#written());
  }

  #show(waiting = false) {
    const boards = this.pieces.map((piece) => {
      if (piece.board) return this.#grid(piece, piece.id);
      if (piece.number !== undefined) return this.#number(piece, piece.id);
      return null;
    });
    const drawn = this.pieces.some((piece) => piece.board);
    const { told } = this;
    // The program may have an `svg` of its own.
    const svg = drawn ? null : drawing(told.picture);
    const picture = svg && h("figure", {}, svg);
    const explorer = $("#explorer");
    const place = h("div", { class: "place" }, h("div", { class: "boards" }, boards), picture, this.#tools());
    if (waiting) return explorer.querySelector(".place")?.replaceWith(place), this.#refocus();
    explorer.replaceChildren(place, this.#facts(), this.#moves());
    this.#refocus();
  }

  #refocus() {
    if (this.#focus) $(this.#focus)?.focus({ preventScroll: true });
  }

  #grid(piece, index) {
    const [rows, columns] = [piece.board.length, piece.board[0].length];
    const head = h("div", { class: "row head", role: "row", "aria-hidden": "true" }, h("span", {}), [...piece.board[0]].map((_, c) => h("span", {}, letter(c))));
    const cell = (r, c) => {
      const symbol = piece.board[r][c];
      const name = `${letter(c)}${r + 1}`;
      return h(
        "button",
        {
          type: "button",
          role: "gridcell",
          class: `cell ${hue(symbol)} ${symbol === "#" ? "blocked" : ""}`,
          "data-cell": `${index}-${r}-${c}`,
          "aria-label": `${name}: ${named(symbol)}`,
          tabindex: this.#focus === `[data-cell="${index}-${r}-${c}"]` || (!this.#focus?.includes(`"${index}-`) && r === 0 && c === 0) ? 0 : -1,
          onclick: () => this.#put(piece, index, r, c, next(piece.symbols, symbol)),
          onkeydown: (event) => this.#key(event, piece, index, r, c),
        },
        [".", "#", " "].includes(symbol) ? "" : /[a-zA-Z]/.test(symbol) ? h("span", { class: "stone" }, /[xo]/.test(symbol) ? "" : symbol) : symbol,
      );
    };
    const lines = piece.board.map((row, r) => h("div", { class: "row", role: "row" }, h("span", { "aria-hidden": "true" }, rows > 1 ? r + 1 : ""), [...row].map((_, c) => cell(r, c))));
    const grow = (label, text, allowed, make) =>
      h("button", { type: "button", "aria-label": label, title: label, disabled: !allowed, onclick: () => ((piece.board = make(piece.board)), this.#changed(null)) }, text);
    return h(
      "div",
      { class: "grid-box" },
      h("div", { class: "cells", role: "grid", "aria-label": `Board of ${piece.rules}; arrow keys go from cell to cell, a key such as ${piece.symbols[piece.symbols.length - 1]} puts that there`, style: `--columns: ${columns}` }, head, lines),
      h(
        "div",
        { class: "grow" },
        grow("Another row", "+ row", rows < MOST.rows, (board) => [...board, piece.symbols.includes(".") ? ".".repeat(columns) : board.at(-1)]),
        grow("One row less", "− row", rows > 1, (board) => board.slice(0, -1)),
        grow("Another column", "+ column", columns < MOST.columns, (board) => board.map((row) => row + (piece.symbols.includes(".") ? "." : row.at(-1)))),
        grow("One column less", "− column", columns > 1, (board) => board.map((row) => row.slice(0, -1))),
      ),
    );
  }

  #put(piece, index, r, c, symbol) {
    piece.board[r] = piece.board[r].slice(0, c) + symbol + piece.board[r].slice(c + 1);
    this.#changed(`[data-cell="${index}-${r}-${c}"]`);
  }

  #key(event, piece, index, r, c) {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (step) {
      event.preventDefault();
      const other = $(`[data-cell="${index}-${r + step[0]}-${c + step[1]}"]`);
      if (!other) return;
      event.currentTarget.tabIndex = -1;
      other.tabIndex = 0;
      other.focus();
    } else if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey && piece.symbols.includes(event.key)) {
      event.preventDefault();
      this.#put(piece, index, r, c, event.key);
    }
  }

  #number(piece, index) {
    const n = BigInt(piece.number);
    const set = (to, which) => {
      piece.number = String(to < 0n ? 0n : to);
      this.#changed(`[data-step="${index}-${which}"]`);
    };
    return h(
      "div",
      { class: "number", role: "group", "aria-label": `Number ${piece.number}` },
      h("button", { type: "button", "aria-label": "One less", "data-step": `${index}-less`, disabled: n <= 0n, onclick: () => set(n - 1n, "less") }, "−"),
      h("output", {}, piece.number),
      h("button", { type: "button", "aria-label": "One more", "data-step": `${index}-more`, onclick: () => set(n + 1n, "more") }, "+"),
    );
  }

  #tools() {
    return h(
      "div",
      { class: "tools" },
      h("button", { type: "button", id: "back", disabled: this.#past.length === 0, onclick: () => this.explore(this.#past.pop(), false) }, "Back"),
      h("button", { type: "button", onclick: () => this.explore(`-(${this.told.position})`) }, "Negative"),
      h("button", { type: "button", onclick: () => this.#write() }, "To the program"),
      h("button", { type: "button", id: "share-board", onclick: (event) => this.#share(event.currentTarget) }, "Share"),
    );
  }

  #write() {
    this.page.show("program");
    this.page.program.add(this.told.position);
  }

  async #share(button) {
    history.replaceState(null, "", await fragment("position", this.told.position));
    await copy(location.href, button);
  }

  #facts() {
    const { value, outcome, heat, impartial } = this.told;
    const fact = (name, content) => [h("dt", {}, name), h("dd", {}, content)];
    const html = (text) => h("span", { html: text });
    const thermograph = impartial ? null : drawing(heat?.svg);
    return h(
      "div",
      { class: "facts" },
      h("p", { class: `worth ${size(value)}`, tabindex: size(value) === "huge" ? 0 : null }, value ? html(value) : h("span", { class: "unknown" }, "no value found")),
      h(
        "dl",
        {},
        fact("Outcome", [h("b", {}, outcome ?? "?"), ` ${OUTCOMES[outcome] ?? ""}`]),
        heat && !impartial ? [fact("Mean", heat.mean ?? "?"), fact("Temperature", heat.temperature ?? "?")].flat() : [],
      ),
      thermograph && h("figure", { class: "heat" }, thermograph),
    );
  }

  #moves() {
    const list = ({ player, moves }) => {
      const whose = player === "Both" ? "Moves" : `${player}'s moves`;
      const made = moves?.list ?? [];
      return h(
        "section",
        { class: `player ${player.toLowerCase()}`, "aria-label": whose },
        h("h3", {}, whose, h("span", { class: "count" }, moves ? String(made.length + moves.omitted) : "?")),
        moves && made.length === 0 ? h("p", { class: "note" }, "No move.") : null,
        h("ol", {}, made.map((move) => h("li", {}, this.#move(move)))),
        moves?.omitted > 0 ? h("p", { class: "note" }, `… and ${moves.omitted} more.`) : null,
      );
    };
    return h("div", { class: "moves" }, this.told.moves.map(list));
  }

  #move(move) {
    const changes = (on) => () => this.#preview(move.to, on);
    return h(
      "button",
      {
        type: "button",
        class: move.wins ? "wins" : "",
        title: move.to,
        onclick: () => ((this.#focus = null), this.explore(move.to)),
        onmouseenter: changes(true),
        onmouseleave: changes(false),
        onfocus: changes(true),
        onblur: changes(false),
      },
      h("span", { class: "name" }, move.name.replace(/^(Left|Right): /, "")),
      result(move),
      move.wins ? h("span", { class: "wins-mark" }, "wins") : null,
    );
  }

  /** Marks the cells that a move changes, where it keeps the boards' shapes. */
  #preview(to, on) {
    for (const cell of document.querySelectorAll(".cell.changes")) cell.classList.remove("changes");
    if (!on) return;
    const boards = [...to.matchAll(/"([^"]*)"/g)].map(([, board]) => board.split("|"));
    const own = this.pieces.filter((piece) => piece.board);
    if (boards.length !== own.length) return;
    for (const [i, piece] of own.entries()) {
      for (const [r, row] of piece.board.entries()) {
        for (const [c, symbol] of [...row].entries()) {
          if (boards[i][r]?.[c] !== undefined && boards[i][r][c] !== symbol) $(`[data-cell="${piece.id}-${r}-${c}"]`)?.classList.add("changes");
        }
      }
    }
  }
}

/** How much room a value takes. */
function size(value) {
  const length = value?.replace(/<[^>]*>/g, "").length ?? 0;
  return length > 400 ? "huge" : length > 50 ? "long" : "";
}

/** What a move comes to: its value, or, where that would fill the list, who wins then. */
function result({ value, outcome }) {
  if (value && size(value) === "") return h("span", { class: "result", html: value });
  return h("span", { class: "result" }, outcome ? h("span", { class: "outcome" }, outcome) : "");
}

/** The symbol that a click puts after this one. */
function next(symbols, symbol) {
  return symbols[(symbols.indexOf(symbol) + 1) % symbols.length];
}
