// How much slower a fit in WebAssembly is than that of the native program with one thread, in processor seconds: the
// least of three, CSV reading included. CALIBRANT_WEB and CALIBRANT_PROGRAM as in package.test.mjs.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exampleRows } from "../page/example.js";

const LIMIT = 3;
const web = process.env.CALIBRANT_WEB;
const { runProgram } = await import(join(web, "package", "run.js"));
const module = new WebAssembly.Module(readFileSync(join(web, "package", "calibrant.wasm")));
const folder = mkdtempSync(join(tmpdir(), "calibrant-web-"));

const least = (measure) => Math.min(measure(), measure(), measure());
for (const rows of [10_000, 100_000]) {
  const bytes = new TextEncoder().encode(exampleRows(rows, 9));
  writeFileSync(join(folder, "rows.csv"), bytes);
  for (const method of ["auto", "abb", "sbb", "isotonic"]) {
    const words = ["fit", "rows.csv", "-o", "model.json", "--score", "risk", "--label", "died", "--method", method];
    const here = least(() => {
      const before = process.cpuUsage();
      const { status, errors } = runProgram(module, words, { "rows.csv": bytes });
      if (status !== 0) throw new Error(errors);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1e6;
    });
    const there = least(() => {
      const command = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>/dev/null';
      const said = execFileSync("bash", ["-c", `{ ${command}; } 2>&1`, "bash", process.env.CALIBRANT_PROGRAM, ...words, "--threads", "1"],
        { cwd: folder, encoding: "utf8" });
      return said.trim().split(" ").map(Number).reduce((a, b) => a + b);
    });
    const ratio = here / there;
    console.log(`${ratio <= LIMIT ? "PASS" : "FAIL"} ${method}, ${rows} rows: ${here.toFixed(2)} s, native ${there.toFixed(2)} s, ` +
      `ratio ${ratio.toFixed(1)} (target ${LIMIT})`);
  }
}
rmSync(folder, { recursive: true });
