const MINIMAP_HEIGHT = 44;

// Density is how the Ps (without any, the threads or goroutines) spent their time,
// in columns: shares[column][item] of all their time.
class Density {
  constructor(scene, columns) {
    const kind = [PROC, THREAD, GOROUTINE].find((k) => scene.lanes.some((lane) => lane.kind === k));
    const lanes = scene.lanes.filter((lane) => lane.kind === kind);
    const ns = (scene.to - scene.from) / columns;
    this.shares = Array.from({ length: columns }, () => new Map());
    for (const lane of lanes) {
      for (let i = lane.first; i < lane.end; i++) {
        const a = (scene.starts[i] - scene.from) / ns, b = (scene.ends[i] - scene.from) / ns;
        for (let column = Math.max(0, Math.floor(a)); column < b && column < columns; column++) {
          const part = (Math.min(b, column + 1) - Math.max(a, column)) / lanes.length;
          const shares = this.shares[column];
          shares.set(scene.items[i], (shares.get(scene.items[i]) ?? 0) + part);
        }
      }
    }
  }
}

// Minimap is the whole scene, with a window for what is to be seen of it.
class Minimap {
  constructor(sheet, view) {
    Object.assign(this, { sheet, view });
  }
  time(x) { return this.view.scene.from + x / this.view.width * (this.view.scene.to - this.view.scene.from); }
  x(time) { return (time - this.view.scene.from) / (this.view.scene.to - this.view.scene.from) * this.view.width; }
  draw(look) {
    const { view } = this, columns = Math.max(1, Math.floor(view.width / 2));
    if (this.scene !== view.scene || this.columns !== columns) {
      Object.assign(this, { scene: view.scene, columns, density: new Density(view.scene, columns) });
    }
    const context = this.sheet.clear(view.width, MINIMAP_HEIGHT, look);
    const ink = new Ink();
    this.density.shares.forEach((shares, column) => {
      let y = MINIMAP_HEIGHT;
      for (const [item, share] of [...shares].sort(([a], [b]) => a - b)) {
        const height = share * MINIMAP_HEIGHT;
        ink.rect(item, column * view.width / columns, y -= height, view.width / columns + 0.5, height);
      }
    });
    ink.flow(context, (context, item) => { context.fillStyle = look.item(item).fill; });
    const [a, b] = [this.x(view.from), this.x(view.to)];
    context.fillStyle = look.bg;
    context.globalAlpha = 0.72;
    context.fillRect(0, 0, a, MINIMAP_HEIGHT);
    context.fillRect(b, 0, view.width - b, MINIMAP_HEIGHT);
    context.globalAlpha = 1;
    context.strokeStyle = look.fg;
    context.lineWidth = 1.5;
    context.strokeRect(Math.max(a, 1), 1, Math.max(Math.min(b, view.width - 1) - Math.max(a, 1), 2), MINIMAP_HEIGHT - 2);
  }
}
