(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const byId = (id) => document.getElementById(id);
  for (const e of all(".tools")) e.hidden = false;

  // A link to what is folded unfolds it.
  const reveal = () => {
    const target = byId(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (let e = target; e; e = e.parentElement) if (e.matches("details")) e.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();

  // What a footnote says is the tip of its marks, too.
  for (const mark of all("sup > a")) mark.title ||= byId(mark.hash.slice(1))?.textContent ?? "";
  tips.reach(document);

  const sections = all("main > .section");
  const open = (state) => {
    for (const s of sections) if (!s.hidden) s.open = state;
  };
  byId("expand")?.addEventListener("click", () => open(true));
  byId("collapse")?.addEventListener("click", () => open(false));

  const table = byId("overview");
  if (!table) return;
  const bodies = [...table.tBodies];
  const home = new Map(bodies.flatMap((body) => all("tr:not(.group, .sum)", body).map((row) => [row, body])));
  const rows = [...home.keys()], sums = all(".sum", table).map((row) => [row, row.parentElement]);
  const group = (body) => body.querySelector(".group")?.textContent ?? "";

  // Find: every word must occur in the row, its group's name, or the head of the section
  // that it has. Of very many rows that fit, the first are shown until the button asks for
  // all.
  const pageful = 500;
  const shown = byId("shown"), find = byId("find");
  const section = new Map(rows.map((row) => [row, byId(row.querySelector("th > a")?.hash.slice(1))]).filter(([, s]) => s));
  const texts = (row) => [...row.cells, ...(section.has(row) ? all("summary, .under", section.get(row)) : [])].map((e) => e.textContent + " " + e.title);
  const text = new Map(rows.map((row) => [row, [group(home.get(row)), ...texts(row)].join(" ").toLowerCase()]));
  const more = document.createElement("button");
  more.type = "button";
  more.id = "more";
  table.parentElement.after(more);
  let order = rows, sorted = false, limit = pageful;
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
    const visible = new Set(rows.filter((row) => !row.hidden && !row.classList.contains("later")).map((row) => home.get(row)));
    for (const body of bodies) for (const head of all(".group", body)) head.hidden = sorted || !visible.has(body);
    for (const [sum] of sums) sum.hidden = count < rows.length;
    if (shown) shown.textContent = count === rows.length ? rows.length : count + " of " + rows.length;
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

  // Sort: numbers by data-key with the unknown last, anything else as text; up, down, and
  // back. Rows that left their group have its name with them.
  const collator = new Intl.Collator(undefined, { numeric: true });
  const key = (row, column) => row.cells[column].dataset.key;
  const compare = (column, sign) => (a, b) => {
    const x = key(a, column), y = key(b, column);
    if (x === undefined || y === undefined) return sign * collator.compare(a.cells[column].textContent, b.cells[column].textContent);
    const p = parseFloat(x), q = parseFloat(y);
    if (isNaN(p) || isNaN(q)) return isNaN(p) - isNaN(q);
    return sign * (p - q);
  };
  const label = () => {
    for (const row of rows) {
      const name = row.querySelector("th");
      if (!name || !group(home.get(row)) || name.querySelector(".package")) continue;
      const span = document.createElement("span");
      span.className = "package";
      span.textContent = group(home.get(row));
      name.append(span);
    }
  };
  const next = { ascending: "descending", descending: null };
  const heads = all("thead th", table);
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const was = head.getAttribute("aria-sort"), way = was ? next[was] : "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      if (way) head.setAttribute("aria-sort", way);
      sorted = way !== null;
      if (sorted) label();
      table.classList.toggle("sorted", sorted);
      order = sorted ? [...rows].sort(compare(column, way === "descending" ? -1 : 1)) : rows;
      for (const row of order) (sorted ? bodies[0] : home.get(row)).append(row);
      for (const [sum, body] of sums) (sorted ? bodies[0] : body).append(sum);
      update();
    });
  });
})();
