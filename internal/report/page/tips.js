"use strict";
// Tips: the text lies in data-tip, in data-tips for each of many columns, or in title,
// and is only ever set as text. The keyboard reaches them, too: what cannot have the
// focus itself belongs to a group that can, and arrow keys go from one to the next. The
// box is a status, so that what it says is read out.
const tips = (() => {
  const box = document.getElementById("tip");
  box.hidden = false; // it is empty: what was hidden is not read out when it appears
  let keep = null; // shows what the keyboard has chosen once more

  // Shows a text below bottom, or above top where there is no room; nothing without.
  const show = (text, x, top, bottom) => {
    if (box.textContent !== (text || "")) box.textContent = text || "";
    if (!text) return;
    const { width, height } = box.getBoundingClientRect();
    box.style.left = Math.max(4, Math.min(x, innerWidth - width - 4)) + "px";
    box.style.top = (bottom + height > innerHeight ? Math.max(4, top - height) : bottom) + "px";
  };
  const hide = () => {
    keep = null;
    show("");
  };

  const tipOf = (e, x) => {
    if (!e?.dataset.tips) return e?.dataset.tip;
    const { left, width } = e.getBoundingClientRect();
    const texts = e.dataset.tips.split("\n\n");
    return texts[Math.min(texts.length - 1, Math.floor((x - left) / width * texts.length))];
  };
  document.addEventListener("pointermove", (event) => {
    const text = tipOf(event.target.closest?.("[data-tip], [data-tips]"), event.clientX);
    if (text || !keep) show(text, event.clientX + 12, event.clientY - 8, event.clientY + 16);
  });
  document.addEventListener("scroll", () => { keep ? keep() : show(""); }, { passive: true, capture: true });

  const tipped = "[data-tip], [data-tips], [title], .flame svg svg:has(> title)";
  const focusable = "a[href], button, input, summary, [tabindex]";

  // A step is one tip, with the place of what it is about.
  const stepsOf = (e) => {
    const rect = e.getBoundingClientRect(), { top, height } = rect;
    if (rect.width + height === 0) return []; // it is not shown
    const texts = e.dataset.tips?.split("\n\n") ?? [e.dataset.tip ?? (e.getAttribute("title") || e.querySelector(":scope > title")?.textContent)];
    const width = rect.width / texts.length;
    return texts.map((text, i) => ({ e, i, text, width, height, x: rect.left + (i + 0.5) * width, y: top + height / 2 })).filter((step) => step.text);
  };

  // The step to the left or right in the same row, or else the one before or after;
  // the nearest one above or below.
  const next = (steps, at, dx, dy) => {
    const from = steps[at];
    const level = (step) => Math.abs(step.y - from.y) < Math.max(step.height, from.height) / 2;
    const ahead = steps.filter((step) => step !== from && (dx ? level(step) && (step.x - from.x) * dx > 0 : !level(step) && (step.y - from.y) * dy > 0));
    const far = dx ? (step) => Math.abs(step.x - from.x) : (step) => Math.abs(step.y - from.y) * 1e4 + Math.abs(step.x - from.x);
    if (ahead.length > 0) return ahead.reduce((best, step) => far(step) < far(best) ? step : best);
    return steps[Math.max(0, Math.min(at + dx + dy, steps.length - 1))];
  };

  const keys = {
    ArrowRight: (steps, at) => next(steps, at, 1, 0), ArrowLeft: (steps, at) => next(steps, at, -1, 0),
    ArrowDown: (steps, at) => next(steps, at, 0, 1), ArrowUp: (steps, at) => next(steps, at, 0, -1),
    Home: (steps) => steps[0], End: (steps) => steps.at(-1),
  };

  // A group has the focus, and one of its steps is current.
  const join = (group) => {
    let current = null;
    const steps = () => [...group.querySelectorAll(tipped)].filter((e) => !e.closest(focusable) || e.closest(focusable) === group).flatMap(stepsOf);
    const unmark = () => group.querySelectorAll(".current").forEach((e) => e.classList.remove("current"));
    const find = (all) => Math.max(0, all.findIndex((step) => step.e === current?.e && step.i === current.i));
    const point = (scroll) => {
      const all = steps(), step = all[find(all)];
      if (!step) return;
      unmark();
      current = step;
      step.e.classList.add("current");
      if (scroll) step.e.scrollIntoView({ block: "nearest", inline: "nearest" });
      keep = () => {
        const now = stepsOf(step.e)[step.i];
        if (now) show(now.text, now.x - Math.min(now.width / 2, 60), now.y - now.height / 2 - 4, now.y + now.height / 2 + 4);
      };
      keep();
    };
    group.addEventListener("focus", () => { if (group.matches(":focus-visible")) point(false); });
    group.addEventListener("blur", () => {
      unmark();
      hide();
    });
    group.addEventListener("keydown", (event) => {
      if (event.target !== group || event.ctrlKey || event.metaKey || event.altKey) return;
      const all = steps(), at = find(all);
      if (event.key === "Escape") {
        unmark();
        hide();
      } else if (event.key === "Enter" && current) {
        current.e.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        keep?.(); // it may be elsewhere now
      }
      else if (keys[event.key] && all.length > 0) {
        current = group.querySelector(".current") ? keys[event.key](all, at) : all[at];
        point(true);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
  };

  // Makes all tips below root reachable.
  const joined = new WeakSet();
  const reach = (root) => {
    for (const e of root.querySelectorAll(tipped)) {
      const group = e.closest(focusable) ?? e.parentElement.closest("table, figure, ul, .bars, .columns") ?? e.parentElement.closest("svg, .stack") ?? e;
      if (joined.has(group) || group === e && e.matches("canvas")) continue; // a canvas has its own ways
      joined.add(group);
      if (!group.matches(focusable)) group.tabIndex = 0;
      if (group !== e) {
        join(group);
        continue;
      }
      e.addEventListener("focus", () => {
        const [step] = stepsOf(e);
        if (step && e.matches(":focus-visible")) show(step.text, step.x, step.y - step.height / 2 - 4, step.y + step.height / 2 + 4);
      });
      e.addEventListener("blur", hide);
    }
  };
  reach(document);
  return { show, hide, reach };
})();
