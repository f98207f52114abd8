// The page in a real browser, opened from its folder: no server and no network.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { chromium } from "playwright-core";

const { CHROMIUM, SPRAGUE } = process.env;
const root = new URL("../../", import.meta.url);
const address = new URL("../dist/index.html", import.meta.url).href;
/** Whatever is slow on a busy machine is not wrong. */
const PATIENCE = 60_000;

let browser;
let context;
let page;
let problems;

before(async () => {
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
});

after(() => browser?.close());

async function open(fragment = "") {
  await context?.close();
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, offline: true });
  context.setDefaultTimeout(PATIENCE);
  page = await context.newPage();
  problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await page.goto(address + fragment);
  await page.waitForFunction(() => globalThis.sprague?.opened);
}

beforeEach(() => open());

/** Puts a program into the editor and runs it; what is said then. */
async function run(text) {
  await page.evaluate((text) => globalThis.sprague.program.show(text), text);
  await page.click("#run");
  await finished();
  return page.locator("#output .entry").allInnerTexts();
}

const finished = () => page.waitForFunction(() => /^(Done|\d+ error|Stopped|The engine was)/.test(document.querySelector("#status").textContent));
const status = () => page.textContent("#status");
const clean = (texts) => texts.map((text) => text.replace(/\s*(Text\s*LaTeX|Save SVG)\s*$/, "").trim());

/** What the command says to a program, in a folder of its own, where it may leave files. */
function natively(use) {
  const folder = mkdtempSync(join(tmpdir(), "sprague-page-"));
  try {
    return use(folder, (...command) => execFileSync(SPRAGUE, command, { cwd: folder, encoding: "utf8" }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a program runs", async () => {
  const said = await run('*3 + *5\nprint("two and two is {2 + 2}")\ncheck mex(0, 1, 4) == 2\ncheck 1 == 2 "wrong"\n');
  const [value, printed, holds, fails] = clean(said);
  assert.equal(value, "*6");
  assert.equal(printed, "two and two is 4");
  assert.match(holds, /mex\(0, 1, 4\) == 2/);
  assert.match(fails, /1 is less than 2 by 1/);
  assert.match(await status(), /^Done; 2 checks, 1 failed; /);
  assert.deepEqual(problems, []);
});

test("the command says the same to the tour", async () => {
  const values = await page.evaluate(async () => {
    const said = [];
    const text = globalThis.sprague.program.editor.text;
    globalThis.sprague.program.example("tour");
    await globalThis.sprague.engine.ask({ ask: "run", text: globalThis.sprague.program.editor.text }, (one) => said.push(one));
    globalThis.sprague.program.show(text);
    return said.filter((one) => one.output === "value").map((one) => one.text);
  });
  const told = JSON.parse(execFileSync(SPRAGUE, ["--json", "examples/tour.cgt"], { cwd: root, encoding: "utf8" }));
  const expected = told.outputs.filter((one) => one.output === "value").map(({ text, value }) => (value === null ? text : `${text}${text.includes("\n") ? "\n" : " "}= ${value}`));
  assert.ok(expected.length > 30);
  assert.deepEqual(values, expected);
});

test("an error is shown at its place", async () => {
  const [error] = await run("x = 1\n# 𝔸 counts as one\nmexx(0, 1)\n");
  assert.match(error, /Error\s*E02\d\d.*mexx.*line 3/s);
  assert.equal(await page.locator("#output .error mark").innerText(), "mexx");
  assert.match(await status(), /^1 error/);
  assert.equal(await page.locator(".cm-lintRange-error").innerText(), "mexx");
  await page.click("#output .place");
  assert.equal(await page.locator(".cm-activeLine").first().innerText(), "mexx(0, 1)");
  assert.ok(await page.evaluate(() => document.activeElement.closest(".cm-editor") !== null));
});

test("pictures stand among the values", async () => {
  await run('draw(<3 | <1 | -2>>)\ntree(*2)\nhasse(subsets(3))\nsvg(Clobber("xo.|oxo"))\n');
  const pictures = page.locator("#output figure svg");
  assert.equal(await pictures.count(), 4);
  for (let i = 0; i < 4; i++) {
    const { width, height } = await pictures.nth(i).boundingBox();
    assert.ok(width > 60 && height > 60, `${i}: ${width} by ${height}`);
    assert.ok((await pictures.nth(i).locator("title").textContent()).length > 0);
  }
});

/** A text in the notation of the language. */
const quoted = (text) => `"${text.replace(/["\\{}]/g, "\\$&")}"`;
const SVG = "http://www.w3.org/2000/svg";

test("a text that claims to be a drawing draws and does nothing else", async () => {
  const evil = '><img id="x" src="x" onerror="document.title = 1"><b>bold</b><style>body{display:none}</style><meta http-equiv="refresh" content="0;url=about:blank"><iframe srcdoc="&lt;script&gt;parent.document.title = 2&lt;/script&gt;"></iframe>';
  const html = 'xmlns="http://www.w3.org/1999/xhtml"';
  const insides = [
    `<?x ${evil}?>`,
    `<!-- ${evil} -->`,
    `<title><![CDATA[${evil}]]></title>`,
    `<text ${html}><![CDATA[${evil}]]></text>`,
    `<title><text ${html}><![CDATA[${evil}]]></text></title>`,
    `<h:g xmlns:h="http://www.w3.org/1999/xhtml"><h:img src="x" onerror="document.title = 3"/></h:g>`,
    `<g xmlns="http://www.w3.org/1998/Math/MathML"><text><![CDATA[${evil}]]></text></g>`,
    "<script>document.title = 4</script>",
    "<style>body{display:none}</style>",
    `<foreignObject><iframe ${html} srcdoc="&lt;script&gt;parent.document.title = 5&lt;/script&gt;"/></foreignObject>`,
    '<a href="https://example.org/"><text>away</text></a>',
    '<image href="x.png"/>',
  ];
  const marks = '<g id="output" onload="document.title = 6" style="position:fixed" class="main" tabindex="1"><rect width="9" height="9" fill="url(x.svg#y)" stroke="u\\72l(x.svg#y)"/><line marker-end="url(#head)" transform="translate(1, 2)"/></g>';
  for (const inside of insides) {
    await run(`${quoted(`<svg xmlns="${SVG}" onload="document.title = 7">${inside}${marks}</svg>`)}\n`);
    const left = await page.evaluate((SVG) => {
      const figure = document.querySelector("#output figure");
      const all = [...figure.querySelectorAll("*")];
      return {
        foreign: all.filter((one) => one.namespaceURI !== SVG).length,
        elements: all.map((one) => one.localName).filter((name) => name !== "title" && name !== "text"),
        attributes: all.flatMap((one) => [...one.attributes].map(({ name, value }) => `${name}=${value}`)).filter((one) => !one.startsWith("xmlns=")),
        children: [...figure.firstChild.childNodes].every((one) => one.nodeType === Node.ELEMENT_NODE),
      };
    }, SVG);
    assert.deepEqual(left, {
      foreign: 0,
      elements: ["svg", "g", "rect", "line"],
      attributes: ["id=drawing-output", "width=9", "height=9", "marker-end=url(#drawing-head)", "transform=translate(1, 2)"],
      children: true,
    }, inside);
  }
  const [saved] = await Promise.all([page.waitForEvent("download"), page.locator("#output .tools button").click()]);
  assert.match(readFileSync(await saved.path(), "utf8"), /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"><g id="drawing-output"><rect width="9" height="9"\/><line [^<]*\/><\/g><\/svg>\n$/);
  assert.equal(await page.title(), "Sprague");
  assert.ok((await page.isVisible("#run")) && page.url() === address);
  await run('print("<b onclick=1>bold</b>")\n');
  assert.equal(await page.locator("#output b").count(), 0);
  // Of handlers the browser speaks where nobody sees them yet, as it reads the text; of an image it would where it looks for its file.
  assert.deepEqual(problems.filter((told) => !told.includes("inline event handler")), []);
});

test("a text that is no drawing is shown as the text it is", async () => {
  const texts = ["<svg <b></svg>", "<svg width=9></svg>", `<svg xmlns="http://www.w3.org/1999/xhtml"><b>bold</b></svg>`];
  for (const text of texts) {
    assert.deepEqual(clean(await run(`${quoted(text)}\n`)), [text]);
    assert.deepEqual(await page.locator("#output .tools button").allInnerTexts(), ["Text", "LaTeX"]);
  }
});

test("drawings of the library keep their looks, on the board as well", async () => {
  const drawings = ["draw(<3 | <1 | -2>>)", "tree(*2)", "hasse(subsets(3))", 'Clobber("xo.|oxo")', "plot([1, 2, 3])", "cayley_graph(misere_quotient(Kayles))", "game_graph(Nim(3))", "tree(on)", 'Hackenbush("bbr")'];
  const looks = (svg) => [...svg.matchAll(/ ([\w-]+)="([^"]*)"/g)].filter(([, name]) => name !== "xmlns").map(([look]) => look.replaceAll("drawing-", ""));
  for (const one of drawings) {
    const written = execFileSync(SPRAGUE, ["eval", `svg(${one})`], { encoding: "utf8" });
    await run(`svg(${one})\n`);
    const shown = await page.evaluate(() => new XMLSerializer().serializeToString(document.querySelector("#output figure svg")));
    assert.ok(looks(written).length > 10, one);
    assert.deepEqual(looks(shown), looks(written), one);
  }
  await run(`svg(p) = ${quoted(`<svg xmlns="${SVG}"><?x ><b>bold</b>?><rect width="9" height="9"/></svg>`)}\n`);
  await page.click("#tab-board");
  await page.fill("#position", "Nim(3) + Hackenbush(\"b\")");
  await page.press("#position", "Enter");
  await page.waitForSelector("#explorer figure rect");
  assert.equal(await page.locator("#explorer b:not(dd b)").count(), 0);
});

test("a computation is stopped and the text stays", async () => {
  const text = "print(1)\nwhile true do 1 end\n";
  await page.evaluate((text) => globalThis.sprague.program.show(text), text);
  await page.click("#run");
  await page.waitForSelector("#output .printed");
  await page.click("#stop");
  await finished();
  assert.match(await status(), /^Stopped after/);
  assert.equal(await page.evaluate(() => globalThis.sprague.program.editor.text), text);
  assert.deepEqual(clean(await run("1 + 1\n")), ["2"]);
});

test("bounds hold: calls, memory, and what the browser's own stack bounds", async () => {
  assert.match((await run("f(n) = 1 + f(n + 1)\nf(0)\n")).join(), /nested|nest/);
  assert.match((await run("xs = [0]\nwhile true do xs = xs + xs end\n")).join(), /memory|large/);
  assert.match((await run(`${"(".repeat(400)}1${")".repeat(400)}\ng = 0\nfor n in 1..3000 do g = <g | > end\ncanonical(g)\n`)).join(), /\d|nest/);
  assert.deepEqual(clean(await run("1 + 1\n")), ["2"]);
});

test("a permalink brings a program back", async () => {
  const text = 'x = <0 | *>   # ↑, "é" and 𝔸\nx + *\n';
  await page.evaluate((text) => globalThis.sprague.program.show(text), text);
  await page.click("#share");
  await page.waitForFunction(() => location.hash.startsWith("#p="));
  const fragment = await page.evaluate(() => location.hash);
  await open(fragment);
  assert.equal(await page.evaluate(() => globalThis.sprague.program.editor.text), text);
  await open("#p=damaged!");
  assert.match(await status(), /damaged/);
});

/** The text in the editor, of this page or another. */
const written = (from = page) => from.evaluate(() => globalThis.sprague.program.editor.text);

/** Types behind what stands in the editor, or in its place. */
async function type(text, { replace = false, into = page } = {}) {
  await into.click("#editor .cm-content");
  await into.keyboard.press(replace ? "Control+a" : "Control+End");
  await into.keyboard.type(text);
}

/** The page again, from the address that it has; and a new tab beside it. */
async function reloaded(one = page) {
  await one.reload();
  await one.waitForFunction(() => globalThis.sprague?.opened);
}
async function beside(fragment = "") {
  const other = await context.newPage();
  await other.goto(address + fragment);
  await other.waitForFunction(() => globalThis.sprague?.opened);
  return other;
}

test("what is edited after an example was chosen or the program shared is there after a reload", async () => {
  await page.selectOption("#examples", "lesson1");
  await reloaded();
  assert.match(await written(), /^# Lesson 1/);
  await type("mine = 1\n");
  assert.equal(await page.evaluate(() => location.hash), "");
  await reloaded();
  assert.match(await written(), /^# Lesson 1[^]*mine = 1\n$/);
  await type("x = 1\n", { replace: true });
  await page.click("#share");
  await page.waitForFunction(() => location.hash.startsWith("#p="));
  await type("mine = 2\n");
  await reloaded();
  assert.equal(await written(), "x = 1\nmine = 2\n");
  // It is one program all along.
  assert.deepEqual(await page.evaluate(() => JSON.parse(localStorage["sprague-program"])), ["x = 1\nmine = 2\n"]);
});

test("links, examples and what is tried replace no program of one's own", async () => {
  const mine = "# The work of hours.\nmine = 1\n";
  await type(mine, { replace: true });
  const other = await beside("#example=tour");
  assert.match(await written(other), /tour/);
  await reloaded();
  assert.equal(await written(), mine);
  // Also where the link is edited: there are two programs then.
  await type("theirs = 1\n", { replace: true, into: other });
  await type("more = 2\n");
  await reloaded();
  assert.equal(await written(), `${mine}more = 2\n`);
  assert.deepEqual(await page.locator("#yours option").allInnerTexts(), ["choose …", "theirs = 1"]);
  await page.click("#tab-reference");
  await page.fill("#lookup", "mex");
  await page.press("#lookup", "Enter");
  await page.click("#entry pre button");
  await finished();
  await page.selectOption("#examples", "lesson1");
  await reloaded();
  assert.match(await written(), /^# Lesson 1/);
  assert.deepEqual(await page.locator("#yours option").allInnerTexts(), ["choose …", "The work of hours.", "theirs = 1"]);
  await page.selectOption("#yours", { label: "The work of hours." });
  assert.equal(await written(), `${mine}more = 2\n`);
  await reloaded();
  assert.equal(await written(), `${mine}more = 2\n`);
  await page.click("#tab-board");
  await page.waitForFunction(() => globalThis.sprague.board.told && !globalThis.sprague.engine.busy);
  await page.click("text=To the program");
  assert.equal(await written(), `${mine}more = 2\nClobber("xo.|oxo")\n`);
  await reloaded();
  assert.equal(await written(), `${mine}more = 2\nClobber("xo.|oxo")\n`);
  assert.deepEqual(await page.locator("#yours option").allInnerTexts(), ["choose …", "theirs = 1"]);
});

test("two tabs with one program make two of it, and who clears the editor begins another", async () => {
  await type("one = 1\n", { replace: true });
  const other = await beside();
  assert.equal(await written(other), "one = 1\n");
  await type("two = 2\n", { into: other });
  await type("three = 3\n");
  for (const [tab, text] of [[page, "one = 1\nthree = 3\n"], [other, "one = 1\ntwo = 2\n"]]) {
    await reloaded(tab);
    assert.equal(await written(tab), text);
  }
  await page.click("#editor .cm-content");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await type("four = 4\n");
  const kept = await page.evaluate(() => JSON.parse(localStorage["sprague-program"]));
  assert.deepEqual(kept, ["four = 4\n", "one = 1\nthree = 3\n", "one = 1\ntwo = 2\n"]);
  assert.equal(await page.locator("#yours option").count(), 3);
});

test("every example of the repository is there and runs", async () => {
  const names = await page.locator("#examples option").evaluateAll((all) => all.map((one) => one.value).filter(Boolean));
  assert.ok(names.length >= 15 && names[0] === "tour", names.join());
  await page.selectOption("#examples", "lesson1");
  assert.match(await page.evaluate(() => globalThis.sprague.program.editor.text), /^# Lesson 1/);
  await page.click("#run");
  await finished();
  assert.match(await status(), /^Done/);
  assert.equal(await page.evaluate(() => location.hash), "#example=lesson1");
});

test("the board: a click changes a position, a move is made and taken back", async () => {
  await page.click("#tab-board");
  await page.waitForSelector(".cells");
  const explore = async (position) => {
    await page.fill("#position", position);
    await page.press("#position", "Enter");
    await settled(position);
  };
  const settled = (position) => page.waitForFunction((position) => globalThis.sprague.board.told?.position === position && !globalThis.sprague.engine.busy, position);
  await explore('Domineering("..|..")');
  assert.equal(await page.innerText(".worth"), "+-1");
  await page.click('[data-cell="0-0-0"]');
  await settled('Domineering("#.|..")');
  assert.equal(await page.innerText(".worth"), "*");
  await page.hover(".player.left li button");
  assert.equal(await page.locator(".cell.changes").count(), 2);
  await page.click(".player.left li button");
  await settled('Domineering("##|.#")');
  assert.equal(await page.innerText(".worth"), "0");
  await page.click("#back");
  await settled('Domineering("#.|..")');
  await explore('Clobber("xo.|oxo")');
  assert.match(await page.innerText(".facts"), /Outcome\s*N/);
  assert.equal(await page.locator(".player.left li").count(), 5);
  assert.equal(await page.locator(".facts .heat svg").count(), 1);
  await explore("Nim(3) + Nim(5)");
  await page.click('[data-step="1-more"]');
  await settled("Nim(3) + Nim(6)");
  assert.equal(await page.innerText(".worth"), "*5");
  await explore('ToadsAndFrogs("T.F")');
  assert.equal(await page.locator(".cell").count(), 3);
  await page.fill("#position", "1 + 1");
  await page.press("#position", "Enter");
  await page.waitForSelector(".wrong");
  assert.match(await page.innerText(".wrong"), /not a position/);
  await page.click(".wrong #back");
  await settled('ToadsAndFrogs("T.F")');
  assert.equal(await page.locator(".cell").count(), 3);
  // What is no position takes nothing out of what can be gone back to.
  await page.fill("#position", "Nim(");
  await page.press("#position", "Enter");
  await page.waitForSelector(".wrong");
  await explore("Nim(4)");
  for (const before of ['ToadsAndFrogs("T.F")', "Nim(3) + Nim(6)"]) {
    await page.click("#back");
    await settled(before);
  }
});

test("the board knows rule sets of one's own", async () => {
  await run('game Walls(b: grid)\n  left  Walls(c) for c in b.replacements(".", "#")\n  right Walls(c) for c in b.replacements("..", "##")\nend\n');
  await page.click("#tab-board");
  await page.fill("#position", 'Walls("...")');
  await page.press("#position", "Enter");
  await page.waitForFunction(() => globalThis.sprague.board.told?.position === 'Walls("...")');
  assert.equal(await page.locator(".player.left li").count(), 3);
  assert.equal(await page.locator(".player.right li").count(), 2);
  // A computation that is stopped takes them with it.
  await page.evaluate(() => (globalThis.sprague.engine.ask({ ask: "run", text: "while true do 1 end" }).catch(() => {}), globalThis.sprague.engine.stop()));
  await page.fill("#position", 'Walls("..")');
  await page.press("#position", "Enter");
  await page.waitForSelector(".wrong");
  assert.match(await page.innerText(".wrong"), /Walls[^]*run it again/);
  await page.click("#tab-program");
  await page.click("#run");
  await finished();
  await page.click("#tab-board");
  await page.press("#position", "Enter");
  await page.waitForFunction(() => globalThis.sprague.board.told?.position === 'Walls("..")');
});

test("homework gets the points and reasons of the command", async () => {
  await page.click("#tab-homework");
  await page.click("#grade");
  await page.waitForSelector(".question");
  assert.equal(await page.innerText("#report h2"), "1 of 3 points");
  assert.match(await page.innerText(".question.wrong"), /5\/8/);
  const key = readFileSync(new URL("examples/course/lesson1/key.cgt", root), "utf8");
  const answers = readFileSync(new URL("examples/course/lesson1/answers/hasty.cgt", root), "utf8");
  const told = await page.evaluate(([key, answers]) => globalThis.sprague.engine.ask({ ask: "grade", key, answers }), [key, answers]);
  const expected = natively((folder, sprague) => {
    writeFileSync(join(folder, "key.cgt"), key);
    writeFileSync(join(folder, "answers.cgt"), answers);
    return JSON.parse(sprague("grade", "key.cgt", "answers.cgt", "--format", "json")).submissions[0];
  });
  assert.equal(told.report.score, expected.score);
  assert.equal(told.report.max_score, expected.max_score);
  assert.ok(expected.questions.length > 5);
  for (const [i, question] of expected.questions.entries()) {
    for (const part of ["name", "number", "text", "score", "max_score", "standing", "given", "line", "reasons", "hints"]) {
      assert.deepEqual(told.report.questions[i][part], question[part], `${question.name}: ${part}`);
    }
  }
  await page.selectOption("#lessons", "lesson1");
  await page.click("#sheet");
  await page.waitForSelector("#report pre");
  const sheet = await page.innerText("#report pre");
  assert.ok(sheet.includes("# answer q1") && !sheet.includes("expect"), sheet);
});

test("points of homework are added before they are rounded", async () => {
  const key = ["1/10", "1/5", "1/3"].map((worth, i) => `question q${i} worth ${worth}\n  expect ${i}\nend\n`).join("");
  const answers = "answer q0 = 0\nanswer q1 = 1\n";
  const { report } = await page.evaluate(([key, answers]) => globalThis.sprague.engine.ask({ ask: "grade", key, answers }), [key, answers]);
  assert.deepEqual([report.score, report.max_score], [0.3, 0.633333]);
});

test("a key with an error says where", async () => {
  await page.click("#tab-homework");
  await page.evaluate(() => (globalThis.sprague.homework.key.text = "question q1\n  expect 1 +\nend\n"));
  await page.click("#grade");
  await page.waitForSelector("#report .error");
  assert.match(await page.innerText("#homework-status"), /key has errors/);
});

test("everything can be reached by keys and is named", async () => {
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  await page.focus("#tab-program");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.id), "tab-board");
  assert.ok(await page.isVisible("#board"));
  await page.waitForSelector(".cells");
  await page.focus('[data-cell="0-0-0"]');
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "b1: o");
  await page.keyboard.press("#");
  await page.waitForTimeout(50);
  await page.keyboard.press(".");
  await page.waitForFunction(() => globalThis.sprague.board.told?.position === 'Clobber("x..|oxo")' && !globalThis.sprague.engine.busy);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "b1: free");
  await page.focus("#tab-board");
  await page.keyboard.press("Home");
  await page.click(".cm-content");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("1/2 + <0 | 1>");
  await page.keyboard.press("Control+Enter");
  await finished();
  assert.deepEqual(clean(await page.locator("#output .entry").allInnerTexts()), ["1"]);
  // Tab leaves the editor.
  await page.focus(".cm-content");
  await page.keyboard.press("Tab");
  assert.ok(await page.evaluate(() => document.activeElement.closest(".cm-content") === null));
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll("button, input, select, [role=textbox], [role=log], [role=grid], [role=region]")]
      .filter((one) => !(one.textContent.trim() || one.getAttribute("aria-label") || one.closest("label") || one.labels?.length || one.getAttribute("aria-labelledby")))
      .map((one) => one.outerHTML.slice(0, 120)),
  );
  assert.deepEqual(nameless, []);
  assert.equal(await page.getAttribute("#status", "role"), "status");
});

test("what a name means can be looked up and tried", async () => {
  await page.click("#tab-reference");
  await page.fill("#lookup", "mex");
  await page.press("#lookup", "Enter");
  await page.waitForSelector("#entry pre button");
  assert.match(await page.innerText("#entry"), /mex\(/);
  await page.click("#entry pre button");
  await finished();
  assert.match(await status(), /^Done/);
  // Examples of several lines, and those that need what stands before them.
  for (const [name, last] of [["game", /N$/], ["poset", /^\[c, d\]$/], ["part", /nothing/]]) {
    await page.click("#tab-reference");
    await page.fill("#lookup", name);
    await page.press("#lookup", "Enter");
    await page.waitForFunction((name) => document.querySelector("#reference-status").textContent === `About ${name}`, name);
    await page.locator("#entry pre button").last().click();
    await finished();
    assert.match(await status(), /^Done/, name);
    assert.match(clean(await page.locator("#output .entry").allInnerTexts()).at(-1), last, name);
  }
});

test("a button that is pressed twice says what it said at first", async () => {
  await run("1 + 1\n");
  const button = page.locator("#output .tools button").first();
  for (let times = 0; times < 2; times++) {
    await button.click();
    await page.waitForFunction(() => document.querySelector("#output .tools button").textContent !== "Text");
  }
  await page.waitForFunction(() => document.querySelector("#output .tools button").textContent === "Text");
});

test("a program that imports is told where it could", async () => {
  assert.match((await run('import "a.cgt"\n')).join(), /Programs in the browser[^]*sprague FILE/);
});

test("what is too long for the page is shown in part, which is said", async () => {
  const said = /This is the beginning/;
  const [whole, value, printed] = await run('"x" * 10^6\n"x" * 10^7\nprint("x" * 10^7)\n');
  assert.ok(!said.test(whole) && whole.length >= 10 ** 6);
  assert.match(value, said);
  assert.match(printed, said);
});

test("certificates are those of the command, byte for byte", async () => {
  const program = [
    'save_certificate(certificate(outcome(Clobber("xoxo|oxox"))), "clobber.cert")',
    'save_certificate(certificate(grundy(Cram(grid(3, 4)))), "cram.cert")',
    'save_certificate(certificate(Domineering(grid(3, 3)) >= -1), "domineering.cert")',
    'save_certificate(certificate(Kayles), "kayles.cert")',
    'save_certificate(certificate(misere_quotient(Kayles)), "quotient.cert")',
  ].join("\n");
  const said = await run(`${program}\n`);
  assert.match(await status(), /^Done/, said.join());
  const files = {};
  for (const entry of await page.locator("#output .file").all()) {
    const [download] = await Promise.all([page.waitForEvent("download"), entry.locator("button").click()]);
    files[download.suggestedFilename()] = readFileSync(await download.path());
  }
  assert.equal(Object.keys(files).length, 5);
  natively((folder, sprague) => {
    writeFileSync(join(folder, "program.cgt"), program);
    sprague("program.cgt");
    for (const [name, bytes] of Object.entries(files)) {
      assert.ok(bytes.length > 40, name);
      assert.deepEqual(bytes, readFileSync(join(folder, name)), name);
      writeFileSync(join(folder, `browser-${name}`), bytes);
      sprague("verify", `browser-${name}`);
    }
  });
});

/** How bright, from 0 to 1, the colour of a piece is and what is behind another, in the page. */
function luminances([text, ground]) {
  // A canvas lays colours over each other as the screen does.
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  const bright = (...layers) => {
    for (const colour of layers) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((n) => (n / 255 <= 0.03928 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const style = (selector) => getComputedStyle(document.querySelector(selector));
  return [bright(style(text).color), bright(style(".pane").backgroundColor, style(ground).backgroundColor)];
}

test("dark colours, paper, and small screens have everything", async () => {
  for (const scheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: scheme });
    const [ink, paper] = await page.evaluate(() => {
      const style = getComputedStyle(document.body);
      return [style.color, style.backgroundColor].map((colour) => colour.match(/\d+/g).slice(0, 3).reduce((sum, n) => sum + Number(n), 0));
    });
    assert.ok(scheme === "dark" ? ink > paper + 400 : paper > ink + 400, `${scheme}: ${ink} on ${paper}`);
    // The faintest that is read: the numbers of lines, and a comment in the line that one is in.
    for (const [text, ground] of [[".cm-gutters", ".cm-gutters"], [".tok-comment", ".cm-activeLine"]]) {
      const contrast = await page.evaluate(luminances, [text, ground]).then(([a, b]) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
      assert.ok(contrast >= 4.5, `${text}, ${scheme}: ${contrast}`);
    }
  }
  await page.emulateMedia({ media: "print" });
  assert.ok(!(await page.isVisible("#run")) && (await page.isVisible("#editor")));
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize({ width: 380, height: 740 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 380, `${wide}`);
});
