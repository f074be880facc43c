// What the first rows of a file look like: its delimiter, its columns, and which of them are probably the score and the label.
// The program reads the file afterwards and says what is wrong with it; nothing is checked here.

const HEAD_BYTES = 1 << 18;
const MOST_VALUES = 20;
const LABELS = /^(label|y|y_true|target|class|outcome|truth|true_label|actual|event)$/i;
const SCORES = /^(score|scores|p|prob|proba|probability|pred|prediction|y_score|y_prob|y_pred|risk|confidence|margin|logit)$/i;
const PERHAPS_SCORES = /score|prob|pred|risk/i;
const IDS = /(^|_)(id|index|row|nr|no)$/i;

/** The beginning as a text, unpacked if it is gzip. */
export async function headOf(bytes) {
  let head = bytes.subarray(0, HEAD_BYTES);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    const parts = [];
    let size = 0;
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
    try {
      for (let part = await reader.read(); !part.done && size < HEAD_BYTES; part = await reader.read()) {
        parts.push(part.value);
        size += part.value.length;
      }
    } catch {
      // Whatever is broken, the program says it better.
    }
    reader.cancel().catch(() => {});
    head = new Uint8Array(await new Blob(parts).arrayBuffer());
  }
  return new TextDecoder().decode(head);
}

/** Rows of fields, with quotes undone; the last one may be cut off. */
export function rowsOf(text, delimiter, most = 500) {
  const rows = [];
  let row = [];
  let field = "";
  let quoted = false;
  const end = () => {
    if (row.length > 0 || field.trim() !== "") rows.push([...row, field]);
    row = [];
    field = "";
  };
  for (let i = 0; i < text.length && rows.length < most; ++i) {
    const c = text[i];
    if (quoted) {
      if (c !== '"') field += c;
      else if (text[i + 1] === '"') field += text[++i];
      else quoted = false;
    } else if (c === '"' && field === "") {
      quoted = true;
    } else if (c === delimiter) {
      row.push(field);
      field = "";
    } else if (c === "\n") {
      field = field.replace(/\r$/, "");
      end();
    } else {
      field += c;
    }
  }
  if (text.length < HEAD_BYTES / 4) end();
  return rows;
}

function delimiterOf(text) {
  const line = text.slice(0, (text.indexOf("\n") + 1 || text.length + 1) - 1);
  const counts = [",", ";", "\t", "|"].map((c) => [line.split(c).length, c]);
  return counts.reduce((best, one) => (one[0] > best[0] ? one : best))[1];
}

function describe(name, values, decimal) {
  const known = values.filter((value) => !/^(|na|nan|null)$/i.test(value.trim()));
  const numbers = known.map((value) => Number(decimal === "," ? value.replace(",", ".") : value));
  const distinct = [...new Set(known)];
  const numeric = known.length > 0 && numbers.filter((number) => !Number.isNaN(number)).length > 0.9 * known.length;
  return {
    name,
    numeric,
    unit: numeric && numbers.every((number) => !(number < 0 || number > 1)),
    distinct: distinct.length,
    values: distinct.slice(0, MOST_VALUES).sort(),
    whole: numbers.every((number) => Number.isInteger(number)),
  };
}

// Columns such as p_cat and p_dog, if the rest of their names are the values of the label.
function families(columns, label) {
  const found = new Map();
  for (const { name, numeric } of columns) {
    for (const value of label?.values ?? []) {
      if (!numeric || !name.endsWith(value) || name === value) continue;
      const prefix = name.slice(0, name.length - value.length);
      found.set(prefix, [...(found.get(prefix) ?? []), value]);
    }
  }
  return [...found].filter(([, values]) => values.length > 1).map(([prefix, values]) => ({ pattern: `${prefix}*`, values }));
}

function labelOf(columns) {
  const named = columns.find(({ name }) => LABELS.test(name));
  if (named) return named;
  const two = columns.filter(({ distinct }) => distinct === 2);
  return two.find(({ values }) => values.join() === "0,1") ?? two.at(-1);
}

function positiveOf({ values }) {
  const known = ["1", "yes", "true", "positive", "pos", "y", "t"];
  return values.find((value) => known.includes(value.toLowerCase())) ?? values.at(-1);
}

/** @param {string} text the head of a file */
export function lookAt(text) {
  const delimiter = delimiterOf(text);
  const [names = [], ...rows] = rowsOf(text.replace(/^\uFEFF/, ""), delimiter);
  const decimal = delimiter === ";" && rows.some((row) => row.some((value) => /^-?\d*,\d+$/.test(value))) ? "," : ".";
  const columns = names.map((name, i) => describe(name, rows.map((row) => row[i] ?? ""), decimal));
  const label = labelOf(columns);
  const patterns = families(columns, label);
  const scores = columns.filter((column) => column.numeric && column !== label);
  const score =
    scores.find(({ name }) => SCORES.test(name)) ??
    scores.find(({ name }) => PERHAPS_SCORES.test(name)) ??
    scores.find(({ unit, whole }) => unit && !whole) ??
    scores.find(({ name }) => !IDS.test(name)) ??
    scores[0];
  return {
    delimiter,
    decimal,
    columns,
    patterns,
    score: label?.distinct > 2 && patterns.length > 0 ? patterns[0].pattern : score?.name,
    label: label?.name,
    positive: label ? positiveOf(label) : undefined,
  };
}
