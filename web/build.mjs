// Puts together what is published: the npm package, and the page, which is one file.
//
// usage: node build.mjs calibrant.wasm OUT
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { exampleRows } from "./page/example.js";
import { runProgram } from "./package/run.js";

const here = dirname(fileURLToPath(import.meta.url));
const [wasmPath, out] = process.argv.slice(2);
const wasm = readFileSync(wasmPath);
const module = new WebAssembly.Module(wasm);
const version = runProgram(module, ["--version"]).output.trim();
const text = (...parts) => readFileSync(join(here, ...parts), "utf8");

// The modules of one script, those that are imported first. They share their names, so these are different.
function bundle(path, seen = new Set()) {
  if (seen.has(path)) return "";
  seen.add(path);
  const source = readFileSync(path, "utf8");
  const needed = [...source.matchAll(/^import .* from "(\..*)";$/gm)].map(([, name]) => join(dirname(path), name));
  const own = source.replace(/^import .*;\n/gm, "").replace(/^export /gm, "");
  return needed.map((each) => bundle(each, seen)).join("") + own;
}

const hash = (content) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`;

// Reports are shown in the page, whose policy holds for them, too; their style and script never change.
function partsOfReports() {
  const rows = new TextEncoder().encode(exampleRows());
  const words = ["compare", "e.csv", "--score", "risk", "--label", "died", "--methods", "platt,raw", "--folds", "2", "--html", "-"];
  const { output } = runProgram(module, words, { "e.csv": rows });
  return ["style", "script"].map((tag) => new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(output)[1]);
}

function page() {
  const [reportStyle, reportScript] = partsOfReports();
  const style = text("page", "page.css");
  const script = `"use strict";(()=>{${bundle(join(here, "page", "page.js"))}})();`;
  const worker = bundle(join(here, "page", "worker.js"));
  for (const each of [script, worker]) {
    if (/<\/?script|<!--/i.test(each)) throw new Error("a script holds what would end it in HTML");
  }
  const policy = [
    "default-src 'none'",
    `script-src ${hash(script)} ${hash(reportScript)} 'wasm-unsafe-eval'`,
    `style-src ${hash(style)} ${hash(reportStyle)}`,
    "worker-src blob:",
    "img-src data:",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const parts = { policy, style, script, worker, version, wasm: gzipSync(wasm, { level: 9 }).toString("base64") };
  return text("page", "index.html").replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
}

mkdirSync(out, { recursive: true });
writeFileSync(join(out, "calibrant.html"), page());

const folder = join(out, "package");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const description = JSON.parse(text("package", "package.json"));
writeFileSync(join(folder, "package.json"), `${JSON.stringify({ ...description, version }, null, 2)}\n`);
for (const name of description.files) {
  if (name === "calibrant.wasm") copyFileSync(wasmPath, join(folder, name));
  else if (name === "LICENSE") copyFileSync(join(here, "..", name), join(folder, name));
  else copyFileSync(join(here, "package", name), join(folder, name));
}
