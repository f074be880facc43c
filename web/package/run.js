// The command line in an instance of its own, which takes its memory with it.

import { Exit, makeSystem } from "./wasi.js";

const encoder = new TextEncoder();

/** A zero-terminated text in the memory of the module. */
export function placeText(exports, text) {
  const bytes = encoder.encode(text);
  const at = exports.malloc(bytes.length + 1) >>> 0;
  if (at === 0) throw new RangeError("there is not enough memory");
  const to = new Uint8Array(exports.memory.buffer, at, bytes.length + 1);
  to.set(bytes);
  to[bytes.length] = 0;
  return at;
}

/**
 * Runs `calibrant ARGUMENTS` on files in memory.
 *
 * @param {WebAssembly.Module} module
 * @param {string[]} words behind the name of the program
 * @param {Record<string, Uint8Array>} files
 * @param {(text: string) => void} [onError] as for makeSystem
 */
export function runProgram(module, words, files = {}, onError = undefined) {
  const system = makeSystem(files, onError);
  const { exports } = new WebAssembly.Instance(module, system.imports);
  system.begin(exports.memory);
  let status;
  try {
    exports._initialize();
    const places = ["calibrant", ...words].map((word) => placeText(exports, word));
    const list = exports.malloc(4 * (places.length + 1)) >>> 0;
    new Uint32Array(exports.memory.buffer, list, places.length + 1).set([...places, 0]);
    status = exports.calibrant_run(places.length, list);
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    status = error.status;
  }
  return { status, output: system.output(), errors: system.errors(), files: system.files() };
}
