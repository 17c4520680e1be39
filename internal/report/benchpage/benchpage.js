(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const byId = (id) => document.getElementById(id);
  for (const e of all(".tools")) e.hidden = false;

  // A link to a benchmark opens its section.
  const reveal = () => {
    const section = byId(location.hash.slice(1));
    if (section?.matches("details")) {
      section.open = true;
      section.scrollIntoView();
    }
  };
  addEventListener("hashchange", reveal);
  reveal();

  const table = byId("overview");
  if (!table) return;
  const rows = all("tbody tr", table);

  // Find: every word must occur in the head of the section.
  const shown = byId("shown");
  const section = new Map(rows.map((row) => [row, byId(row.dataset.for)]));
  const text = new Map(rows.map((row) =>
    [row, all("summary, .under", section.get(row)).map((e) => e.textContent).join(" ").toLowerCase()]));
  byId("find").addEventListener("input", (event) => {
    const words = event.target.value.toLowerCase().split(/\s+/);
    let count = 0;
    for (const row of rows) {
      const fits = words.every((word) => text.get(row).includes(word));
      row.hidden = section.get(row).hidden = !fits;
      count += fits;
    }
    shown.textContent = count === rows.length ? rows.length : count + " of " + rows.length;
  });
  byId("expand").addEventListener("click", () => open(true));
  byId("collapse").addEventListener("click", () => open(false));
  const open = (state) => {
    for (const s of section.values()) if (!s.hidden) s.open = state;
  };

  // Sort: numbers by data-key with the unknown last, anything else as text.
  const collator = new Intl.Collator(undefined, { numeric: true });
  const key = (row, column) => row.cells[column].dataset.key;
  const compare = (column, sign) => (a, b) => {
    const x = key(a, column), y = key(b, column);
    if (x === undefined) return sign * collator.compare(a.cells[column].textContent, b.cells[column].textContent);
    const p = parseFloat(x), q = parseFloat(y);
    if (isNaN(p) || isNaN(q)) return isNaN(p) - isNaN(q);
    return sign * (p - q);
  };
  const heads = all("thead th", table);
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const descending = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      table.tBodies[0].append(...[...rows].sort(compare(column, descending ? -1 : 1)));
    });
  });
})();
