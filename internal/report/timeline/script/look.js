// Look is the colours, from the style sheet: items have those of the legend.
class Look {
  constructor(section) {
    const style = getComputedStyle(section);
    const color = (name) => style.getPropertyValue("--" + name).trim();
    for (const name of ["bg", "fg", "muted", "rule", "faint", "accent", "stop", "gc", "quota"]) this[name] = color(name);
    this.font = "11px " + style.fontFamily;
    this.items = [...section.querySelectorAll("[data-item]")].map((button) => {
      const fill = getComputedStyle(button.querySelector(".swatch")).backgroundColor;
      return { name: button.textContent, means: button.title, fill, ink: inkOn(fill), className: button.querySelector(".swatch").classList[1] };
    });
  }
  item(number) { return this.items[number] ?? this.items[0]; }
}

// What can be read on a colour: the relative luminance of WCAG 2.2 decides.
const inkOn = (fill) => {
  const pixel = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  pixel.fillStyle = fill;
  pixel.fillRect(0, 0, 1, 1);
  const [r, g, b] = [...pixel.getImageData(0, 0, 1, 1).data].map((v) => v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.24 ? "#10131a" : "#fff";
};

// Sheet is a canvas as large as its place, in CSS px.
class Sheet {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.widths = new Map();
  }
  clear(width, height, look) {
    const ratio = devicePixelRatio || 1;
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.canvas.width !== w || this.canvas.height !== h) {
      [this.canvas.width, this.canvas.height] = [w, h];
      [this.canvas.style.width, this.canvas.style.height] = [width + "px", height + "px"];
    }
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.context.font = look.font;
    this.context.textBaseline = "middle";
    this.context.fillStyle = look.bg;
    this.context.fillRect(0, 0, width, height);
    return this.context;
  }
  // As much of a text as fits, and where that would say nothing, what is short.
  fit(text, room, short = "") {
    let width = this.widths.get(text);
    if (width === undefined) this.widths.set(text, width = this.context.measureText(text).width);
    if (width <= room) return text;
    const letters = Math.floor(text.length * room / width) - 1;
    return letters >= 6 ? text.slice(0, letters) + "…" : short && this.fit(short, room);
  }
}
