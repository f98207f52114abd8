// Permalinks: what is shown stands in the fragment of the address, compressed, and is never sent to a server.

const PACKED = { program: "p", position: "b" };

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** The fragment that stands for a text: `program` or `position`. */
export async function fragment(kind, text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `#${PACKED[kind]}=${base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** What a fragment stands for: its kind and text; nothing if it stands for nothing. Examples are called by their names. */
export async function opened(fragment) {
  const [, key, value] = /^#(\w+)=(.*)$/.exec(fragment) ?? [];
  if (key === "example") return { kind: "example", text: decodeURIComponent(value) };
  const kind = Object.keys(PACKED).find((kind) => PACKED[kind] === key);
  if (!kind) return null;
  const bytes = Uint8Array.from(atob(value.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return { kind, text: new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))) };
}
