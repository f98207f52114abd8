// The engine as the page has it: one in a worker, which may take its time and can be ended at any moment, and one at hand for colours.

import source from "virtual:worker";
import { open } from "./wasm.js";

/** The computation was ended by the person. */
export class Stopped extends Error {}
/** The engine broke down, or its calls nested too deep for the browser. */
export class Broken extends Error {}

/** What happened instead of an answer, for people. */
export function failed(reason) {
  if (reason instanceof Stopped) return "Stopped.";
  return reason instanceof Broken ? reason.message : `This page broke down: ${reason?.message ?? reason}`;
}

/** The module out of the page's own text: compressed there, so that it is small whoever serves it. */
export async function compile() {
  const packed = globalThis.SPRAGUE_ENGINE;
  if (!packed) throw new Error("engine.js is missing beside this page");
  delete globalThis.SPRAGUE_ENGINE;
  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

export class Engine {
  #module;
  #worker;
  #waiting = [];
  /** How often it was started: names that programs define are known until the next time. */
  starts = 0;
  /** Called with true and false as work begins and ends. */
  onbusy = () => {};

  constructor(module) {
    this.#module = module;
    this.#start();
  }

  /** Whether something is being computed. */
  get busy() {
    return this.#waiting.length > 0;
  }

  #start() {
    this.starts += 1;
    const place = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.#worker = new Worker(place);
    URL.revokeObjectURL(place);
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = (event) => this.#end(new Broken(event.message));
    this.#worker.postMessage({ module: this.#module });
  }

  #hear(data) {
    const first = this.#waiting[0];
    if ("said" in data) return first?.hear(data.said);
    if ("broke" in data) {
      const why = data.deep
        ? "Calls nest too deep for this browser. The command `sprague` goes much deeper."
        : `The engine broke down, which is a mistake in it, not in the program: ${data.broke}`;
      return this.#end(new Broken(why));
    }
    this.#waiting.shift();
    if (!this.busy) this.onbusy(false);
    if (data.answer.wrong) first.reject(new Broken(data.answer.wrong));
    else first.resolve(data.answer);
  }

  #end(reason) {
    this.#worker.terminate();
    const waiting = this.#waiting.splice(0);
    this.#start();
    this.onbusy(false);
    for (const one of waiting) one.reject(reason);
  }

  /** Asks a question; `hear` gets what is said until the answer comes. */
  ask(question, hear = () => {}) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject, hear });
      if (this.#waiting.length === 1) this.onbusy(true);
      this.#worker.postMessage({ question });
    });
  }

  /** Ends whatever is computed. Names that programs defined are forgotten with it. */
  stop() {
    if (this.busy) this.#end(new Stopped("stopped"));
  }
}

/** Kinds and places of tokens at once, from an engine of the page's own; nothing if that broke down. */
export async function lexer(module) {
  let ask = await open(module, () => {});
  return (text) => {
    try {
      return ask?.({ ask: "tokens", text }) ?? [];
    } catch {
      ask = null;
      return [];
    }
  };
}
