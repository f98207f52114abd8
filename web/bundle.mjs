// Puts the page together: node bundle.mjs ENGINE.wasm. Everything goes into dist/, as classic scripts, since a page that is opened
// from a folder may load neither modules nor workers nor WebAssembly: the worker is a text in the script, the engine one in its own.

import { build } from "esbuild";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const here = new URL(".", import.meta.url);
const at = (path) => new URL(path, here);
const dist = at("dist/");
const wasm = process.argv[2];

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);

/** The repository's own examples, titled by their first line. */
function examples() {
  const folder = at("../examples/");
  const title = (text) => text.split("\n", 1)[0].replace(/^#+ */, "").split(/[.:] /, 1)[0].replace(/\.$/, "");
  const program = (file) => {
    const text = readFileSync(new URL(file, folder), "utf8");
    return { name: file.replace(/\.cgt$/, ""), title: title(text), text };
  };
  const programs = readdirSync(folder).filter((file) => file.endsWith(".cgt")).sort().map(program);
  const first = programs.findIndex((one) => one.name === "tour");
  programs.unshift(...programs.splice(first, 1));
  const course = readdirSync(new URL("course/", folder)).sort().map((lesson) => {
    const read = (file) => readFileSync(new URL(`course/${lesson}/${file}`, folder), "utf8");
    // Answers as students give them say more than the model's.
    const [answers] = readdirSync(new URL(`course/${lesson}/answers/`, folder)).sort().filter((file) => file !== "model.cgt");
    return { name: lesson, key: read("key.cgt"), answers: read(`answers/${answers}`) };
  });
  return { programs, course };
}

const virtual = (contents) => ({
  name: "texts",
  setup(bundle) {
    bundle.onResolve({ filter: /^virtual:/ }, ({ path }) => ({ path, namespace: "virtual" }));
    bundle.onLoad({ filter: /.*/, namespace: "virtual" }, ({ path }) => ({
      contents: JSON.stringify(contents[path.slice("virtual:".length)]),
      loader: "json",
    }));
  },
});

const common = { bundle: true, minify: true, format: "iife", target: "es2022", charset: "utf8", logLevel: "warning" };
const worker = await build({ ...common, entryPoints: [at("page/worker.js").pathname], write: false });
await build({
  ...common,
  entryPoints: [at("page/main.js").pathname],
  outfile: new URL("page.js", dist).pathname,
  plugins: [virtual({ examples: examples(), worker: worker.outputFiles[0].text })],
  legalComments: "none",
});
const packed = gzipSync(readFileSync(wasm), { level: 9 });
writeFileSync(new URL("engine.js", dist), `globalThis.SPRAGUE_ENGINE="${packed.toString("base64")}";\n`);
for (const file of ["index.html", "style.css"]) copyFileSync(at(`page/${file}`), new URL(file, dist));

// What a browser has to fetch, as servers send it.
let [raw, sent] = [0, 0];
for (const file of readdirSync(dist).sort()) {
  const bytes = readFileSync(new URL(file, dist));
  const small = gzipSync(bytes, { level: 9 }).length;
  console.log(`${file.padEnd(12)} ${String(bytes.length).padStart(9)} bytes, ${String(small).padStart(8)} compressed`);
  [raw, sent] = [raw + bytes.length, sent + small];
}
console.log(`${"in all".padEnd(12)} ${String(raw).padStart(9)} bytes, ${String(sent).padStart(8)} compressed; engine ${readFileSync(wasm).length}`);
// The profile of the tests makes a larger engine, which nobody is sent.
if (sent > 3 << 20 && !process.argv[2].includes("/debug/")) throw new Error("the page has more than 3 MiB compressed");
