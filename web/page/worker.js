// Everything that takes time. The page ends this worker to cancel it.
import { runProgram } from "../package/run.js";
import { headOf, lookAt } from "./columns.js";

const MODEL = "calibrant.model.json";
const OUT = "calibrant.out.csv";
const WITH_BAND = ["auto", "abb", "sbb", "temperature", "histogram"];
const COMPARED_AT_ONCE = 20000; // rows

let module;
let name;
let bytes;
let look;

async function unpack(text) {
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// The program's own words, without its name.
const sentences = (errors) =>
  errors
    .replace(/[^\n]*\r\x1b\[K/g, "")
    .split("\n")
    .map((line) => line.replace(/^calibrant: /, "").trim())
    .filter((line) => line !== "");

function run(job, words, files) {
  const share = (text) => {
    const percent = [...text.matchAll(/(\d+) %/g)].at(-1);
    if (percent) postMessage({ type: "progress", job, share: Number(percent[1]) / 100 });
  };
  postMessage({ type: "progress", job });
  const { status, output, errors, files: after } = runProgram(module, words, files, share);
  return { status, output, said: sentences(errors), files: after };
}

function inputWords({ score, label, positive, weight, skipMissing }, verb) {
  const words = [];
  if (look.delimiter !== ",") words.push("--delimiter", look.delimiter === "\t" ? "tab" : look.delimiter);
  if (look.decimal !== ".") words.push("--decimal", look.decimal);
  words.push(verb === "evaluate" ? "--probability" : "--score", score);
  if (verb === "apply") return words;
  words.push("--label", label);
  if (positive) words.push("--positive", positive);
  if (weight) words.push("--weight", weight);
  if (skipMissing) words.push("--skip-missing");
  return words;
}

const shown = (words) => words.map((word) => (/^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
const rowsFitted = (said) => Number(/ on (\d+) (?:rows|weighted)/.exec(said.join(" "))?.[1] ?? 0);
const isWarning = (line) => line.startsWith(`${name}: `);

// What the scores are worth as they are; nothing if they are no probabilities.
function judge(choice) {
  const words = ["evaluate", name, ...inputWords(choice, "evaluate"), "--bootstrap", "0", "--html", "-"];
  const { status, output } = run("Reading the rows", words, { [name]: bytes });
  if (status === 0) postMessage({ type: "before", page: output });
}

function fit(choice) {
  const band = WITH_BAND.includes(choice.method);
  const words = ["fit", name, "-o", MODEL, "--method", choice.method, ...inputWords(choice, "fit")];
  if (band) words.push("--level", "0.95");
  const fitted = run("Fitting", words, { [name]: bytes });
  if (fitted.status !== 0) return { failed: fitted.said };
  const model = fitted.files[MODEL];
  postMessage({
    type: "model",
    model,
    said: fitted.said.filter((line) => !isWarning(line) && !line.startsWith("The model, ")),
    warnings: fitted.said.filter(isWarning),
    command: `calibrant ${shown(words).replace(MODEL, "model.json")}`,
  });
  const interval = band ? ["--interval"] : [];
  const applied = run("Calibrating the rows", ["apply", MODEL, name, "-o", OUT, ...inputWords(choice, "apply"), ...interval,
    ...(choice.skipMissing ? ["--skip-missing"] : [])], { [name]: bytes, [MODEL]: model });
  if (applied.status !== 0) return { failed: applied.said };
  postMessage({ type: "calibrated", table: applied.files[OUT] });
  return { rows: rowsFitted(fitted.said) };
}

function compare(choice) {
  const words = ["compare", name, ...inputWords(choice, "compare"), "--html", "-"];
  const { status, output, said } = run("Comparing the methods", words, { [name]: bytes });
  if (status !== 0) return { failed: said };
  postMessage({ type: "comparison", page: output });
  return {};
}

const tasks = {
  async start({ wasm }) {
    module = await WebAssembly.compile(await unpack(wasm));
    const { methods } = JSON.parse(runProgram(module, ["--generate", "methods"]).output);
    const offered = methods.filter((method) => method.gives_curve && method.classes === "any");
    postMessage({ type: "methods", methods: offered.map((method) => ({ name: method.name, title: method.title, summary: method.summary })) });
    return {};
  },
  async look({ again, ...message }) {
    ({ name, bytes } = message);
    look = lookAt(await headOf(bytes));
    if (!again) postMessage({ type: "columns", look });
    return { again };
  },
  calibrate({ choice }) {
    judge(choice);
    const done = fit(choice);
    if (done.failed) return done;
    const few = done.rows <= COMPARED_AT_ONCE;
    return few ? compare(choice) : { waiting: true };
  },
  compare: ({ choice }) => compare(choice),
};

// One after the other, in the order in which they came.
let last = Promise.resolve();
onmessage = ({ data }) => {
  last = last.then(async () => {
    try {
      postMessage({ type: "done", task: data.type, ...(await tasks[data.type](data)) });
    } catch (error) {
      const memory = error instanceof RangeError || /memory|allocation/i.test(error.message);
      const what = memory ? "the browser has not enough memory for this file" : `the program stopped: ${error.message}`;
      postMessage({ type: "done", task: data.type, failed: [`${name ?? "the page"}: ${what}`] });
    }
  });
};
