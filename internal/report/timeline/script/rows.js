const LANE_HEIGHT = 18, TITLE_HEIGHT = 22;

// Rows are the lanes below each other, in groups that can be folded, as far as
// the search finds them.
class Rows {
  constructor() {
    this.folded = new Set();
    this.words = [];
    this.list = [];
    this.height = 0;
  }
  arrange(scene) {
    const groups = [
      ["Threads of interest", (lane) => lane.kind === THREAD && lane.interest],
      ["Goroutines of interest", (lane) => lane.kind === GOROUTINE && lane.interest],
      ["Who had to come first", (lane) => lane.kind === GOROUTINE && lane.depth > 0],
      ["Ps", (lane) => lane.kind === PROC],
      ["CPUs", (lane) => lane.kind === CPU],
      ["Threads", (lane) => lane.kind === THREAD && !lane.interest],
      ["Other goroutines", (lane) => lane.kind === GOROUTINE && !lane.interest && lane.depth === 0],
    ];
    this.list = [];
    this.ofLane = new Map(); // rows, as far as they are shown
    this.height = this.found = 0;
    const add = (row, height) => {
      row = { ...row, y: this.height, height };
      this.list.push(row);
      if (row.lane) this.ofLane.set(row.lane, row);
      this.height += height;
    };
    for (const [title, belongs] of groups) {
      const all = scene.lanes.filter(belongs);
      const lanes = all.filter((lane) => this.fits(scene, lane));
      if (lanes.length === 0) continue;
      this.found += lanes.length;
      const count = lanes.length === all.length ? all.length : lanes.length + " of " + all.length;
      add({ title, count }, TITLE_HEIGHT);
      if (!this.folded.has(title)) for (const lane of lanes) add({ lane }, LANE_HEIGHT);
    }
  }
  fits(scene, lane) {
    const title = this.words.length > 0 && scene.title(lane.kind, lane.id).toLowerCase();
    return this.words.every((word) => title.includes(word) || lane.key.startsWith(word));
  }
  search(text) { this.words = text.toLowerCase().split(/\s+/).filter(Boolean); }
  fold(title) { if (!this.folded.delete(title)) this.folded.add(title); }

  // The place in the list of the row at y.
  indexAt(y) {
    let lo = 0, hi = this.list.length;
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      if (this.list[mid].y + this.list[mid].height > y) hi = mid; else lo = mid + 1;
    }
    return lo;
  }
  at(y) { return this.list[this.indexAt(y)]; }
}
