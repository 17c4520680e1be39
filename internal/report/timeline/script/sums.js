const element = (name, className, text = "") => {
  const e = document.createElement(name);
  e.className = className;
  e.textContent = text;
  return e;
};
const percent = (part) => part >= 0.1 ? (100 * part).toFixed(0) + "%" : part >= 0.0005 ? (100 * part).toFixed(1) + "%" : "<0.1%";

// Items below this part of the time are folded into one line, where they are several.
const trifle = 0.005, fewTrifles = 2;

// A line that opens, with a list of what is too small to be read about first.
const folded = (lines, part, open) => {
  const fold = element("details", ""), list = element("div", "columns");
  list.append(...lines);
  fold.append(element("summary", "quiet", lines.length + " more below 0.5% each, " + percent(part) + " together"), list);
  fold.open = open;
  return fold;
};

// What a lane did with the time that is in sight: a bar and a list.
const drawSums = (place, view, look) => {
  const unfolded = place.querySelector("details")?.open ?? false;
  place.replaceChildren();
  const lane = view.pinned ?? view.subject;
  if (!lane) {
    place.append(element("p", "quiet", "Click a lane, or press Space in one, to sum up what it did with the time in sight."));
    return;
  }
  const { all, sums } = view.scene.sum(lane, view.from, view.to);
  const title = element("p", "");
  title.append(element("b", "", view.scene.title(lane.kind, lane.id)), element("span", "quiet", " " + duration(all) + " of the " + duration(view.span) + " in sight"));
  const bar = element("div", "stack"), list = element("div", "columns");
  const small = sums.filter(({ ns }) => ns < trifle * all), trifles = small.length > fewTrifles ? small : [], lines = [];
  for (const sum of sums) {
    const { item, detail, ns, count } = sum;
    const kind = look.item(item), name = nameOf(look, lane, item, detail);
    const part = element("span", kind.className);
    part.style.width = 100 * ns / all + "%";
    part.dataset.tip = name + "\n" + duration(ns) + ", " + percent(ns / all) + "\n" + kind.means;
    bar.append(part);
    const line = element("div", ""), label = element("span", "", name), swatch = element("i", "swatch " + kind.className);
    label.prepend(swatch);
    label.title = count + (count === 1 ? " piece" : " pieces");
    line.append(label, element("span", "num", duration(ns)), element("span", "num share", percent(ns / all)));
    if (trifles.includes(sum)) lines.push(line);
    else list.append(line);
  }
  place.append(title, bar, list);
  if (lines.length > 0) place.append(folded(lines, trifles.reduce((ns, sum) => ns + sum.ns, 0) / all, unfolded));
  tips.reach(place);
};
