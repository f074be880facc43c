// The npm package, compared with the program: CALIBRANT_WEB names build/web, CALIBRANT_PROGRAM the native program.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { exampleRows } from "../page/example.js";
import { lookAt, rowsOf } from "../page/columns.js";

const web = process.env.CALIBRANT_WEB;
const program = process.env.CALIBRANT_PROGRAM;
const { CalibrantError, load } = await import(join(web, "package", "calibrant.js"));

let calibrant;
let folder;
const rows = exampleRows();
const table = rows.trim().split("\n").slice(1).map((line) => line.split(",").map(Number));
const scores = table.map((row) => row[2]);
const labels = table.map((row) => row[3]);
const COLUMNS = ["--score", "risk", "--label", "died"];

before(async () => {
  calibrant = await load();
  folder = mkdtempSync(join(tmpdir(), "calibrant-web-"));
  writeFileSync(join(folder, "rows.csv"), rows);
});
after(() => rmSync(folder, { recursive: true }));

const native = (...words) => execFileSync(program, words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const here = (words, files = { "rows.csv": rows }) => calibrant.run(words, files);
const textOf = (bytes) => new TextDecoder().decode(bytes);

// Fits that use no exponential of the C library are the same to the byte.
for (const method of ["sbb", "isotonic", "histogram"]) {
  test(`the model of ${method} is the program's, byte for byte`, () => {
    const words = ["fit", "rows.csv", "-o", "model.json", "--method", method, ...COLUMNS];
    native(...words);
    const run = here(words);
    assert.equal(run.status, 0, run.errors);
    assert.equal(textOf(run.files["model.json"]), readFileSync(join(folder, "model.json"), "utf8"));
  });
}

for (const method of ["auto", "abb", "platt", "platt-logit", "beta", "temperature", "quadratic"]) {
  test(`${method} fitted here and there agree, and its model applied here gives the program's bits`, () => {
    const model = `${method}.json`;
    native("fit", "rows.csv", "-o", model, "--method", method, ...COLUMNS);
    const file = readFileSync(join(folder, model), "utf8");
    const table = native("apply", model, "rows.csv", "--score", "risk");
    const applied = here(["apply", model, "rows.csv", "--score", "risk"], { "rows.csv": rows, [model]: file });
    assert.equal(applied.output, table);
    const there = calibrant.loadModel(file).apply(scores);
    const column = rowsOf(table, ",", Infinity).slice(1).map((row) => Number(row.at(-1)));
    assert.deepEqual([...there], column);
    const own = calibrant.fit(scores, labels, { method }).apply(scores);
    const furthest = Math.max(...own.map((p, i) => Math.abs(p - there[i])));
    assert.ok(furthest < 1e-6, `${furthest}`);
  });
}

test("a model file is read and written without a change", () => {
  const model = calibrant.fit(scores, labels, { level: 0.9, keepObservations: true });
  const text = model.toText();
  const again = calibrant.loadModel(text);
  assert.equal(again.toText(), text);
  assert.deepEqual([again.kind, again.method, again.level, again.classes], ["curve", "auto", 0.9, []]);
  assert.match(again.describe(), /^An average of \d+ models/);
  const { lower, upper } = again.interval([0.3]);
  const [p] = again.apply([0.3]);
  assert.ok(lower[0] < p && p < upper[0]);
  const updated = again.update(scores, labels);
  const narrower = updated.interval([0.3]);
  assert.ok(narrower.upper[0] - narrower.lower[0] < upper[0] - lower[0]);
  writeFileSync(join(folder, "js.json"), text);
  assert.match(native("apply", "js.json", "rows.csv", "--score", "risk"), /calibrated/);
});

test("counts are rows", () => {
  const one = calibrant.fit([1, 1, 2, 2, 2], [0, 1, 1, 1, 0], { method: "isotonic" });
  const other = calibrant.fitCounts([1, 2], [1, 1], [1, 2], { method: "isotonic" });
  assert.equal(one.toText(), other.toText());
});

test("several classes", () => {
  const given = scores.map((p) => [p, 1 - p]);
  const names = labels.map((label) => (label ? "yes" : "no"));
  const model = calibrant.fit(given, names, { classes: ["yes", "no"] });
  assert.deepEqual(model.classes, ["yes", "no"]);
  const p = model.apply([[0.8, 0.2]]);
  assert.ok(Math.abs(p[0] + p[1] - 1) < 1e-12 && p[0] < 0.8);
  assert.ok(calibrant.evaluate(given, names, { classes: ["yes", "no"], bootstrap: 10 }).toJSON());
});

test("groups", () => {
  const groups = scores.map((_, i) => (i % 3 === 0 ? "north" : "south"));
  const model = calibrant.fit(scores, labels, { groups, by: "site" });
  assert.equal(model.kind, "grouped");
  const [a, b] = model.apply([0.4, 0.4], { groups: ["north", "south"] });
  assert.ok(a > 0 && b > 0 && a !== b);
  assert.match(calibrant.evaluate(scores, labels, { groups, by: "site", bootstrap: 10 }).toText(), /north/);
});

test("evaluation and comparison are the program's", () => {
  const words = ["evaluate", "rows.csv", "--probability", "risk", "--label", "died", "--bootstrap", "100"];
  assert.equal(here(words).output, native(...words));
  const finding = calibrant.evaluate(scores, labels, { bootstrap: 100 });
  assert.ok(native(...words).includes(finding.toText().split("\n").at(-2)));
  const comparison = calibrant.compare(scores, labels, { methods: ["platt", "isotonic", "raw"], folds: 4 });
  const compared = ["compare", "rows.csv", ...COLUMNS, "--methods", "platt,isotonic,raw", "--folds", "4"];
  const [mine, theirs] = [comparison.toJSON(), JSON.parse(native(...compared, "--json"))];
  assert.equal(mine.recommended, theirs.recommended);
  assert.match(comparison.toHTML({ title: "Ours" }), /<h1>Ours/);
  assert.deepEqual(comparison.notes(), []);
});

test("exports", () => {
  const model = calibrant.fit(scores, labels, { method: "sbb" });
  assert.match(model.export("sql", { column: "risk" }), /"risk"/);
  assert.ok(model.export("onnx") instanceof Uint8Array);
  assert.deepEqual(calibrant.inspect(scores, labels.map((label) => 1 - label)).length, 1);
});

test("errors are those of every front end", () => {
  const refuse = (use, status, message) =>
    assert.throws(use, (error) => error instanceof CalibrantError && error.status === status && error.message === message,
      message);
  refuse(() => calibrant.fit([1, NaN], [0, 1]), "bad input", "scores[1]: nan is not a finite number");
  refuse(() => calibrant.fit([1, 2], [0, 2]), "bad input", "labels[1]: 2 is not a label (0 or 1)");
  refuse(() => calibrant.fit([1, 2], [0, 0.5]), "bad input", "labels[1]: 0.5 is not a label (0 or 1)");
  refuse(() => calibrant.fit([1, 2], [0]), "bad input", "there are 2 scores and 1 rows");
  refuse(() => calibrant.fit(scores, labels, { bins: 3 }), "bad option", "bins: is for histogram, not for auto");
  refuse(() => calibrant.loadModel("{}"), "bad model", 'model: has no "format"');
  const model = calibrant.fit(scores, labels);
  refuse(() => model.interval([0.5]), "failed", calibrantMessage(model));
  model.free();
  refuse(() => model.apply([0.5]), "bad argument", "the model was freed");
  // The library goes on working.
  assert.equal(calibrant.fit(scores, labels, { method: "platt" }).method, "platt");
});

function calibrantMessage(model) {
  try {
    model.interval([0.5]);
  } catch ({ message }) {
    assert.match(message, /band/);
    return message;
  }
  return "";
}

test("bad rows are refused in the words of the program, and nothing is written", () => {
  const bad = {
    "words.csv": "score,label\n0.5,1\nabc,0\n",
    "short.csv": "score,label\n0.5,1\n0.5\n",
    "labels.csv": "score,label\n0.5,1\n0.5,2\n",
    "empty.csv": "",
    "zero.csv": "score,label\n0.5,1\0\n",
    "quote.csv": 'score,label\n"0.5,1\n',
    "names.csv": "a,b\n1,2\n",
    "broken.csv.gz": "no gzip",
  };
  for (const [name, text] of Object.entries(bad)) {
    writeFileSync(join(folder, name), text);
    const run = here(["fit", name, "-o", "m.json"], { [name]: text });
    let theirs;
    try {
      native("fit", name, "-o", "m.json");
    } catch (error) {
      theirs = error;
    }
    assert.equal(run.status, theirs.status, name);
    assert.equal(run.errors, theirs.stderr);
    assert.deepEqual(Object.keys(run.files), [name]);
  }
});

test("what the page guesses of columns", () => {
  const guess = (text) => {
    const { delimiter, decimal, score, label, positive } = lookAt(text);
    return [delimiter, decimal, score, label, positive];
  };
  assert.deepEqual(guess(rows), [",", ".", "risk", "died", "1"]);
  assert.deepEqual(guess("id;p;y\n1;0,5;yes\n2;0,25;no\n"), [";", ",", "p", "y", "yes"]);
  assert.deepEqual(guess('"the ""score""",label\r\n0.5,0\r\n0.25,1\r\n'), [",", ".", 'the "score"', "label", "1"]);
  const classes = "p_cat,p_dog,p_cow,label\n0.1,0.2,0.7,cow\n0.5,0.2,0.3,cat\n0.1,0.9,0,dog\n";
  assert.deepEqual(guess(classes).slice(2, 4), ["p_*", "label"]);
  assert.deepEqual(guess("").slice(2), [undefined, undefined, undefined]);
});
