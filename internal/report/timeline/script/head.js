const AXIS_HEIGHT = 24, TRACK_HEIGHT = 17, PIN_HEIGHT = 24;

// Tracks are the rows of marks above the lanes; those without any are left out.
const tracksOf = (scene) => [
  { name: "GC phases", kinds: [MARK.GC], color: "gc" },
  { name: "stopped world", kinds: [MARK.STOP], color: "stop" },
  { name: "throttled, refills", kinds: [MARK.THROTTLE, MARK.REFILL], color: "quota" },
  { name: "requests", kinds: [MARK.REQUEST], color: "accent" },
  { name: "tasks", kinds: [MARK.TASK], color: "accent" },
  { name: "regions", kinds: [MARK.REGION], color: "accent" },
  { name: "log", kinds: [MARK.LOG], color: "muted" },
].map((track) => ({ ...track, marks: scene.marks.filter((mark) => track.kinds.includes(mark.kind)) }))
  .filter((track) => track.marks.length > 0);

const headHeight = (view, tracks) => AXIS_HEIGHT + tracks.length * TRACK_HEIGHT + (view.pinned ? PIN_HEIGHT : 0) + 3;

// Calls draw for the stretches of marks that are in sight, those that no pixel
// tells apart as one. Marks come in order of their starts.
const eachStretch = (view, marks, draw) => {
  let from = -1, to = -1, of = null;
  const flush = () => { if (of) draw(from, Math.max(to - from, 1), of); };
  for (const mark of marks) {
    if (mark.end < view.from || mark.start > view.to) continue;
    const a = Math.max(view.x(mark.start), view.gutter), b = Math.min(view.x(mark.end), view.width);
    if (of && a < Math.max(to, from + 1) + 0.5) {
      to = Math.max(to, b);
      continue;
    }
    flush();
    [from, to, of] = [a, b, mark];
  }
  flush();
};

// What stops everything goes through all lanes, faintly.
const drawBands = (context, view, look, top, height) => {
  for (const [kind, color, alpha] of [[MARK.GC, look.gc, 0.07], [MARK.THROTTLE, look.quota, 0.13], [MARK.STOP, look.stop, 0.13]]) {
    context.fillStyle = color;
    context.globalAlpha = alpha;
    eachStretch(view, view.scene.marksOf[kind], (x, width) => context.fillRect(x, top, width, height));
  }
  const refills = view.scene.marksOf[MARK.REFILL].filter((mark) => mark.start >= view.from && mark.start <= view.to);
  context.globalAlpha = 0.45;
  context.fillStyle = look.quota;
  if (refills.length < view.plot / 12) {
    for (const mark of refills) for (let y = top; y < top + height; y += 6) context.fillRect(Math.round(view.x(mark.start)), y, 1, 3);
  }
  context.globalAlpha = 1;
};

const drawHead = (sheet, view, look, tracks) => {
  const height = headHeight(view, tracks);
  const context = sheet.clear(view.width, height, look);
  drawBands(context, view, look, AXIS_HEIGHT, height - AXIS_HEIGHT);
  drawAxis(sheet, view, look);
  tracks.forEach((track, i) => drawTrack(sheet, view, look, track, AXIS_HEIGHT + i * TRACK_HEIGHT));
  if (view.pinned) {
    const y = AXIS_HEIGHT + tracks.length * TRACK_HEIGHT, painter = new LanePainter(sheet, view, look);
    drawName(sheet, view, look, view.pinned, y, PIN_HEIGHT);
    painter.lane(view.pinned, y + 3, PIN_HEIGHT - 6);
    painter.flush();
  }
  drawCursor(context, view, look, (row) => tracks.includes(row.track) && { y: AXIS_HEIGHT + tracks.indexOf(row.track) * TRACK_HEIGHT + 2, height: TRACK_HEIGHT - 4 });
  if (view.selection) {
    const [a, b] = view.selection.map((time) => view.x(time)).sort((a, b) => a - b);
    context.fillStyle = look.accent;
    context.globalAlpha = 0.25;
    context.fillRect(a, 0, b - a, height);
    context.globalAlpha = 1;
  }
  drawHover(context, view, look, height);
};

const drawAxis = (sheet, view, look) => {
  const { context } = sheet, { base, ticks } = ruler(view.from, view.to, Math.max(2, view.plot / 110));
  context.fillStyle = look.muted;
  if (base) context.fillText(base, view.gutter - 8 - context.measureText(base).width, 10);
  for (const tick of ticks) {
    const x = view.x(tick.at), width = context.measureText(tick.label).width;
    context.fillStyle = look.rule;
    context.fillRect(Math.round(x), 18, 1, AXIS_HEIGHT - 18);
    context.fillStyle = look.muted;
    context.fillText(tick.label, Math.max(view.gutter, Math.min(x - width / 2, view.width - width - 2)), 10);
  }
  context.fillStyle = look.rule;
  context.fillRect(view.gutter, AXIS_HEIGHT - 1, view.plot, 1);
};

const drawTrack = (sheet, view, look, track, y) => {
  const { context } = sheet;
  const label = sheet.fit(track.name, view.gutter - 16);
  context.fillStyle = look.muted;
  context.fillText(label, 8, y + TRACK_HEIGHT / 2 + 0.5);
  const fill = look[track.color], ink = inkOn(fill);
  for (const kind of track.kinds) {
    eachStretch(view, view.scene.marksOf[kind], (x, width, mark) => {
      context.fillStyle = fill;
      if (kind === MARK.REFILL) {
        drawRefill(context, Math.round(x) + 0.5, y);
        return;
      }
      context.fillRect(x, y + 3, width, TRACK_HEIGHT - 6);
      const text = width > LABELLED && sheet.fit(mark.name, width - 10);
      context.fillStyle = ink;
      if (text) context.fillText(text, x + 5, y + TRACK_HEIGHT / 2 + 0.5);
    });
  }
};

// A tick with a head: quota comes in.
const drawRefill = (context, x, y) => {
  context.fillRect(x - 0.5, y + 1, 1, TRACK_HEIGHT - 2);
  context.beginPath();
  context.moveTo(x - 3.5, y + 1);
  context.lineTo(x + 3.5, y + 1);
  context.lineTo(x, y + 6);
  context.fill();
};
