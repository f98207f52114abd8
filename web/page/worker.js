// The engine in a worker. In: the compiled module, then questions. Out: what a program says, answers, and how it broke down.

import { open } from "./wasm.js";

let engine;

self.onmessage = async ({ data }) => {
  if (data.module) {
    engine = open(data.module, (said) => self.postMessage({ said }));
    return;
  }
  try {
    self.postMessage({ answer: (await engine)(data.question) });
  } catch (error) {
    // Its memory is in no known state: whoever hears this starts another worker.
    self.postMessage({ broke: String(error?.message ?? error), deep: error instanceof RangeError });
  }
};
