/** Numbers in any list. */
export type Numbers = ArrayLike<number> & Iterable<number>;
/** One score a row; of several classes a list of rows, or all of them row after row. */
export type Scores = Numbers | ReadonlyArray<ReadonlyArray<number>>;
/** 0 or 1, false or true; of several classes a number from 0 or a name. */
export type Labels = Iterable<number | boolean | string> & { readonly length: number };

export type Kind = "nothing" | "curve" | "acp" | "multiclass" | "grouped";
export type Status = "bad argument" | "bad input" | "bad option" | "bad model" | "failed" | "out of memory" | "internal";
export type Method =
  | "auto" | "abb" | "sbb" | "platt" | "platt-logit" | "beta" | "temperature" | "quadratic" | "histogram" | "isotonic"
  | "vector" | "matrix" | "one-vs-rest";

/** Something that Calibrant refuses; the message names the place. */
export class CalibrantError extends Error {
  readonly status: Status;
}

/** What each method reads, `Calibrant.methods()` lists. */
export interface MethodOptions {
  lambda?: number | "auto";
  scale?: "rank" | "score" | "logit" | "auto";
  lookup?: "linear" | "previous";
  bins?: number;
  strategy?: "quantile" | "uniform";
  smoothing?: boolean;
  interpolate?: boolean;
  monotone?: boolean | "auto";
  exact?: boolean;
  keepTop?: boolean;
  input?: "probabilities" | "logits" | "auto";
  keepRows?: number;
  curve?: Method;
}

export interface FitOptions extends MethodOptions {
  /** Default: auto. */
  method?: Method;
  /** Of a credible band, such as 0.95. */
  level?: number;
  weights?: Numbers;
  /** The names of several classes. */
  classes?: readonly string[];
  /** The group of each row, and what groups are called. */
  groups?: readonly (string | null)[];
  by?: string;
  /** So that the model can be updated. */
  keepObservations?: boolean;
}

export interface EvaluateOptions {
  weights?: Numbers;
  classes?: readonly string[];
  /** Two classes only: the subgroup of each row. */
  groups?: readonly string[];
  by?: string;
  bins?: number;
  bootstrap?: number;
  level?: number;
  seed?: number;
}

export interface CompareOptions extends MethodOptions {
  methods?: readonly (Method | "raw")[];
  folds?: number;
  seed?: number;
  weights?: Numbers;
  classes?: readonly string[];
  /** Rows on which methods are measured that are fitted to the others. */
  test?: { scores: Scores; labels: Labels; weights?: Numbers };
}

export interface ExportOptions {
  column?: string;
  name?: string;
  dialect?: string;
  cells?: string;
  input?: string;
  interval?: boolean;
  logits?: boolean;
  inputColumns?: number;
  columns?: readonly string[];
  keep?: readonly string[];
  table?: string;
  group?: string;
}

/** A fitted calibrator. It never changes. */
export class Model {
  private constructor();
  readonly kind: Kind;
  readonly method: string;
  /** Of the credible band; 0 if there is none. */
  readonly level: number;
  /** The names of several classes; otherwise none. */
  readonly classes: string[];
  /** Probabilities; of several classes row after row. */
  apply(scores: Scores, given?: { groups?: readonly (string | null)[]; lower?: Numbers; upper?: Numbers }): Float64Array;
  interval(scores: Scores, given?: { groups?: readonly (string | null)[] }): { lower: Float64Array; upper: Float64Array };
  /** The same fit again, to what the model keeps and to new rows. */
  update(scores: Scores, labels: Labels, options?: { weights?: Numbers; forget?: number }): Model;
  /** The text of the model file, which every other front end reads. */
  toText(): string;
  /** What a fit averaged or chose, in words. */
  describe(): string;
  export(target: "onnx", options?: ExportOptions): Uint8Array;
  export(target: "sql" | "c" | "spark", options?: ExportOptions): string;
  /** Gives the memory back at once; otherwise it is given back some time after the last use. */
  free(): void;
}

/** What was found out about probabilities or methods. */
export class Finding {
  private constructor();
  /** For people. */
  toText(): string;
  /** Every number, under the names of the program's --json. */
  toJSON(): any;
  /** The report: one page without any reference to another. */
  toHTML(options?: { title?: string; before?: Finding }): string;
  /** What a comparison did in another way than it was asked to. */
  notes(): string[];
}

export interface Run {
  /** The exit code: 0 done, 2 bad input, 3 an alarm of watch, 64 wrong usage. */
  status: number;
  output: string;
  errors: string;
  /** Every file that there is afterwards. */
  files: Record<string, Uint8Array>;
}

export class Calibrant {
  private constructor();
  readonly version: string;
  /** Every method and every option: names, defaults, what is allowed. */
  methods(): any;
  fit(scores: Scores, labels: Labels, options?: FitOptions): Model;
  /** Rows that are counted already: each score with the weights of its negatives and positives. */
  fitCounts(scores: Numbers, negatives: Numbers, positives: Numbers,
            options?: MethodOptions & { method?: Method; level?: number; keepObservations?: boolean }): Model;
  loadModel(text: string | Uint8Array): Model;
  /** What looks wrong with rows that can be used. */
  inspect(scores: Scores, labels: Labels, options?: { weights?: Numbers; classes?: readonly string[] }): string[];
  evaluate(probabilities: Scores, labels: Labels, options?: EvaluateOptions): Finding;
  compare(scores: Scores, labels: Labels, options?: CompareOptions): Finding;
  /** The command line on files in memory. */
  run(words: readonly string[], files?: Record<string, string | Uint8Array>): Run;
}

/** Loads the module: calibrant.wasm of this package, or what is given. */
export function load(source?: BufferSource | WebAssembly.Module | Response | Promise<Response>): Promise<Calibrant>;
