// A thousand patients who were never there, and the risk that an overconfident model gave them. The generator is that of
// Park and Miller, so that everybody sees the same rows.

export function exampleRows(count = 1000, digits = 4) {
  let state = 20231;
  const uniform = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const logistic = (x) => 1 / (1 + Math.exp(-x));
  const lines = ["patient,age,risk,died"];
  for (let i = 1; i <= count; ++i) {
    const z = 1.9 * normal() - 0.4;
    const died = uniform() < logistic(0.5 * z - 0.7) ? 1 : 0;
    const age = Math.round(62 + 5 * z + 9 * normal());
    lines.push(`${i},${Math.min(97, Math.max(21, age))},${logistic(z).toFixed(digits)},${died}`);
  }
  return `${lines.join("\n")}\n`;
}
