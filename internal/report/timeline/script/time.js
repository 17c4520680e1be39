// Times are in ns. They print with four digits, as in the rest of the page.
const timeUnits = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]];
const unitOf = (ns) => timeUnits.find(([size]) => Math.abs(ns) >= size * 0.99995) ?? timeUnits[3];
const duration = (ns) => {
  const [size, name] = unitOf(ns);
  return (ns === 0 ? "0" : (ns / size).toPrecision(4)) + name;
};

// A moment prints to the ns where that matters: with as many digits as tell it
// from its neighbours at this resolution.
const moment = (ns, resolution) => {
  const [size, name] = unitOf(ns);
  const digits = Math.max(0, Math.min(9, Math.ceil(Math.log10(size / Math.max(resolution, 1)))));
  return (ns / size).toFixed(digits) + name;
};

const niceStep = (least) => {
  const power = 10 ** Math.floor(Math.log10(least));
  return Math.max(1, [1, 2, 5, 10].find((f) => f * power >= least * 0.999999) * power);
};

// Ruler returns about so many ticks. Deep inside of a long recording they count
// from a round time before the first, so that they stay short.
const ruler = (from, to, count) => {
  const step = niceStep((to - from) / count);
  const period = [1e3, 1e6, 1e9].find((p) => p >= to - from);
  const base = period && to / step > 2000 ? Math.floor(from / period) * period : 0;
  const [size, unit] = unitOf(to - base);
  const digits = Math.max(0, Math.ceil(-Math.log10(step / size) - 1e-9));
  const ticks = [];
  for (let n = Math.ceil((from - base) / step); base + n * step <= to; n++) {
    ticks.push({ at: base + n * step, label: (base ? "+" : "") + (n * step / size).toFixed(digits) + " " + unit });
  }
  return { base: base ? moment(base, period) : "", ticks };
};
