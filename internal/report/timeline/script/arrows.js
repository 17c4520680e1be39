const MOST_ARROWS = 150, MOST_FAINT = 40;

// The ends of waits that are in sight, with the rows of who waited and who ended it.
// Those of the chain of waits and of the lane that is pointed at stand out; others are
// there, faintly, as long as they are few.
const arrowsInSight = (view) => {
  const { scene, rows } = view, pointed = view.cursor?.row.lane ?? view.over;
  const of = (id) => rows.ofLane.get(scene.byKey.get(laneKey(GOROUTINE, id)));
  const strong = [], faint = [];
  for (const mark of scene.waits) {
    if (mark.end < view.from || mark.end > view.to) continue;
    const to = of(mark.lane), from = of(mark.by);
    if (!to || !from || to === from) continue;
    (mark.chain || to.lane === pointed || from.lane === pointed ? strong : faint).push({ mark, from, to });
  }
  return { strong: strong.slice(0, MOST_ARROWS), faint: faint.length > MOST_FAINT ? [] : faint };
};

// Arrows go, at the end of a wait, from who ended it to who waited.
const drawArrows = (context, view, look, top) => {
  const { strong, faint } = arrowsInSight(view);
  const middle = (row) => row.y + row.height / 2 - top;
  const draw = ({ mark, from, to }, color, width) => {
    const x = view.x(mark.end), a = middle(from), b = middle(to), way = Math.sign(b - a);
    context.strokeStyle = context.fillStyle = color;
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(x, a);
    context.lineTo(x, b - way * 4);
    context.stroke();
    context.beginPath();
    context.arc(x, a, 1.5 + width, 0, 2 * Math.PI);
    context.fill();
    context.beginPath();
    context.moveTo(x, b);
    context.lineTo(x - 3 - width, b - way * (6 + width));
    context.lineTo(x + 3 + width, b - way * (6 + width));
    context.fill();
  };
  context.globalAlpha = 0.4;
  for (const arrow of faint) draw(arrow, look.muted, 1);
  context.globalAlpha = 1;
  for (const arrow of strong) draw(arrow, look.bg, 4);
  for (const arrow of strong) draw(arrow, look.fg, 1.5);
};
