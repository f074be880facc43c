// ASCII letters and digits that do not stand in the order in which they were written, as a list of
// sentences: an expression for the page to evaluate.
(() => {
  const problems = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let seen = 0;
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (parent.closest('script, style') || !parent.checkVisibility()) continue;
    const svg = parent.closest('svg');
    if (svg && parent.getAttribute('transform')) continue;  // turned on purpose
    let last = null;
    for (let i = 0; i < node.length; ++i) {
      if (!/[0-9A-Za-z]/.test(node.data[i])) continue;
      range.setStart(node, i);
      range.setEnd(node, i + 1);
      const box = range.getBoundingClientRect();
      if (box.width === 0) continue;
      ++seen;
      if (last && Math.abs(last.top - box.top) < 2 && box.left < last.left) {
        problems.push(`'${node.data.trim().slice(0, 80)}' runs backwards at '${node.data.slice(i, i + 12)}'`);
        break;
      }
      last = box;
    }
  }
  if (seen < 500) problems.push(`only ${seen} characters were looked at`);
  return problems;
})()
