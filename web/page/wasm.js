// The engine as a function from questions to answers: objects in, objects out. See engine/src/bridge.rs.

/** Instantiates the engine; `hear` gets what programs say while they run. */
export async function open(module, hear) {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let panic;
  const text = (start, length) => decoder.decode(new Uint8Array(engine.memory.buffer, start, length));
  const host = {
    said: (start, length) => hear(JSON.parse(text(start, length))),
    now: () => performance.now(),
    broke: (start, length) => (panic = text(start, length)),
  };
  const { exports: engine } = await WebAssembly.instantiate(module, { host });
  return (question) => {
    const bytes = encoder.encode(JSON.stringify(question));
    const place = engine.sprague_question(bytes.length);
    new Uint8Array(engine.memory.buffer, place, bytes.length).set(bytes);
    try {
      const length = engine.sprague_ask();
      return JSON.parse(text(engine.sprague_answer(), length));
    } catch (error) {
      throw panic ? new Error(panic) : error;
    }
  };
}
