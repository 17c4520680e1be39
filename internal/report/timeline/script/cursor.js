// Cursor is what the keyboard does in the lanes: it is always in a row, which is a lane
// or a track of marks, on one of its pieces. What it has come to is told as a tip.
class Cursor {
  constructor(timeline) {
    this.timeline = timeline;
    this.view = timeline.view;
    timeline.lanesView.addEventListener("focus", () => { if (timeline.lanesView.matches(":focus-visible")) this.enter(); });
    timeline.lanesView.addEventListener("blur", () => this.leave());
  }
  get rows() {
    return [...this.timeline.tracks.map((track) => ({ track })), ...this.view.rows.list.filter((row) => row.lane).map(({ lane }) => ({ lane }))];
  }
  // The place of the cursor's row among all; the first lane's when it is in none.
  index(rows) {
    const at = rows.findIndex((row) => row.lane === this.last?.lane && row.track === this.last?.track);
    return at >= 0 ? at : Math.max(0, rows.findIndex((row) => row.lane && row.lane === (this.view.pinned ?? this.view.subject)), rows.findIndex((row) => row.lane));
  }

  // Pieces of a row, by number.
  first({ track, lane }) { return track ? 0 : lane.first; }
  end({ track, lane }) { return track ? track.marks.length : lane.end; }
  span({ track }, i) {
    const { scene } = this.view;
    return track ? track.marks[i] : { start: scene.starts[i], end: scene.ends[i] };
  }
  // The first that ends after a time.
  after(row, time) {
    if (row.lane) return this.view.scene.firstAfter(row.lane, time);
    const at = row.track.marks.findIndex((mark) => mark.end > time);
    return at < 0 ? row.track.marks.length : at;
  }

  enter() {
    const rows = this.rows;
    if (rows.length === 0) return;
    const time = this.at >= this.view.from && this.at <= this.view.to ? this.at : (this.view.from + this.view.to) / 2;
    this.go(rows[this.index(rows)], time);
  }
  leave() {
    if (!this.view.cursor) return;
    this.view.cursor = null;
    tips.hide();
    this.timeline.ask();
  }

  // Goes to what a row has at a time, or what is next to that.
  go(row, time) {
    const i = Math.min(this.after(row, time), this.end(row) - 1);
    if (i >= this.first(row)) this.set(row, i);
  }
  set(row, i) {
    const { start, end } = this.span(row, i), { view } = this;
    if (end < view.from || start > view.to) {
      const middle = end - start < view.span ? (start + end) / 2 : end < view.from ? end - view.span / 2 : start + view.span / 2;
      view.show(middle - view.span / 2, middle + view.span / 2);
    }
    this.at = (Math.max(start, view.from) + Math.min(end, view.to)) / 2;
    this.last = row;
    view.cursor = { row, i, start, end };
    this.reveal(row);
    this.timeline.ask();
  }
  // Scrolls to a lane.
  reveal({ lane }) {
    const { lanesView } = this.timeline, place = lane && this.view.rows.ofLane.get(lane);
    if (!place) return;
    if (place.y < lanesView.scrollTop) lanesView.scrollTop = place.y - TITLE_HEIGHT;
    else if (place.y + place.height > lanesView.scrollTop + lanesView.clientHeight) lanesView.scrollTop = place.y + place.height - lanesView.clientHeight;
  }

  // The next piece (1) or the one before (-1), of those that pixels tell apart.
  step(way) {
    const { row, start, end } = this.view.cursor, slack = this.view.span / this.view.plot * 3;
    const narrow = end - start < slack;
    let i;
    if (way > 0) {
      i = this.after(row, narrow ? Math.max(end, this.at + slack) : end);
      if (i >= this.end(row)) return;
    } else {
      const before = narrow ? Math.min(start, this.at - slack) : start;
      i = Math.min(this.after(row, before), this.end(row) - 1);
      while (i >= this.first(row) && this.span(row, i).start >= before) i--;
      if (i < this.first(row)) return;
    }
    this.set(row, i);
  }
  // The next row (1) or the one before (-1), at the same time.
  turn(way) {
    const rows = this.rows, row = rows[this.index(rows) + way];
    if (row) this.go(row, this.at);
  }
  // The first or last piece in sight.
  edge(way) {
    const { row } = this.view.cursor, slack = this.view.span / 1e6;
    this.go(row, way < 0 ? this.view.from : this.view.to - slack);
  }
  zoom() {
    const { start, end } = this.view.cursor, around = Math.max((end - start) / 4, LEAST_SPAN / 4);
    this.view.show(start - around, end + around);
  }
  // Follows the arrow from a wait to who ended it.
  follow() {
    const { scene, rows } = this.view, { row, i } = this.view.cursor;
    const end = row.lane && scene.endOf(row.lane, i), lane = end && scene.byKey.get(laneKey(GOROUTINE, end.by));
    if (lane && rows.ofLane.has(lane)) this.go({ lane }, end.end - 1);
  }

  // What a key does; undefined when it does nothing.
  key(key) {
    const act = {
      ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1), ArrowDown: () => this.turn(1), ArrowUp: () => this.turn(-1),
      Home: () => this.edge(-1), End: () => this.edge(1), Enter: () => this.zoom(), f: () => this.follow(),
      " ": () => this.view.cursor.row.lane && this.view.pin(this.view.cursor.row.lane),
    }[key];
    if (key === "Escape") return () => this.timeline.lanesView.blur();
    return act && (() => this.view.cursor ? act() : this.enter());
  }

  // Shows the tip of where the cursor is, after everything is drawn.
  tell() {
    const { view, timeline } = this, cursor = view.cursor;
    if (!cursor) return;
    const { row } = cursor, x = Math.min(Math.max(view.x(this.at), view.gutter), view.width);
    const text = row.track ? trackTip(view, row.track, x) : laneTip(view, timeline.look, row.lane, x);
    const canvas = (row.track ? timeline.head : timeline.lanes).canvas.getBoundingClientRect();
    const y = row.track ? AXIS_HEIGHT + timeline.tracks.indexOf(row.track) * TRACK_HEIGHT : (view.rows.ofLane.get(row.lane)?.y ?? 0) - timeline.lanesView.scrollTop;
    tips.show(text, canvas.left + x + 8, canvas.top + y - 4, canvas.top + y + LANE_HEIGHT + 6);
  }
}
