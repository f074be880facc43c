// Calibrant for JavaScript: the functions of include/calibrant/calibrant.h with the manners of this language.

import { numbersAt, textAt, withMemory } from "./memory.js";
import { runProgram } from "./run.js";
import { makeSystem } from "./wasi.js";

const KINDS = ["nothing", "curve", "acp", "multiclass", "grouped"];
const STATUSES = ["ok", "bad argument", "bad input", "bad option", "bad model", "failed", "out of memory", "internal"];

/** Something that Calibrant refuses; the message names the place. */
export class CalibrantError extends Error {
  constructor(message, status) {
    super(message);
    this.name = "CalibrantError";
    this.status = status;
  }
}

async function bytesOf(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  if (source) return WebAssembly.compile(await (await source).arrayBuffer());
  const url = new URL("calibrant.wasm", import.meta.url);
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  return WebAssembly.compile(await (await fetch(url)).arrayBuffer());
}

/** Where a JSON option of the C API stands for an option of ours: camelCase becomes snake_case. */
function optionsText(options) {
  if (options == null) return null;
  const renamed = Object.entries(options).map(([name, value]) => [name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), value]);
  return JSON.stringify(Object.fromEntries(renamed));
}

/** The numbers of labels, which may be booleans or, with classes, names. */
function numbersOf(labels, classes) {
  return Int32Array.from(labels, (label, i) => {
    const number = classes && typeof label === "string" ? classes.indexOf(label) : Number(label);
    if (Number.isInteger(number) && !(classes && number < 0)) return number;
    const expected = classes ? `one of the classes (${classes.join(", ")})` : "a label (0 or 1)";
    throw new CalibrantError(`labels[${i}]: ${String(label)} is not ${expected}`, "bad input");
  });
}

function sameLength(what, values, rows) {
  if (values != null && values.length !== rows) {
    throw new CalibrantError(`there are ${values.length} ${what} and ${rows} rows`, "bad input");
  }
}

/** Rows of numbers, one after the other: of a flat array, or of an array of rows. */
function flat(values, columns) {
  if (!Array.isArray(values) || !Array.isArray(values[0])) return values;
  values.forEach((row, i) => {
    if (row.length !== columns) throw new CalibrantError(`scores[${i}]: has ${row.length} numbers, not ${columns}`, "bad input");
  });
  return values.flat();
}

class Library {
  constructor(module) {
    this.module = module;
    const system = makeSystem();
    this.exports = new WebAssembly.Instance(module, system.imports).exports;
    system.begin(this.exports.memory);
    this.exports._initialize();
    const free = (at) => this.exports.calibrant_free(at);
    const freeFinding = (at) => this.exports.calibrant_free_finding(at);
    this.models = new FinalizationRegistry(free);
    this.findings = new FinalizationRegistry(freeFinding);
  }

  /** Calls with memory that is given back, and throws what the library says. */
  call(name, make) {
    return withMemory(this.exports, (place) => {
      const { words, result } = make(place);
      const status = this.exports[name](...words);
      if (status !== 0) {
        throw new CalibrantError(textAt(this.exports, this.exports.calibrant_last_error()), STATUSES[status]);
      }
      return result?.();
    });
  }

  pointerAt(at) {
    return new Uint32Array(this.exports.memory.buffer, at, 1)[0];
  }

  /** For functions that give a text which the caller frees. */
  text(name, make, binary = false) {
    return this.call(name, (place) => {
      const at = place.room(8);
      return {
        words: [...make(place), at, at + 4],
        result: () => {
          const text = this.pointerAt(at);
          const length = this.pointerAt(at + 4);
          const value = binary
            ? new Uint8Array(this.exports.memory.buffer, text, length).slice()
            : textAt(this.exports, text, length);
          this.exports.calibrant_free_text(text);
          return value;
        },
      };
    });
  }

  made(name, make, Kind) {
    return this.call(name, (place) => {
      const at = place.room(4);
      return { words: [...make(place), at], result: () => new Kind(this, this.pointerAt(at)) };
    });
  }
}

/** A fitted calibrator. It never changes. */
export class Model {
  #library;
  #at;

  constructor(library, at) {
    this.#library = library;
    this.#at = at;
    library.models.register(this, at, this);
  }

  get #pointer() {
    if (this.#at === 0) throw new CalibrantError("the model was freed", "bad argument");
    return this.#at;
  }

  get kind() {
    return KINDS[this.#library.exports.calibrant_kind_of(this.#pointer)];
  }

  get method() {
    return textAt(this.#library.exports, this.#library.exports.calibrant_method(this.#pointer));
  }

  /** Of the credible band; 0 if there is none. */
  get level() {
    return this.#library.exports.calibrant_level(this.#pointer);
  }

  /** The names of several classes; otherwise none. */
  get classes() {
    const { exports } = this.#library;
    if (this.kind !== "multiclass") return [];
    return Array.from({ length: exports.calibrant_columns(this.#pointer) }, (_, i) =>
      textAt(exports, exports.calibrant_class_name(this.#pointer, i)));
  }

  /** Probabilities of scores; of several classes row after row. Groups go with a model that has some. */
  apply(scores, { groups, lower, upper } = {}) {
    return this.#use(scores, ({ place, at, count, rows, names }) => {
      const out = place.room(8 * count);
      const words = groups ? [this.#pointer, at, names, rows, out]
        : lower ? [this.#pointer, at, place.doubles(lower), place.doubles(upper), rows, out]
        : [this.#pointer, at, rows, out];
      return { words, result: () => numbersAt(this.#library.exports, out, count) };
    }, groups ? "calibrant_apply_groups" : lower ? "calibrant_apply_acp" : "calibrant_apply", { groups, lower, upper });
  }

  /** The credible interval of each probability. */
  interval(scores, { groups } = {}) {
    return this.#use(scores, ({ place, at, count, rows, names }) => {
      const [low, high] = [place.room(8 * count), place.room(8 * count)];
      const { exports } = this.#library;
      return {
        words: groups ? [this.#pointer, at, names, rows, low, high] : [this.#pointer, at, rows, low, high],
        result: () => ({ lower: numbersAt(exports, low, count), upper: numbersAt(exports, high, count) }),
      };
    }, groups ? "calibrant_interval_groups" : "calibrant_interval", { groups });
  }

  #use(scores, make, name, others) {
    const columns = this.#library.exports.calibrant_columns(this.#pointer);
    const values = flat(scores, columns);
    const rows = Math.floor(values.length / columns);
    if (rows * columns !== values.length) {
      throw new CalibrantError(`scores: ${values.length} numbers are no rows of ${columns}`, "bad input");
    }
    for (const [what, list] of Object.entries(others)) sameLength(what, list, rows);
    return this.#library.call(name, (place) =>
      make({ place, at: place.doubles(values), count: values.length, rows, names: place.texts(others.groups) }));
  }

  /** The same fit again, to what the model keeps and to new rows. */
  update(scores, labels, { weights, forget = 1 } = {}) {
    const columns = this.#library.exports.calibrant_columns(this.#pointer);
    const numbers = numbersOf(labels, columns > 1 ? this.classes : undefined);
    const values = flat(scores, columns);
    sameLength("scores", values, numbers.length * columns);
    sameLength("weights", weights, numbers.length);
    return this.#library.made("calibrant_update", (place) =>
      [this.#pointer, forget, place.doubles(values), place.integers(numbers), place.doubles(weights), numbers.length], Model);
  }

  /** The text of the model file, which every other front end reads. */
  toText() {
    return this.#library.text("calibrant_to_json", () => [this.#pointer]);
  }

  /** What a fit averaged or chose, in words. */
  describe() {
    return this.#library.text("calibrant_describe", () => [this.#pointer]);
  }

  /** The model as SQL, C or columns for Spark (a text), or as ONNX (bytes). */
  export(target, options = undefined) {
    return this.#library.text("calibrant_export", (place) =>
      [this.#pointer, place.text(target), place.text(optionsText(options))], target === "onnx");
  }

  /** Gives the memory back at once; otherwise it is given back some time after the last use. */
  free() {
    this.#library.models.unregister(this);
    this.#library.exports.calibrant_free(this.#at);
    this.#at = 0;
  }
}

/** What was found out about probabilities or methods. */
export class Finding {
  #library;
  #at;

  constructor(library, at) {
    this.#library = library;
    this.#at = at;
    library.findings.register(this, at, this);
  }

  #as(form, title = undefined, before = undefined) {
    return this.#library.text("calibrant_finding_text", (place) =>
      [this.#at, place.text(form), place.text(title), before ? before.#at : 0]);
  }

  /** For people. */
  toText() {
    return this.#as("text");
  }

  /** Every number. */
  toJSON() {
    return JSON.parse(this.#as("json"));
  }

  /** The report: one page without any reference to another. */
  toHTML({ title, before } = {}) {
    return this.#as("html", title, before);
  }

  /** What a comparison did in another way than it was asked to. */
  notes() {
    return JSON.parse(this.#as("notes"));
  }
}

/** Everything else. `load` makes one. */
export class Calibrant {
  #library;

  constructor(library) {
    this.#library = library;
  }

  get version() {
    return textAt(this.#library.exports, this.#library.exports.calibrant_version());
  }

  /** Every method and every option: names, defaults, what is allowed. */
  methods() {
    return JSON.parse(textAt(this.#library.exports, this.#library.exports.calibrant_methods()));
  }

  /** Fits a model; see calibrant.d.ts for the options. */
  fit(scores, labels, { method = "auto", weights, classes, groups, by = "group", ...options } = {}) {
    const values = flat(scores, classes?.length);
    const numbers = numbersOf(labels, classes);
    const rows = numbers.length;
    sameLength("scores", values, rows * (classes?.length ?? 1));
    sameLength("weights", weights, rows);
    sameLength("groups", groups, rows);
    const name = classes ? "calibrant_fit_classes" : groups ? "calibrant_fit_groups" : "calibrant_fit";
    return this.#library.made(name, (place) => [
      place.text(method),
      place.text(optionsText(options)),
      ...(groups && !classes ? [place.text(by), place.texts(groups)] : []),
      place.doubles(values),
      place.integers(numbers),
      place.doubles(weights),
      rows,
      ...(classes ? [place.texts(classes), classes.length] : []),
    ], Model);
  }

  /** The same for rows that are counted: each score with the weights of its negatives and positives. */
  fitCounts(scores, negatives, positives, { method = "auto", ...options } = {}) {
    sameLength("negatives", negatives, scores.length);
    sameLength("positives", positives, scores.length);
    return this.#library.made("calibrant_fit_counts", (place) => [
      place.text(method), place.text(optionsText(options)), place.doubles(scores), place.doubles(negatives),
      place.doubles(positives), scores.length,
    ], Model);
  }

  /** Reads the text of a model file. */
  loadModel(text) {
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    return this.#library.made("calibrant_load_memory", (place) => {
      const at = place.room(bytes.length);
      new Uint8Array(this.#library.exports.memory.buffer, at, bytes.length).set(bytes);
      return [at, bytes.length];
    }, Model);
  }

  #rows(place, scores, labels, weights, classes) {
    const numbers = numbersOf(labels, classes);
    const values = flat(scores, classes?.length);
    sameLength("scores", values, numbers.length * (classes?.length ?? 1));
    sameLength("weights", weights, numbers.length);
    return [place.doubles(values), place.integers(numbers), place.doubles(weights), numbers.length];
  }

  /** What looks wrong with rows that can be used: a list of sentences. */
  inspect(scores, labels, { weights, classes } = {}) {
    return JSON.parse(this.#library.text("calibrant_inspect", (place) =>
      [...this.#rows(place, scores, labels, weights, classes), place.texts(classes), classes?.length ?? 0]));
  }

  /** How good probabilities are. */
  evaluate(probabilities, labels, { weights, classes, groups, by = "group", ...options } = {}) {
    if (groups && !classes) {
      const names = [...new Set(groups)];
      const numbers = groups.map((name) => names.indexOf(name));
      return this.#library.made("calibrant_evaluate_subgroups", (place) => [
        place.text(optionsText(options)), ...this.#rows(place, probabilities, labels, weights), place.text(by),
        place.integers(numbers), place.texts(names), names.length,
      ], Finding);
    }
    return this.#library.made("calibrant_evaluate", (place) => [
      place.text(optionsText(options)), ...this.#rows(place, probabilities, labels, weights, classes),
      place.texts(classes), classes?.length ?? 0,
    ], Finding);
  }

  /** Which method is best for these scores, on folds or on the rows of `test`. */
  compare(scores, labels, { weights, classes, test, ...options } = {}) {
    return this.#library.made("calibrant_compare", (place) => [
      place.text(optionsText(options)), ...this.#rows(place, scores, labels, weights, classes),
      ...(test ? this.#rows(place, test.scores, test.labels, test.weights, classes) : [0, 0, 0, 0]),
      place.texts(classes), classes?.length ?? 0,
    ], Finding);
  }

  /** The command line on files in memory: `run(["fit", "rows.csv", "-o", "model.json"], {"rows.csv": bytes})`. */
  run(words, files = {}) {
    const bytes = Object.entries(files).map(([name, file]) => [name, typeof file === "string" ? new TextEncoder().encode(file) : file]);
    return runProgram(this.#library.module, words, Object.fromEntries(bytes));
  }
}

/**
 * Loads the module: the file of this package, or what is given.
 *
 * @param {BufferSource | WebAssembly.Module | Response | Promise<Response>} [source]
 */
export async function load(source = undefined) {
  return new Calibrant(new Library(await bytesOf(source)));
}
