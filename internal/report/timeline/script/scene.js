// Varints reads what encode of scene.go wrote.
class Varints {
  constructor(text) {
    const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    this.bytes = new Uint8Array(raw.length);
    for (let i = 0; i < raw.length; i++) this.bytes[i] = raw.charCodeAt(i);
    this.at = 0;
  }
  next() {
    let value = 0, scale = 1, byte;
    do {
      byte = this.bytes[this.at++];
      value += (byte & 127) * scale; // not by shifts: those know 32 bits only
      scale *= 128;
    } while (byte & 128);
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }
  text() {
    const length = this.next();
    this.at += length;
    return new TextDecoder().decode(this.bytes.subarray(this.at - length, this.at));
  }
}

const laneKey = (kind, id) => "gtpc"[kind] + id;

// Scene is a part of the recording. The pieces of all lanes lie in arrays side by
// side: those of a lane from its first to before its end. Times are ns since the
// recording's begin.
class Scene {
  constructor(text) {
    const read = new Varints(text);
    this.from = read.next();
    this.to = this.from + Math.max(1, read.next());
    const [strings, pieces, lanes, marks] = [read.next(), read.next(), read.next(), read.next()];
    this.strings = Array.from({ length: strings }, () => read.text());
    this.starts = new Float64Array(pieces);
    this.ends = new Float64Array(pieces);
    this.items = new Uint8Array(pieces);
    this.details = new Int32Array(pieces);
    this.bound = new Float64Array(pieces);
    this.at = 0;
    this.lanes = Array.from({ length: lanes }, () => this.lane(read));
    this.byKey = new Map(this.lanes.map((lane) => [lane.key, lane]));
    this.marks = Array.from({ length: marks }, () => this.mark(read)).sort((a, b) => a.start - b.start);
    this.marksOf = Object.fromEntries(Object.values(MARK).map((kind) => [kind, this.marks.filter((mark) => mark.kind === kind)]));
    // Ends of waits: those of the chain first, then the longest.
    this.waits = this.marksOf[MARK.UNBLOCK].toSorted((a, b) => b.chain - a.chain || (b.end - b.start) - (a.end - a.start));
  }
  lane(read) {
    const kind = read.next(), id = read.next(), name = this.strings[read.next()] ?? "", rank = read.next();
    const lane = { kind, id, name, interest: rank === 1, depth: Math.max(0, rank - 1), key: laneKey(kind, id), first: this.at, end: this.at + read.next() };
    let time = this.from;
    for (; this.at < lane.end; this.at++) {
      this.starts[this.at] = time += read.next();
      this.ends[this.at] = time += read.next();
      this.items[this.at] = read.next();
      this.details[this.at] = read.next();
      this.bound[this.at] = read.next();
    }
    return lane;
  }
  mark(read) {
    const kind = read.next(), start = this.from + read.next();
    const mark = { kind, start, end: start + read.next(), name: this.strings[read.next()] ?? "", lane: read.next() };
    return kind === MARK.UNBLOCK ? { ...mark, by: read.next(), chain: read.next() === 1 } : mark;
  }

  // The first piece of a lane that ends after a time.
  firstAfter(lane, time) {
    let lo = lane.first, hi = lane.end;
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      if (this.ends[mid] > time) hi = mid; else lo = mid + 1;
    }
    return lo;
  }

  // The time of each item, and of each detail of an item, from one time to another.
  sum(lane, from, to) {
    const sums = new Map();
    let all = 0;
    for (let i = this.firstAfter(lane, from); i < lane.end && this.starts[i] < to; i++) {
      const item = this.items[i], detail = this.particular(lane, i);
      const key = item + detail;
      const sum = sums.get(key) ?? { item, detail, ns: 0, count: 0 };
      const ns = Math.min(this.ends[i], to) - Math.max(this.starts[i], from);
      sum.ns += ns;
      sum.count++;
      all += ns;
      sums.set(key, sum);
    }
    return { all, sums: [...sums.values()].sort((a, b) => b.ns - a.ns) };
  }

  // What tells pieces of an item apart: what a goroutine waits for, who has a CPU.
  particular(lane, piece) {
    const item = this.items[piece];
    if (lane.kind === CPU && item === ITEM.RUNNING) return this.boundTo(lane, piece);
    return item === ITEM.BLOCKED || item === ITEM.LATE || item === ITEM.PREEMPTED ? this.detail(piece) : "";
  }

  // The end of the wait that a piece is, if a goroutine ended it.
  endOf(lane, piece) {
    if (lane.kind !== GOROUTINE || this.items[piece] !== ITEM.BLOCKED) return undefined;
    return this.waits.find((mark) => mark.lane === lane.id && mark.end > this.starts[piece] && mark.end <= this.ends[piece]);
  }

  detail(piece) { return this.strings[this.details[piece]] ?? ""; }

  // What a lane is called: "P 0", "CPU 0", "thread 4711 api", "g12 main.worker".
  title(kind, id) {
    const name = this.byKey.get(laneKey(kind, id))?.name ?? "";
    const plain = { [PROC]: "P ", [CPU]: "CPU ", [THREAD]: "thread ", [GOROUTINE]: "g" }[kind] + id;
    return name === plain || name === "P" + id ? plain : (plain + " " + name).trim();
  }

  // What a piece was bound to: of a P or thread its goroutine, of a goroutine or CPU
  // its thread; -1 and 0 are none.
  boundTo(lane, piece) {
    const id = this.bound[piece];
    return id > 0 ? this.title(lane.kind === GOROUTINE || lane.kind === CPU ? THREAD : GOROUTINE, id) : "";
  }
}

// A function without the path of its package.
const shortName = (name) => name.replace(/(^|\s)[^\s(\[<]*\//, "$1");
