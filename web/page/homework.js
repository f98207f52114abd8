// Homework: a key and answers, compared in the browser with the points and reasons of `sprague grade`.

import { $, download, h } from "./dom.js";
import { Editor } from "./editor.js";
import { failed } from "./engine.js";
import { error } from "./output.js";

const KEY = `question q1 "The value of {1/4 | 1}"  worth 2
  expect <1/4 | 1>
  hint "Not the average: the simplest number between them."
end
question q2 "Who wins Kayles with rows of 3, 4 and 5?"
  expect outcome(Kayles(3) + Kayles(4) + Kayles(5))
end
`;
const ANSWERS = `answer q1 = 5/8
answer q2 = N
`;

export class Homework {
  constructor(page, course) {
    this.page = page;
    this.key = new Editor($("#key"), { ...page.help, label: "Key", text: KEY });
    this.answers = new Editor($("#answers"), { ...page.help, label: "Answers", text: ANSWERS });
    this.report = $("#report");
    $("#grade").addEventListener("click", () => this.grade());
    $("#sheet").addEventListener("click", () => this.sheet());
    $("#homework-stop").addEventListener("click", () => page.engine.stop());
    for (const [input, editor] of [["#key-file", this.key], ["#answers-file", this.answers]]) {
      $(input).addEventListener("change", async ({ currentTarget }) => {
        const [file] = currentTarget.files;
        if (file) editor.text = await file.text();
        currentTarget.value = "";
      });
    }
    const chooser = $("#lessons");
    const title = (name) => name.replace(/(\d)/, " $1").replace(/^./, (c) => c.toUpperCase());
    chooser.append(...course.map(({ name }) => h("option", { value: name }, title(name))));
    chooser.addEventListener("change", () => {
      const lesson = course.find(({ name }) => name === chooser.value);
      if (!lesson) return;
      this.key.text = lesson.key;
      this.answers.text = lesson.answers;
      this.report.replaceChildren();
    });
  }

  async #ask(question, show) {
    const { engine } = this.page;
    if (engine.busy) return;
    const status = $("#homework-status");
    status.textContent = "Comparing …";
    this.report.replaceChildren();
    try {
      const told = await engine.ask(question);
      if (told.errors) {
        status.textContent = "The key has errors.";
        this.report.append(...told.errors.map((one) => error(one, this.key, "error")));
        this.key.mark(told.errors, []);
      } else {
        this.key.mark([], []);
        status.textContent = show(told);
      }
      this.report.focus({ preventScroll: true });
    } catch (reason) {
      status.textContent = failed(reason);
    }
  }

  sheet() {
    return this.#ask({ ask: "sheet", key: this.key.text }, ({ sheet }) => {
      this.report.append(
        h("h2", {}, "The sheet for students"),
        h("pre", {}, sheet),
        h("button", { type: "button", onclick: () => download("sheet.cgt", sheet) }, "Download"),
      );
      return "The key without what is right.";
    });
  }

  grade() {
    const reveal = $("#reveal").checked;
    return this.#ask({ ask: "grade", key: this.key.text, answers: this.answers.text, reveal }, ({ report }) => {
      const score = `${report.score} of ${report.max_score} points`;
      const wrong = report.checks.filter((check) => check.holds !== true);
      this.report.append(
        ...[
          h("h2", {}, score),
          ...report.remarks.map((line) => h("pre", { class: "remark" }, line)),
          ...wrong.map((check) => h("p", { class: "remark" }, `Your check in line ${check.line} does not hold: `, h("code", {}, check.claim))),
          ...report.questions.map(question),
          report.output ? h("pre", { class: "remark", "aria-label": "Printed by the answers" }, report.output) : null,
        ].filter(Boolean),
      );
      return `${score}.`;
    });
  }
}

const WORDS = { right: "right", partial: "partly right", wrong: "wrong", error: "has an error", limit: "was stopped", blank: "not answered", manual: "for your teacher" };

/** A question of a report. */
function question(q) {
  const title = /^\d/.test(q.number) ? `Question ${q.number}` : q.number;
  const reasons = q.reasons.join("\n");
  return h(
    "section",
    { class: `question ${q.standing}` },
    h(
      "h3",
      {},
      title,
      h("span", { class: "standing" }, WORDS[q.standing] ?? q.standing),
      h("span", { class: "score" }, `${q.score} of ${q.max_score}${q.bonus ? ", bonus" : q.optional ? ", optional" : ""}`),
    ),
    q.text ? h("p", { class: "asked" }, q.text) : null,
    q.given !== null ? h("p", {}, "Your answer: ", h("code", {}, q.given)) : null,
    reasons ? h("pre", { class: "reasons" }, reasons) : null,
    ...q.hints.map((hint) => h("p", { class: "hint" }, h("b", {}, "Hint: "), hint)),
    q.answer ? h("p", {}, "The right answer: ", h("code", {}, q.answer)) : null,
  );
}
