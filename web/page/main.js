// The page: its parts, the program with its output, permalinks.

import data from "virtual:examples";
import { $, announce, copy, h } from "./dom.js";
import { Board } from "./board.js";
import { Editor } from "./editor.js";
import { Engine, Stopped, compile, failed, lexer } from "./engine.js";
import { Homework } from "./homework.js";
import { Programs, keep, kept } from "./kept.js";
import { entry, error } from "./output.js";
import { Reference } from "./reference.js";
import { fragment, opened } from "./share.js";

const WELCOME = `# Press Run, or Ctrl-Enter.

<0, *1 | 1/2>                    # a game: Left's options | Right's options
*3 + *5                          # nimbers
draw(<3 | <1 | -2>>)             # a thermograph

game Pick(n)                     # a rule set: take one or two
  moves Pick(n - k)  for k in 1..min(2, n)
end
winning_moves(Pick(3) + Pick(4))

svg(Clobber("xo.|oxo"))          # the Board explores it
outcome(Clobber("xo.|oxo"))
check Clobber("xo") == *
`;

/** The parts of the page as tabs: arrow keys go from one to the next. */
function tabs() {
  const all = [...document.querySelectorAll("[role=tab]")];
  const show = (tab) => {
    for (const one of all) {
      const on = one === tab;
      one.setAttribute("aria-selected", on);
      one.tabIndex = on ? 0 : -1;
      $(`#${one.getAttribute("aria-controls")}`).hidden = !on;
    }
    tab.dispatchEvent(new Event("shown"));
  };
  for (const [i, tab] of all.entries()) {
    tab.addEventListener("click", () => show(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1, Home: -i, End: all.length - 1 - i }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next = all[(i + step + all.length) % all.length];
      show(next);
      next.focus();
    });
  }
  return (name) => show($(`#tab-${name}`));
}

function theme() {
  const button = $("#theme");
  const names = { auto: "as the system has them", light: "light", dark: "dark" };
  const set = (name) => {
    document.documentElement.dataset.theme = name;
    button.textContent = name[0].toUpperCase() + name.slice(1);
    button.setAttribute("aria-label", `Colours: ${names[name]}`);
    keep("sprague-theme", name);
  };
  set(names[kept("sprague-theme")] ? kept("sprague-theme") : "auto");
  button.addEventListener("click", () => {
    const all = Object.keys(names);
    set(all[(all.indexOf(document.documentElement.dataset.theme) + 1) % all.length]);
  });
}

const seconds = (since) => {
  const time = performance.now() - since;
  return time < 1000 ? `${Math.max(1, Math.round(time))} ms` : `${(time / 1000).toFixed(1)} s`;
};

/** Puts a fragment into the address, or takes it away. */
function address(fragment) {
  if (location.hash !== fragment) history.replaceState(null, "", location.href.replace(/#.*$/, "") + fragment);
}

/** What a program is called where it is chosen: its first line with words. */
const title = (text) => text.split("\n").map((line) => line.replace(/^[#\s]+/, "")).find(Boolean)?.slice(0, 60) ?? "…";

class Program {
  constructor(page) {
    this.page = page;
    this.programs = new Programs();
    this.output = $("#output");
    this.status = $("#status");
    this.editor = new Editor($("#editor"), {
      ...page.help,
      label: "Program",
      text: this.programs.first ?? WELCOME,
      run: () => {
        this.run();
        return true;
      },
      changed: () => this.edited(),
    });
    $("#run").addEventListener("click", () => this.run());
    $("#stop").addEventListener("click", () => page.engine.stop());
    $("#share").addEventListener("click", (event) => this.share(event.currentTarget));
    const chooser = $("#examples");
    chooser.append(...data.programs.map(({ name, title }) => h("option", { value: name }, title)));
    chooser.addEventListener("change", () => {
      if (chooser.value) this.example(chooser.value);
    });
    const yours = $("#yours");
    yours.addEventListener("change", () => {
      if (yours.value) this.show(yours.value);
    });
    this.shown();
    $("#run").disabled = false;
    this.status.textContent = "Ready.";
  }

  /** Shows an example of the repository by its name. */
  example(name) {
    const found = data.programs.find((one) => one.name === name);
    if (!found) return false;
    this.show(found.text, `#example=${encodeURIComponent(name)}`);
    $("#examples").value = name;
    return true;
  }

  /** Shows a program in place of what stands there; it becomes the person's own when it is edited. The fragment stands for it. */
  show(text, fragment = "") {
    this.editor.text = text;
    this.editor.mark([], []);
    this.output.replaceChildren();
    this.status.textContent = "Ready.";
    address(fragment);
    this.shown();
  }

  /** Tells what stands in the editor, and offers the person's other programs. */
  shown() {
    this.programs.show(this.editor.text);
    $("#examples").value = "";
    this.offer();
  }

  offer() {
    const { others } = this.programs;
    const chooser = $("#yours");
    chooser.replaceChildren(h("option", { value: "" }, "choose …"), ...others.map((text) => h("option", { value: text }, title(text))));
    chooser.parentElement.hidden = others.length === 0;
  }

  /** Writes a line behind the program, as the person could. */
  add(line) {
    const { editor } = this;
    const text = editor.text.trimEnd();
    editor.view.dispatch({
      changes: { from: text.length, to: editor.text.length, insert: `${text ? "\n" : ""}${line}\n` },
      selection: { anchor: text.length },
      scrollIntoView: true,
    });
    editor.view.focus();
  }

  /** The person has changed the text, which is not what the address stands for any more. */
  edited() {
    this.programs.edit(this.editor.text);
    $("#examples").value = "";
    address("");
    if (this.programs.others.length !== $("#yours").options.length - 1) this.offer();
  }

  async share(button) {
    const text = this.editor.text;
    const example = data.programs.find((one) => one.text === text);
    address(example ? `#example=${example.name}` : await fragment("program", text));
    await copy(location.href, button);
  }

  /** Whether the engine has forgotten what the program defined when it was run. */
  get forgotten() {
    return this.known !== undefined && this.known !== this.page.engine.starts;
  }

  async run() {
    const { engine } = this.page;
    if (engine.busy) return;
    const { editor, output, status } = this;
    output.replaceChildren();
    editor.mark([], []);
    const since = performance.now();
    const waiting = [];
    // Many outputs come in one frame of the screen.
    const flush = () => output.append(...waiting.splice(0));
    const hear = (said) => {
      if (waiting.push(entry(said, editor)) === 1) requestAnimationFrame(flush);
    };
    status.textContent = "Running …";
    try {
      this.known = engine.starts;
      const told = await engine.ask({ ask: "run", text: editor.text }, hear);
      flush();
      if (told.omitted > 0) output.append(h("p", { class: "entry notice" }, `… and ${told.omitted} more lines of output, which are not shown.`));
      output.append(...told.warnings.map((one) => error(one, editor, "warning")));
      output.append(...told.errors.map((one) => error(one, editor, "error")));
      if (told.unseen) output.append(h("p", { class: "entry notice" }, told.unseen.replace(/^note: /, "")));
      editor.mark(told.errors, told.warnings);
      const checks = told.passed + told.failed;
      const parts = [
        told.errors.length > 0 ? (told.errors.length === 1 ? "1 error" : `${told.errors.length} errors`) : "Done",
        checks > 0 ? `${checks === 1 ? "1 check" : `${checks} checks`}, ${told.failed === 0 ? (checks === 1 ? "it holds" : "all hold") : `${told.failed} failed`}` : null,
        seconds(since),
      ];
      status.textContent = `${parts.filter(Boolean).join("; ")}.`;
      if (!output.hasChildNodes()) output.append(h("p", { class: "entry notice" }, "The program says nothing."));
    } catch (reason) {
      flush();
      status.textContent = reason instanceof Stopped ? `Stopped after ${seconds(since)}.` : "The engine was started again.";
      if (!(reason instanceof Stopped)) {
        output.append(h("div", { class: "entry error" }, h("p", { class: "message" }, h("strong", {}, "Error"), ` ${failed(reason)}`)));
      }
    }
  }
}

class Page {
  async start() {
    theme();
    this.show = tabs();
    const module = await compile();
    this.engine = new Engine(module);
    this.engine.onbusy = (busy) => {
      for (const stop of ["#stop", "#board-stop", "#homework-stop"]) $(stop).disabled = !busy;
      for (const begin of ["#run", "#grade", "#sheet"]) $(begin).disabled = busy;
      document.documentElement.classList.toggle("busy", busy);
    };
    let names = [];
    this.help = {
      tokens: await lexer(module),
      names: () => names,
      about: async (text) => (this.engine.busy ? null : (await this.engine.ask({ ask: "about", text })).html),
    };
    this.program = new Program(this);
    this.board = new Board(this);
    this.homework = new Homework(this, data.course);
    this.reference = new Reference(this);
    await this.open();
    this.opened = true;
    window.addEventListener("hashchange", () => this.open());
    // The library's names take a moment, and nobody waits for them.
    setTimeout(() => this.engine.ask({ ask: "names" }).then((all) => this.reference.fill((names = all)), () => {}), 50);
  }

  /** Shows what the address stands for. */
  async open() {
    const { hash } = location;
    let found = null;
    try {
      found = await opened(hash);
    } catch {
      $("#status").textContent = "This link is damaged: it stands for no program.";
    }
    if (found?.kind === "program") {
      this.program.show(found.text, hash);
      this.show("program");
    } else if (found?.kind === "example") {
      if (!this.program.example(found.text)) $("#status").textContent = `There is no example ${found.text}.`;
      this.show("program");
    } else if (found?.kind === "position") {
      this.show("board");
      this.board.explore(found.text);
    }
  }
}

const page = new Page();
page.start().catch((reason) => {
  const why = typeof WebAssembly === "undefined" ? "this browser has no WebAssembly" : (reason?.message ?? reason);
  $("#status").textContent = `The page cannot start: ${why}`;
  announce("The page cannot start");
});
globalThis.sprague = page;
