// What the browser keeps: settings, and the person's own programs. Links, examples and what is tried replace none of them.

/** Programs that can be had back. */
const MOST = 10;
const PROGRAMS = "sprague-program";

// Browsers may refuse to keep anything for pages from a folder, or so much.
const places = { browser: () => localStorage, tab: () => sessionStorage };

/** What is kept under a name, by the browser or for this tab alone. */
export function kept(name, place = "browser") {
  try {
    return places[place]().getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text; whether that could be done. */
export function keep(name, text, place = "browser") {
  try {
    places[place]().setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** The programs that the person has edited, the last one first. */
export class Programs {
  /** As this page knows them, should the browser keep none. */
  #known = [];
  /** The one in the editor as it was kept last; nothing while what stands there is not the person's. */
  #own = null;

  /** What stood in this tab, or else what was edited last. */
  get first() {
    return kept(PROGRAMS, "tab") ?? this.#all()[0];
  }

  /** Those that do not stand in the editor. */
  get others() {
    return this.#all().filter((text) => text !== this.#own);
  }

  #all() {
    const text = kept(PROGRAMS);
    if (text === null) return this.#known;
    try {
      const all = JSON.parse(text);
      if (Array.isArray(all) && all.every((one) => typeof one === "string")) return all;
    } catch {
      // A text of its own, from when there was one.
    }
    return [text];
  }

  /** This text stands in the editor now, whosever it is. */
  show(text) {
    this.#own = this.#all().includes(text) ? text : null;
    keep(PROGRAMS, text, "tab");
  }

  /** The person has edited what stands in the editor. Where another tab has edited the same program there are two now. */
  edit(text) {
    keep(PROGRAMS, text, "tab");
    // Who clears the editor begins another one.
    if (!text.trim()) return void (this.#own = null);
    const all = [text, ...this.others.filter((other) => other !== text)].slice(0, MOST);
    this.#own = text;
    this.#known = [...all];
    while (!keep(PROGRAMS, JSON.stringify(all)) && all.length > 1) all.pop();
  }
}
