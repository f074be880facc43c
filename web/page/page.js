// What is seen. All that takes time is in the worker, which is ended to cancel it.
import { exampleRows } from "./example.js";

const $ = (id) => document.getElementById(id);
const show = (id, yes) => ($(id).hidden = !yes);

let worker;
let file; // { name, bytes }
let look;
let methods;
let choice;
let results = {};

const workerUrl = URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" }));

function startWorker() {
  worker?.terminate();
  worker = new Worker(workerUrl);
  worker.onmessage = ({ data }) => answers[data.type](data);
  worker.onerror = (event) => complain([`the program stopped: ${event.message}`]);
  worker.postMessage({ type: "start", wasm: $("wasm").textContent });
}

function say(text) {
  $("status").textContent = text;
}

function complain(lines) {
  show("work", false);
  say("");
  $("problem").replaceChildren(...lines.map((line) => Object.assign(document.createElement("p"), { textContent: line })));
}

function busy(job, share) {
  show("work", true);
  $("job").textContent = job;
  if (share === undefined) $("bar").removeAttribute("value");
  else $("bar").value = share;
}

function fill(select, values, chosen, none) {
  const options = values.map((value) => {
    const { text = value, name = value } = typeof value === "object" ? value : {};
    return new Option(text, name, false, name === chosen);
  });
  if (none) options.unshift(new Option(none, ""));
  select.replaceChildren(...options);
}

function sayPositive() {
  const column = look.columns.find(({ name }) => name === $("label").value);
  const several = $("score").value.endsWith("*") && look.patterns.some(({ pattern }) => pattern === $("score").value);
  const plain = column && column.values.every((value) => value === "0" || value === "1");
  const old = $("positive").value;
  fill($("positive"), column?.values ?? [], column?.values.includes(old) ? old : look.positive);
  show("positive-row", !plain && !several);
}

function sayMethod() {
  $("method-note").textContent = methods?.find(({ name }) => name === $("method").value)?.summary ?? "";
}

function forget() {
  for (const { url } of Object.values(results)) URL.revokeObjectURL(url);
  results = {};
  show("result", false);
  $("problem").replaceChildren();
  $("report").removeAttribute("srcdoc");
  for (const id of ["said", "warnings", "downloads"]) $(id).replaceChildren();
  $("verdict").textContent = "";
}

function offer(id, title, name, parts, type) {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  if (results[id]) URL.revokeObjectURL(results[id].url);
  results[id] = { url };
  const link = $(`save-${id}`) ?? Object.assign(document.createElement("a"), { id: `save-${id}`, className: "button" });
  if (!link.isConnected && id === "report") $("downloads").append(link);
  else if (!link.isConnected) $("downloads").insertBefore(link, $("save-report"));
  Object.assign(link, { href: url, download: name, textContent: title });
}

const stem = () => file.name.replace(/(\.gz)?$/, "").replace(/\.[a-z]+$/i, "");

function report(page) {
  // What stands above the frame is not said again in it.
  const shown = new DOMParser().parseFromString(page, "text/html");
  const lead = shown.querySelector(".lead")?.textContent;
  if (lead) $("verdict").textContent = lead;
  for (const selector of ["header", ".lead"]) shown.querySelector(selector)?.remove();
  $("report").srcdoc = `<!DOCTYPE html>${shown.documentElement.outerHTML}`;
  show("report", true);
  show("result", true);
  offer("report", "Save the report", `${stem()}-report.html`, [page], "text/html");
  if (lead) say(lead);
}

function list(id, lines) {
  $(id).replaceChildren(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
}

const answers = {
  progress: ({ job, share }) => busy(job, share),
  methods(message) {
    methods = message.methods;
    fill($("method"), methods.map(({ name, title }) => ({ name, text: title })), "auto");
    sayMethod();
  },
  columns(message) {
    ({ look } = message);
    const names = look.columns.map(({ name }) => name);
    const patterns = look.patterns.map(({ pattern, values }) => ({ name: pattern, text: `${pattern} (${values.length} classes)` }));
    fill($("score"), [...patterns, ...names], look.score);
    fill($("label"), names, look.label);
    fill($("weight"), names, "", "none");
    sayPositive();
    show("columns", names.length > 0);
  },
  before: ({ page }) => report(page),
  model(message) {
    show("result", true);
    if (!$("verdict").textContent) {
      $("verdict").textContent = "The scores are not probabilities as they are. Calibrated, they are.";
      show("report", false);
    }
    list("said", message.said);
    list("warnings", message.warnings);
    $("command").querySelector("code").textContent = message.command;
    offer("model", "Save the model", `${stem()}-model.json`, [message.model], "application/json");
  },
  calibrated: ({ table }) => offer("table", "Save the calibrated CSV", `${stem()}-calibrated.csv`, [table], "text/csv"),
  comparison: ({ page }) => report(page),
  done({ task, again, failed, waiting }) {
    if (failed) return complain(failed);
    if (task === "look" && !again) calibrate();
    if (task !== "calibrate" && task !== "compare") return;
    show("work", false);
    show("compare-row", waiting === true);
    show("compare-note", waiting === true);
    document.body.dataset.ready = task;
  },
};

function calibrate() {
  forget();
  delete document.body.dataset.ready;
  const hidden = $("positive-row").hidden;
  choice = {
    score: $("score").value,
    label: $("label").value,
    positive: hidden ? "" : $("positive").value,
    weight: $("weight").value,
    method: $("method").value || "auto",
    skipMissing: $("missing").checked,
  };
  show("compare-row", false);
  show("compare-note", false);
  busy("Reading the rows");
  worker.postMessage({ type: "calibrate", choice });
}

async function take(name, blob) {
  forget();
  delete document.body.dataset.ready;
  show("columns", false);
  busy("Reading the file");
  $("chosen").textContent = `${name}, ${Math.ceil(blob.size / 1000).toLocaleString("en")} kB`;
  try {
    // A name that the program would take for an option, or for one of its own files.
    const safe = /^(-|calibrant\.)/.test(name) ? `_${name}` : name;
    file = { name: safe, bytes: new Uint8Array(await blob.arrayBuffer()) };
  } catch (error) {
    return complain([`${name}: cannot be read (${error.message})`]);
  }
  worker.postMessage({ type: "look", ...file });
}

function cancel() {
  startWorker();
  if (file) worker.postMessage({ type: "look", again: true, ...file });
  show("work", false);
  say("Cancelled.");
}

function fitFrame() {
  const inner = $("report").contentDocument?.documentElement;
  if (!inner) return;
  const grow = () => ($("report").style.height = `${Math.ceil(inner.getBoundingClientRect().height)}px`);
  new ResizeObserver(grow).observe(inner);
  grow();
}

$("file").addEventListener("change", ({ target }) => {
  if (target.files[0]) take(target.files[0].name, target.files[0]);
  target.value = "";
});
$("example").addEventListener("click", () => take("example.csv", new Blob([exampleRows()])));
$("choice").addEventListener("submit", (event) => {
  event.preventDefault();
  calibrate();
});
$("label").addEventListener("change", sayPositive);
$("score").addEventListener("change", sayPositive);
$("method").addEventListener("change", sayMethod);
$("cancel").addEventListener("click", cancel);
$("compare").addEventListener("click", () => {
  delete document.body.dataset.ready;
  show("compare-row", false);
  worker.postMessage({ type: "compare", choice });
});
$("report").addEventListener("load", fitFrame);
for (const kind of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(kind, (event) => {
    event.preventDefault();
    $("drop").classList.toggle("over", kind === "dragover");
    const dropped = kind === "drop" && event.dataTransfer.files[0];
    if (dropped) take(dropped.name, dropped);
  });
}
startWorker();
