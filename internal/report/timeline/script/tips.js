// What an item is called: of a CPU, it is about who has that.
const nameOf = (look, lane, item, detail) => {
  const own = lane.kind === CPU && { [ITEM.RUNNING]: "own thread", [ITEM.PREEMPTED]: "another process" }[item];
  return (own || look.item(item).name) + (detail && ": " + detail);
};

// What lies under the pointer, in words. Around a piece narrower than a pixel, it
// is all pieces that share the pixel.
const laneTip = (view, look, lane, x) => {
  const title = view.scene.title(lane.kind, lane.id);
  if (x < view.gutter) return title;
  const { scene } = view, from = view.time(x - 0.5), to = view.time(x + 0.5);
  const first = scene.firstAfter(lane, from);
  if (first === lane.end || scene.starts[first] >= to) return "";
  const { sums } = scene.sum(lane, from, to);
  const pieces = sums.reduce((n, sum) => n + sum.count, 0);
  if (pieces > 2) {
    const most = sums.slice(0, 4).map((sum) => nameOf(look, lane, sum.item, sum.detail) + " " + duration(sum.ns));
    return [pieces + " pieces within " + duration(to - from), ...most, title].join("\n");
  }
  const piece = scene.ends[first] < view.time(x) && first + 1 < lane.end ? first + 1 : first;
  return pieceTip(view, look, lane, piece) + "\n" + title;
};

const pieceTip = (view, look, lane, piece) => {
  const { scene } = view, start = scene.starts[piece], length = scene.ends[piece] - start;
  const bound = lane.kind === CPU ? "" : scene.boundTo(lane, piece), end = scene.endOf(lane, piece);
  return [
    nameOf(look, lane, scene.items[piece], lane.kind === CPU ? scene.particular(lane, piece) : scene.detail(piece)),
    duration(length) + ", from " + moment(start, Math.max(length / 100, view.span / 10000)),
    bound && (lane.kind === GOROUTINE ? "on " : "with ") + bound,
    end && "ended by " + scene.title(GOROUTINE, end.by),
  ].filter(Boolean).join("\n");
};

// The marks of a track within a few pixels.
const trackTip = (view, track, x) => {
  const near = x < view.gutter ? [] : track.marks.filter((mark) => view.x(mark.end) >= x - 3 && view.x(mark.start) <= x + 3);
  const said = near.slice(0, 5).map((mark) => {
    const at = moment(mark.start, view.span / 10000), who = mark.kind === MARK.THROTTLE && mark.lane >= 0 ? "thread " + mark.lane : "";
    if (mark.kind === MARK.REFILL) return "quota refilled at " + at;
    const name = [mark.name || track.name, mark.name === who ? "" : who].filter(Boolean).join(", ");
    return name + (mark.end > mark.start ? "\n  " + duration(mark.end - mark.start) + ", from " : "\n  at ") + at;
  });
  if (near.length > 5) said.push("and " + (near.length - 5) + " more");
  return said.length > 0 ? said.join("\n") : track.name;
};
