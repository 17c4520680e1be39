// Timeline joins the parts: what to draw when, and what keys and pointers do.
class Timeline {
  constructor(section) {
    const find = (selector) => section.querySelector(selector);
    this.section = section;
    this.stage = find(".stage");
    this.lanesView = find(".lanes-view");
    this.state = find(".state");
    this.sums = find(".sums");
    this.sources = [...section.querySelectorAll(".scene")];
    this.scenes = this.sources.map(() => null);
    this.view = new View(() => this.ask());
    this.lanes = new Sheet(find(".lanes-view canvas"));
    this.head = new Sheet(find(".head"));
    this.minimap = new Minimap(new Sheet(find(".minimap")), this.view);
    find(".static").hidden = true;
    this.stage.hidden = false;
    this.look = new Look(section);
    this.buttons = this.sources.map((source, i) => this.button(source, i));
    find(".scenes").append(...this.buttons);
    this.cursor = new Cursor(this);
    this.input = new Input(this);
    new ResizeObserver(() => this.view.resize(this.lanesView.clientWidth)).observe(this.lanesView);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.look = new Look(section);
      this.ask();
    });
    addEventListener("hashchange", () => this.go(readPlace()));
    this.go(readPlace());
    this.view.resize(this.lanesView.clientWidth);
  }
  button(source, i) {
    const button = element("button", "", source.dataset.name);
    button.type = "button";
    button.addEventListener("click", () => { this.choose(i); });
    return button;
  }

  // Opens scene i, reading it when that is the first time. Unless told otherwise, it
  // shows what the scene is about.
  choose(i, from, to) {
    this.number = i;
    this.scenes[i] ??= new Scene(this.sources[i].textContent);
    const { from: first, to: last } = this.sources[i].dataset;
    this.cursor.leave();
    this.view.focus = first && { from: +first, to: +last };
    if (first && from === undefined) [from, to] = [1.05 * first - 0.05 * last, 1.05 * last - 0.05 * first];
    this.tracks = tracksOf(this.scenes[i]);
    this.buttons.forEach((button, n) => button.setAttribute("aria-pressed", n === i));
    const present = new Set(this.scenes[i].items);
    for (const e of this.section.querySelectorAll("[data-item]")) e.closest("li").classList.toggle("absent", !present.has(+e.dataset.item));
    this.view.open(this.scenes[i], from, to);
    this.view.subject = this.scenes[i].lanes.find((lane) => lane.interest) ?? null;
  }

  // Goes to a place in the page's address. Without a scene, that is the shortest
  // one that covers it, or most of it.
  go({ scene, from, to, lane }) {
    const some = from !== undefined && to > from;
    let best = Math.min(Math.max((scene ?? 1) - 1, 0), this.sources.length - 1);
    if (some && scene === undefined) {
      const covered = this.sources.map((source, i) => {
        const s = this.scenes[i] ??= new Scene(source.textContent);
        return { i, part: Math.min(to, s.to) - Math.max(from, s.from), length: s.to - s.from };
      });
      best = covered.sort((a, b) => b.part - a.part || a.length - b.length)[0].i;
    }
    this.choose(best, some ? from : undefined, some ? to : undefined);
    const found = lane && this.view.scene.byKey.get(lane);
    if (found) this.view.pinned = found;
    if (some || scene !== undefined) this.section.scrollIntoView();
  }

  ask() { this.asked ??= requestAnimationFrame(() => { this.asked = undefined; this.draw(); }); }
  draw() {
    const { view, look } = this;
    if (view.width === 0) return;
    const height = Math.max(60, Math.min(view.rows.height, Math.round(0.62 * innerHeight), 620));
    this.lanesView.style.height = height + 2 + "px";
    this.lanesView.querySelector(".spacer").style.height = Math.max(0, view.rows.height - height) + "px";
    drawHead(this.head, view, look, this.tracks);
    drawLanes(this.lanes, view, look, this.lanesView.scrollTop, height);
    this.minimap.draw(look);
    this.cursor.tell();
    const place = [this.number, view.from, view.to, view.pinned?.key, look.bg].join();
    if (place !== this.place) {
      this.place = place;
      clearTimeout(this.later);
      this.later = setTimeout(() => this.settled(), this.section.dataset.drawn ? 120 : 0);
    }
    this.section.dataset.drawn ??= Math.round(performance.now()); // ms until there was a picture
  }
  // What need not follow each movement.
  settled() {
    const { view } = this;
    drawSums(this.sums, view, this.look);
    const part = view.whole ? "all of it" : moment(view.from, view.span / 1000) + " – " + moment(view.to, view.span / 1000);
    this.state.textContent = [duration(view.span) + " in sight: " + part, this.sources[this.number].dataset.about].filter(Boolean).join(" · ");
    if (this.moved) writePlace(this.number + 1, view);
    this.moved = true;
  }
}

for (const section of document.querySelectorAll(".timeline:has(.scene)")) new Timeline(section);
