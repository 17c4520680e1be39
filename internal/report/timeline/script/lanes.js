const LABELLED = 28; // px that a piece needs to have a label

// Ink collects rectangles by colour: to change a canvas's colour takes longer than
// to fill a rectangle.
class Ink {
  constructor() { this.piles = new Map(); }
  rect(color, x, y, width, height) {
    let pile = this.piles.get(color);
    if (!pile) this.piles.set(color, pile = []);
    pile.push(x, y, width, height);
  }
  flow(context, fill) {
    for (const [color, pile] of this.piles) {
      fill(context, color);
      for (let i = 0; i < pile.length; i += 4) context.fillRect(pile[i], pile[i + 1], pile[i + 2], pile[i + 3]);
    }
  }
}

// Columns merges what is narrower than a pixel of the screen: each column of
// pixels gets the item that takes most of it, and neighbours alike become one
// rectangle.
class Columns {
  constructor(emit) {
    this.emit = emit;
    this.shares = new Float64Array(256);
    this.seen = [];
    this.column = -1;
    this.run = { item: -1, from: 0, to: 0 };
  }
  // A piece from a to b, in columns.
  add(item, a, b) {
    const first = Math.floor(a), last = Math.floor(b);
    if (first === last) {
      this.share(first, item, b - a);
      return;
    }
    this.share(first, item, first + 1 - a);
    this.settle();
    if (last > first + 1) this.extend(item, first + 1, last);
    if (b > last) this.share(last, item, b - last);
  }
  share(column, item, part) {
    if (column !== this.column) this.settle();
    this.column = column;
    if (this.shares[item] === 0) this.seen.push(item);
    this.shares[item] += part;
  }
  settle() {
    if (this.seen.length === 0) return;
    let most = this.seen[0];
    for (const item of this.seen) if (this.shares[item] > this.shares[most]) most = item;
    this.extend(most, this.column, this.column + 1);
    for (const item of this.seen) this.shares[item] = 0;
    this.seen.length = 0;
  }
  extend(item, from, to) {
    if (item === this.run.item && from === this.run.to) {
      this.run.to = to;
      return;
    }
    if (this.run.item >= 0) this.emit(this.run.item, this.run.from, this.run.to);
    this.run = { item, from, to };
  }
  end() {
    this.settle();
    this.extend(-1, 0, 0);
    this.column = -1;
  }
}

// LanePainter draws the pieces of lanes.
class LanePainter {
  constructor(sheet, view, look) {
    Object.assign(this, { sheet, view, look, ink: new Ink(), labels: [] });
  }
  lane(lane, y, height) {
    const { scene, from, to, gutter, plot, span } = this.view;
    const ratio = devicePixelRatio || 1, scale = plot * ratio / span;
    const columns = new Columns((item, a, b) => this.ink.rect(item, gutter + a / ratio, y, (b - a) / ratio, height));
    let before = -1;
    for (let i = scene.firstAfter(lane, from); i < lane.end && scene.starts[i] < to; i++) {
      const a = (Math.max(scene.starts[i], from) - from) * scale, b = (Math.min(scene.ends[i], to) - from) * scale;
      const item = scene.items[i], width = (b - a) / ratio;
      columns.add(item, a, b);
      if (width > 3 && before === item && scene.starts[i] >= from) this.ink.rect(-1, gutter + Math.floor(a) / ratio, y, 1 / ratio, height);
      if (width > LABELLED) this.labels.push({ item, x: gutter + a / ratio + 5, y: y + height / 2, width: width - 10, ...this.text(lane, i) });
      before = item;
    }
    columns.end();
  }
  // What is written into a piece: of a P or thread the goroutine, of a CPU who has it.
  text(lane, piece) {
    const { scene } = this.view;
    if (lane.kind === CPU) return { text: occupant(scene, lane, piece) || this.look.item(scene.items[piece]).name };
    const bound = lane.kind === GOROUTINE ? "" : scene.boundTo(lane, piece);
    if (bound) return { text: shortName(bound), short: bound.split(" ", 1)[0] };
    return { text: shortName(scene.detail(piece)) || this.look.item(scene.items[piece]).name };
  }
  flush() {
    const { context } = this.sheet, { highlight } = this.view;
    const faded = (item) => highlight >= 0 && item !== highlight;
    this.ink.flow(context, (context, item) => {
      context.globalAlpha = item >= 0 && faded(item) ? 0.12 : 1;
      context.fillStyle = item < 0 ? this.look.bg : this.look.item(item).fill;
    });
    for (const label of this.labels) {
      const text = !faded(label.item) && this.sheet.fit(label.text, label.width, label.short);
      context.fillStyle = this.look.item(label.item).ink;
      if (text) context.fillText(text, label.x, label.y + 0.5);
    }
    context.globalAlpha = 1;
  }
}

// Draws the rows that are in sight.
const drawLanes = (sheet, view, look, top, height) => {
  const context = sheet.clear(view.width, height, look);
  drawBands(context, view, look, 0, height);
  const painter = new LanePainter(sheet, view, look);
  const { list } = view.rows;
  for (let i = view.rows.indexAt(top); i < list.length && list[i].y < top + height; i++) {
    const row = list[i], y = row.y - top;
    if (row.lane) {
      painter.lane(row.lane, y + 2, row.height - 4);
      drawName(sheet, view, look, row.lane, y, row.height);
    } else {
      drawTitle(sheet, view, look, row, y);
    }
  }
  painter.flush();
  drawVeil(context, view, look, height);
  drawArrows(context, view, look, top);
  drawCursor(context, view, look, (row) => row.lane && view.rows.ofLane.has(row.lane) && { y: view.rows.ofLane.get(row.lane).y - top + 1, height: LANE_HEIGHT - 2 });
  if (list.length === 0) {
    context.fillStyle = look.muted;
    context.fillText(view.scene.lanes.length === 0 ? "Nothing was recorded in this part." : "No lane has this name.", 8, height / 2);
  }
  drawHover(context, view, look, height);
};

// Who has a CPU: a thread of the process, or another process; empty when nobody has.
const occupant = (scene, lane, piece) => {
  if (scene.items[piece] === ITEM.PREEMPTED) return scene.detail(piece) || "another process";
  return scene.boundTo(lane, piece);
};

const drawName = (sheet, view, look, lane, y, height) => {
  const { context } = sheet;
  if (lane === view.pinned) {
    context.fillStyle = look.faint;
    context.fillRect(0, y, view.gutter - 1, height);
  }
  context.fillStyle = lane === view.pinned ? look.accent : lane.interest || lane.kind === PROC ? look.fg : look.muted;
  context.fillText(sheet.fit(shortName(view.scene.title(lane.kind, lane.id)), view.gutter - 16), 8, y + height / 2 + 0.5);
};

const drawTitle = (sheet, view, look, row, y) => {
  const { context } = sheet;
  context.fillStyle = look.faint;
  context.fillRect(0, y, view.width, row.height);
  context.fillStyle = look.fg;
  const sign = view.rows.folded.has(row.title) ? "▸ " : "▾ ";
  context.fillText(sign + row.title, 8, y + row.height / 2 + 0.5);
  const width = context.measureText(sign + row.title).width;
  context.fillStyle = look.muted;
  context.fillText(row.count, 16 + width, y + row.height / 2 + 0.5);
};

const drawHover = (context, view, look, height) => {
  if (view.hover === null) return;
  context.fillStyle = look.fg;
  context.globalAlpha = 0.35;
  context.fillRect(Math.round(view.x(view.hover)), 0, 1, height);
  context.globalAlpha = 1;
};

// What the scene is not about lies under a veil.
const drawVeil = (context, view, look, height) => {
  if (!view.focus) return;
  const [a, b] = [view.focus.from, view.focus.to].map((time) => Math.min(Math.max(view.x(time), view.gutter), view.width));
  context.fillStyle = look.bg;
  context.globalAlpha = 0.5;
  context.fillRect(view.gutter, 0, a - view.gutter, height);
  context.fillRect(b, 0, view.width - b, height);
  context.globalAlpha = 1;
  context.fillStyle = look.muted;
  for (const [x, time] of [[a, view.focus.from], [b, view.focus.to]]) {
    if (time >= view.from && time <= view.to) context.fillRect(Math.round(x), 0, 1, height);
  }
};

// A frame around the piece or mark that the keyboard has come to.
const drawCursor = (context, view, look, placeOf) => {
  const cursor = view.cursor, place = cursor && placeOf(cursor.row);
  if (!place) return;
  const a = Math.max(view.x(cursor.start), view.gutter), b = Math.min(view.x(cursor.end), view.width);
  const x = Math.max(view.gutter, Math.min(a, (a + b) / 2 - 3)), width = Math.max(b - a, 6);
  for (const [color, line] of [[look.bg, 5], [look.fg, 2]]) {
    context.strokeStyle = color;
    context.lineWidth = line;
    context.strokeRect(x, place.y, width, place.height);
  }
};
