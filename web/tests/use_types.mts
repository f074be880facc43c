// Compiled and never run: what users write has the types that calibrant.d.ts gives it.
import { CalibrantError, load, type Model } from "../../build/web/package/calibrant.js";

const calibrant = await load(new Uint8Array());
const model: Model = calibrant.fit(new Float64Array([0.1, 0.7]), [0, 1], { level: 0.95, method: "abb", lambda: "auto" });
const probabilities: Float64Array = model.apply([0.3]);
const { lower, upper }: { lower: Float64Array; upper: Float64Array } = model.interval(probabilities);
const bytes: Uint8Array = model.export("onnx");
const text: string = model.export("sql", { column: "score", interval: true });
const several = calibrant.fit([[0.1, 0.9]], ["dog"], { classes: ["cat", "dog"], keepTop: true });
const page: string = calibrant.compare(lower, [false, true], { methods: ["auto", "raw"], folds: 2 }).toHTML({ title: text });
const status: number = calibrant.run(["fit", "a.csv"], { "a.csv": page }).status;
try {
  calibrant.loadModel(bytes);
} catch (error) {
  if (error instanceof CalibrantError && error.status === "bad model") console.log(error.message, status, upper);
}
// @ts-expect-error: no such method
calibrant.fit([1], [1], { method: "plat" });
// @ts-expect-error: a model is not made by hand
new (several.constructor as typeof Model)();
