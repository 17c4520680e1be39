"use strict";
(() => {
  // Boxes come callers first, so what is below one follows it until the next
  // box that is not lower.
  for (const graph of document.querySelectorAll(".flame")) {
    const boxes = [...graph.querySelectorAll("svg svg")].map((e) => ({
      e, y: +e.getAttribute("y"), x: parseFloat(e.getAttribute("x")), width: parseFloat(e.getAttribute("width")),
    }));
    const place = (box, x, width) => {
      box.e.style.display = "";
      box.e.setAttribute("x", x + "%");
      box.e.setAttribute("width", width + "%");
      let text = box.e.querySelector("text");
      if (!text && width >= 2) { // this and the label are as in layout.go and look.go
        text = document.createElementNS(box.e.namespaceURI, "text");
        text.setAttribute("x", 3);
        text.setAttribute("y", 12);
        text.textContent = box.e.querySelector("title").textContent.split("\n")[0].replace(/^[^(\[<]*\//, "");
        box.e.append(text);
      }
      if (text) text.style.display = width >= 2 ? "" : "none";
    };
    const zoom = (at) => {
      const top = boxes[at];
      for (const box of boxes) box.e.style.display = "none";
      for (let i = at, y = top.y; i >= 0; i--) {
        if (i === at || boxes[i].y < y) place(boxes[i], 0, 100);
        y = Math.min(y, boxes[i].y);
      }
      for (let i = at + 1; i < boxes.length && boxes[i].y > top.y; i++) {
        place(boxes[i], (boxes[i].x - top.x) / top.width * 100, boxes[i].width / top.width * 100);
      }
    };
    boxes.forEach((box, i) => box.e.addEventListener("click", () => zoom(i)));
    graph.classList.add("live");
    for (const hint of graph.querySelectorAll(".zoom")) hint.hidden = false;
  }
})();
