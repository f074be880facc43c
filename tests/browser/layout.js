// Problems of layout, as a list of sentences: an expression for the page to evaluate.
(() => {
  const problems = [];
  const box = (e) => e.getBoundingClientRect();
  // What a closed <details> holds has boxes, but is not seen.
  const shown = (e) => e.checkVisibility() && box(e).width > 0 && box(e).height > 0;
  const name = (e) => (e.textContent || e.getAttribute('class') || e.tagName).trim().slice(0, 40);
  const slack = 1.5;
  const overlap = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack + 1;
  const disjoint = (elements, where) => {
    const boxes = elements.filter(shown).map((e) => [e, box(e)]);
    boxes.forEach(([a, abox], i) => boxes.slice(i + 1).forEach(([b, bbox]) => {
      if (overlap(abox, bbox)) problems.push(`'${name(a)}' lies over '${name(b)}' in ${where}`);
    }));
  };
  document.querySelectorAll('svg.plot').forEach((plot) => {
    const outer = box(plot);
    const title = plot.querySelector('title').textContent;
    disjoint([...plot.querySelectorAll('text')], title);
    plot.querySelectorAll('text, path, rect').forEach((e) => {
      if (!shown(e)) return;
      const b = box(e);
      if (b.left < outer.left - slack || b.right > outer.right + slack ||
          b.top < outer.top - slack || b.bottom > outer.bottom + slack) {
        problems.push(`'${name(e)}' lies outside of ${title}`);
      }
    });
  });
  disjoint([...document.querySelectorAll('h1, h2, p, figcaption, svg.plot, summary, .slider, .numbers > div, .scroll')],
    'the page');
  // Inside boxes that scroll, cells may be hidden, but not lie over each other.
  document.querySelectorAll('table').forEach((t) => disjoint([...t.querySelectorAll('th, td, caption')], 'a table'));
  const wide = document.documentElement.scrollWidth - window.innerWidth;
  if (wide > 0) problems.push(`the page is ${wide} pixels wider than the screen`);
  return problems;
})()
