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

  // Find: every word must occur in the row, or in the head of the section that it has.
  // Of very many rows that fit, the first are shown until the button asks for all.
  const pageful = 500;
  const shown = byId("shown"), find = byId("find");
  const section = new Map(rows.filter((row) => row.dataset.for).map((row) => [row, byId(row.dataset.for)]));
  const texts = (row) => [...row.cells, ...(section.has(row) ? all("summary, .under", section.get(row)) : [])];
  const text = new Map(rows.map((row) => [row, texts(row).map((e) => e.textContent).join(" ").toLowerCase()]));
  const more = document.createElement("button");
  more.type = "button";
  more.id = "more";
  table.parentElement.after(more);
  let order = rows, limit = pageful;
  const update = () => {
    const words = find.value.toLowerCase().split(/\s+/);
    let count = 0;
    for (const row of order) {
      const fits = words.every((word) => text.get(row).includes(word));
      count += fits;
      row.hidden = !fits;
      row.classList.toggle("later", fits && count > limit);
      if (section.has(row)) section.get(row).hidden = !fits;
    }
    shown.textContent = count === rows.length ? rows.length : count + " of " + rows.length;
    more.hidden = count <= limit;
    more.textContent = "show all " + count + " rows";
  };
  find.addEventListener("input", () => {
    limit = pageful;
    update();
  });
  more.addEventListener("click", () => {
    limit = Infinity;
    update();
  });
  // A link can bring what is to be found: #find=not%20steady.
  const asked = () => {
    if (!location.hash.startsWith("#find=")) return;
    find.value = decodeURIComponent(location.hash.slice(6));
    update();
  };
  addEventListener("hashchange", asked);
  asked();
  update();
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
      order = [...rows].sort(compare(column, descending ? -1 : 1));
      table.tBodies[0].append(...order);
      update();
    });
  });
})();
