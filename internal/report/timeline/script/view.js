const LEAST_SPAN = 200; // ns: some steps of the Go trace's clock

// View is what is to be seen of a scene, and where on the page.
class View {
  constructor(changed) {
    this.changed = changed;
    this.rows = new Rows();
    this.highlight = -1; // an item, or none
    this.hover = null; // time under the pointer
    this.pinned = null; // lane
    this.subject = null; // a lane of interest
    this.over = null; // lane under the pointer
    this.focus = null; // what the scene is about
    this.cursor = null; // what the keyboard has come to
    this.width = this.gutter = 0;
  }
  open(scene, from = scene.from, to = scene.to) {
    this.pinned = this.pinned && scene.byKey.get(this.pinned.key) || null;
    if (this.scene !== scene) {
      this.scene = scene;
      this.rows.arrange(scene);
    }
    this.show(from, to);
  }
  // Shows from…to, or as near to that as the scene allows.
  show(from, to) {
    const whole = this.scene.to - this.scene.from;
    const span = Math.min(Math.max(to - from, Math.min(LEAST_SPAN, whole)), whole);
    this.from = Math.min(Math.max((from + to - span) / 2, this.scene.from), this.scene.to - span);
    this.to = this.from + span;
    this.changed();
  }
  all() { this.show(this.scene.from, this.scene.to); }
  get span() { return this.to - this.from; }
  get plot() { return Math.max(1, this.width - this.gutter); }
  get whole() { return this.from === this.scene.from && this.to === this.scene.to; }
  x(time) { return this.gutter + (time - this.from) / this.span * this.plot; }
  time(x) { return this.from + (x - this.gutter) / this.plot * this.span; }
  resize(width) {
    this.width = width;
    this.gutter = Math.round(Math.min(200, width * 0.3));
    this.changed();
  }
  zoom(factor, around = (this.from + this.to) / 2) {
    this.show(around - (around - this.from) * factor, around + (this.to - around) * factor);
  }
  pan(ns) {
    const by = Math.min(Math.max(ns, this.scene.from - this.from), this.scene.to - this.to);
    this.show(this.from + by, this.to + by);
  }
  pin(lane) {
    this.pinned = this.pinned === lane ? null : lane;
    this.changed();
  }

  // The next (1) or previous (-1) time that the world stopped or a thread was
  // throttled, in the middle.
  jump(way) {
    const middle = (this.from + this.to) / 2, slack = this.span / 1000;
    const off = (mark) => ((mark.start + mark.end) / 2 - middle) * way;
    const next = this.scene.marks
      .filter((mark) => (mark.kind === MARK.STOP || mark.kind === MARK.THROTTLE) && off(mark) > slack)
      .sort((a, b) => off(a) - off(b))[0];
    if (next) this.show((next.start + next.end) / 2 - this.span / 2, (next.start + next.end) / 2 + this.span / 2);
  }
}

// Places are kept in the page's address, so that a part of the timeline can be
// linked to: #scene=1&from=…&to=…&lane=g12.
const readPlace = () => {
  const place = new URLSearchParams(location.hash.slice(1));
  const number = (name) => place.has(name) && isFinite(place.get(name)) ? Number(place.get(name)) : undefined;
  return { scene: number("scene"), from: number("from"), to: number("to"), lane: place.get("lane") };
};
const writePlace = (scene, view) => {
  const place = "#scene=" + scene + (view.whole ? "" : "&from=" + Math.round(view.from) + "&to=" + Math.round(view.to)) +
    (view.pinned ? "&lane=" + view.pinned.key : "");
  try {
    history.replaceState(null, "", place);
  } catch { /* some viewers forbid it; then there is no link */ }
};
