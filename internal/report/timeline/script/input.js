// Input is what pointers and keys do to a timeline.
class Input {
  constructor(timeline) {
    this.timeline = timeline;
    this.view = timeline.view;
    const { lanesView, head, minimap, section } = timeline;
    lanesView.addEventListener("scroll", () => timeline.ask(), { passive: true });
    lanesView.addEventListener("wheel", (event) => this.wheel(event, event.ctrlKey || event.metaKey), { passive: false });
    head.canvas.addEventListener("wheel", (event) => this.wheel(event, true), { passive: false });
    minimap.sheet.canvas.addEventListener("wheel", (event) => this.wheel(event, true), { passive: false });
    this.tips(timeline.lanes.canvas, (x, y) => this.lanesTip(x, y));
    this.tips(head.canvas, (x, y) => this.headTip(x, y));
    this.dragLanes(lanesView);
    this.dragRange(head.canvas, (x) => this.view.time(x));
    this.dragRange(minimap.sheet.canvas, (x) => minimap.time(x));
    head.canvas.addEventListener("dblclick", () => this.view.all());
    lanesView.addEventListener("dblclick", (event) => this.zoomToPiece(event));
    section.addEventListener("keydown", (event) => this.key(event));
    this.find = section.querySelector(".find");
    this.find.addEventListener("input", () => this.search());
    for (const [name, act] of [["in", () => this.view.zoom(0.5)], ["out", () => this.view.zoom(2)], ["whole", () => this.view.all()]]) {
      section.querySelector(".zooms ." + name).addEventListener("click", act);
    }
    this.legend([...section.querySelectorAll("[data-item]")]);
  }

  wheel(event, zooms) {
    const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!zooms && !sideways) return; // the lanes scroll
    event.preventDefault();
    const by = (sideways && event.deltaX || event.deltaY) * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1);
    if (sideways) this.view.pan(by / this.view.plot * this.view.span);
    else this.view.zoom(Math.exp(Math.max(-0.7, Math.min(0.7, by * 0.003))), this.view.time(Math.max(event.offsetX, this.view.gutter)));
  }

  // The page shows what is in data-tip below the pointer.
  tips(canvas, tip) {
    canvas.addEventListener("pointermove", ({ offsetX, offsetY }) => {
      this.timeline.cursor.leave();
      this.view.hover = offsetX >= this.view.gutter ? this.view.time(offsetX) : null;
      this.view.over = canvas === this.timeline.lanes.canvas ? this.rowAt(offsetY)?.lane ?? null : null;
      canvas.dataset.tip = this.dragging ? "" : tip(offsetX, offsetY);
      this.timeline.ask();
    });
    canvas.addEventListener("pointerleave", () => {
      this.view.hover = this.view.over = null;
      this.timeline.ask();
    });
  }
  rowAt(y) { return this.view.rows.at(y + this.timeline.lanesView.scrollTop); }
  lanesTip(x, y) {
    const row = this.rowAt(y);
    return row?.lane ? laneTip(this.view, this.timeline.look, row.lane, x) : "";
  }
  headTip(x, y) {
    const { tracks, look } = this.timeline, at = Math.floor((y - AXIS_HEIGHT) / TRACK_HEIGHT);
    if (at < 0) return x < this.view.gutter ? "" : moment(this.view.time(x), this.view.span / this.view.plot);
    if (at < tracks.length) return trackTip(this.view, tracks[at], x);
    return this.view.pinned ? laneTip(this.view, look, this.view.pinned, x) : "";
  }

  // Dragging the lanes moves them; a click pins a lane or folds a group.
  dragLanes(element) {
    let last = null;
    element.addEventListener("pointerdown", (event) => {
      if (event.button === 0 && event.target === this.timeline.lanes.canvas) last = { x: event.clientX, y: event.clientY };
    });
    element.addEventListener("pointermove", (event) => {
      if (!last) return;
      const dx = event.clientX - last.x, dy = event.clientY - last.y;
      if (!this.dragging && Math.abs(dx) + Math.abs(dy) < 4) return;
      if (!this.dragging) element.setPointerCapture(event.pointerId);
      this.dragging = true;
      element.classList.add("dragging");
      last = { x: event.clientX, y: event.clientY };
      this.view.pan(-dx / this.view.plot * this.view.span);
      if (event.pointerType === "mouse") element.scrollTop -= dy;
    });
    const end = (event) => {
      if (last && !this.dragging && event.type === "pointerup") this.click(event.offsetY);
      last = null;
      this.dragging = false;
      element.classList.remove("dragging");
    };
    element.addEventListener("pointerup", end);
    element.addEventListener("pointercancel", end);
  }
  click(y) {
    const row = this.rowAt(y);
    if (row?.lane) this.view.pin(row.lane);
    else if (row) {
      this.view.rows.fold(row.title);
      this.rearrange();
    }
  }

  // Dragging over an axis chooses what is to be seen; a click puts it into the
  // middle.
  dragRange(canvas, time) {
    let from = null;
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      from = event.offsetX;
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (from === null) return;
      this.view.selection = [time(from), time(event.offsetX)];
      this.timeline.ask();
    });
    canvas.addEventListener("pointerup", (event) => {
      if (from === null) return;
      const [a, b] = [time(from), time(event.offsetX)].sort((a, b) => a - b), { span } = this.view;
      const dragged = Math.abs(event.offsetX - from) > 4;
      this.view.selection = from = null;
      if (dragged) this.view.show(a, b);
      else if (canvas === this.timeline.minimap.sheet.canvas) this.view.show(a - span / 2, a + span / 2);
      else this.timeline.ask();
    });
    canvas.addEventListener("pointercancel", () => { this.view.selection = from = null; });
  }
  zoomToPiece(event) {
    const { view } = this, lane = this.rowAt(event.offsetY)?.lane;
    if (!lane || event.offsetX < view.gutter) return;
    const piece = view.scene.firstAfter(lane, view.time(event.offsetX));
    if (piece === lane.end) return;
    const [a, b] = [view.scene.starts[piece], view.scene.ends[piece]];
    view.show(a - (b - a) / 4, b + (b - a) / 4);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === this.find) {
      if (event.key === "Escape") {
        this.find.value = "";
        this.search();
      }
      return;
    }
    const { view } = this;
    const act = event.target === this.timeline.lanesView && this.timeline.cursor.key(event.key) || {
      "+": () => view.zoom(0.5), "=": () => view.zoom(0.5), w: () => view.zoom(0.5),
      "-": () => view.zoom(2), s: () => view.zoom(2),
      ArrowLeft: () => view.pan(-view.span / 8), a: () => view.pan(-view.span / 8),
      ArrowRight: () => view.pan(view.span / 8), d: () => view.pan(view.span / 8),
      0: () => view.all(), n: () => view.jump(1), p: () => view.jump(-1),
      "/": () => this.find.focus(), Escape: () => view.pinned && view.pin(view.pinned),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
  search() {
    this.view.rows.search(this.find.value);
    this.rearrange();
  }
  rearrange() {
    this.view.rows.arrange(this.view.scene);
    this.timeline.ask();
  }

  // An item of the legend stands out while the pointer is on it, or until it is
  // clicked again.
  legend(buttons) {
    let kept = -1;
    const light = (item) => {
      this.view.highlight = item;
      this.timeline.ask();
    };
    for (const button of buttons) {
      const item = +button.dataset.item;
      button.addEventListener("pointerenter", () => light(item));
      button.addEventListener("pointerleave", () => light(kept));
      button.addEventListener("click", () => {
        kept = kept === item ? -1 : item;
        for (const other of buttons) other.setAttribute("aria-pressed", +other.dataset.item === kept);
        light(kept);
      });
    }
  }
}
