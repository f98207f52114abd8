// Looking up names, words, signs and codes of errors.

import { $, h } from "./dom.js";

export class Reference {
  #names = [];
  #asked = 0;

  constructor(page) {
    this.page = page;
    this.input = $("#lookup");
    this.input.addEventListener("input", () => this.list());
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.look(this.input.value.trim());
    });
    $("#tab-reference").addEventListener("shown", () => this.list());
  }

  /** The library's names, once they are known. */
  fill(names) {
    this.#names = names;
    this.list();
  }

  list() {
    const wanted = this.input.value.trim().toLowerCase();
    const rank = ({ name, summary }) => {
      const low = name.toLowerCase();
      if (low.startsWith(wanted)) return 0;
      return low.includes(wanted) ? 1 : summary.toLowerCase().includes(wanted) ? 2 : 3;
    };
    const found = this.#names.filter((one) => rank(one) < 3).sort((a, b) => rank(a) - rank(b));
    $("#names").replaceChildren(
      ...found.map((one) =>
        h(
          "li",
          {},
          h("button", { type: "button", onclick: () => this.look(one.name) }, h("code", {}, one.name), h("span", {}, one.summary)),
        ),
      ),
    );
    $("#reference-status").textContent = `${found.length} names`;
  }

  async look(text) {
    if (!text) return;
    const asked = ++this.#asked;
    const place = $("#entry");
    try {
      const { html } = await this.page.engine.ask({ ask: "about", text });
      if (asked !== this.#asked) return;
      place.innerHTML = html ?? "";
      if (!html) place.append(h("p", { class: "notice" }, `Nothing is known about ${text}.`));
      for (const record of place.querySelectorAll("section")) this.#offer(record);
      $("#reference-status").textContent = html ? `About ${text}` : "";
    } catch {
      $("#reference-status").textContent = "Stopped.";
    }
  }

  /** Examples of a record speak of what those before them have defined. */
  #offer(record) {
    let program = "";
    for (const example of record.querySelectorAll("pre")) {
      program += `${$("code", example).textContent}\n`;
      const text = program;
      example.append(h("button", { type: "button", onclick: () => this.try(text) }, "Try it"));
    }
  }

  try(text) {
    this.page.program.show(text);
    this.page.show("program");
    this.page.program.run();
  }
}
