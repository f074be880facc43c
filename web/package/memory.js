// Between JavaScript's values and the memory of the module. Memory may move whenever the module allocates, so every view is
// made when it is needed and kept for no call.

import { placeText } from "./run.js";

/** Runs `use` with a place for each call of `take`, and gives all of them back. */
export function withMemory(exports, use) {
  const taken = [];
  const allocate = (bytes) => {
    const at = exports.malloc(Math.max(1, bytes)) >>> 0;
    if (at === 0) throw new RangeError("there is not enough memory");
    taken.push(at);
    return at;
  };
  const place = {
    doubles(values) {
      if (values == null) return 0;
      const at = allocate(8 * values.length);
      new Float64Array(exports.memory.buffer, at, values.length).set(values);
      return at;
    },
    integers(values) {
      if (values == null) return 0;
      const at = allocate(4 * values.length);
      new Int32Array(exports.memory.buffer, at, values.length).set(values);
      return at;
    },
    room: (bytes) => allocate(bytes),
    text(value) {
      if (value == null) return 0;
      const at = placeText(exports, value);
      taken.push(at);
      return at;
    },
    texts(values) {
      if (values == null) return 0;
      const distinct = new Map();
      for (const value of values) {
        if (value != null && !distinct.has(value)) distinct.set(value, place.text(value));
      }
      const at = allocate(4 * values.length);
      new Uint32Array(exports.memory.buffer, at, values.length).set(Array.from(values, (value) => distinct.get(value) ?? 0));
      return at;
    },
  };
  try {
    return use(place);
  } finally {
    for (const at of taken) exports.free(at);
  }
}

export const numbersAt = (exports, at, count) => new Float64Array(exports.memory.buffer, at, count).slice();

export function textAt(exports, at, length = undefined) {
  if (at >>> 0 === 0) return "";
  const bytes = new Uint8Array(exports.memory.buffer, at >>> 0);
  return new TextDecoder().decode(bytes.subarray(0, length ?? bytes.indexOf(0)));
}
