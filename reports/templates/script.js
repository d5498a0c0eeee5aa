"use strict";
// The ledger can be filtered and sorted, texts copied, and the map shows what falls with a claim.
const form = document.getElementById("filters");
const table = document.getElementById("ledger-table");
const body = table.tBodies[0];
const rows = Array.from(body.rows);
const heads = Array.from(table.tHead.rows[0].cells);
const sorting = { column: 0, up: true };

function filter() {
  const wanted = Object.fromEntries(new FormData(form));
  const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (list, value) => !value || list.split(" ").includes(value);
  let shown = 0;
  for (const row of rows) {
    const data = row.dataset;
    const text = data.text.toLowerCase();
    row.hidden = !(
      (!wanted.paper || data.paper === wanted.paper) &&
      has(data.verdict, wanted.verdict) &&
      has(data.route, wanted.route) &&
      words.every((word) => text.includes(word))
    );
    shown += !row.hidden;
  }
  form.querySelector("output").textContent = `${shown} of ${rows.length} claims`;
}

function compare(a, b) {
  const [x, y] = [a, b].map((row) => row.cells[sorting.column].dataset.value);
  if (x === "" || y === "") return (x === "") - (y === ""); // what is missing stands last
  const [m, n] = [Number(x), Number(y)];
  const order = Number.isNaN(m) || Number.isNaN(n) ? x.localeCompare(y) : m < n ? -1 : m > n ? 1 : 0;
  return sorting.up ? order : -order;
}

function sort(column, up) {
  Object.assign(sorting, { column, up });
  heads.forEach((head, k) => {
    if (k === column) head.setAttribute("aria-sort", up ? "ascending" : "descending");
    else head.removeAttribute("aria-sort");
  });
  form.elements.sort.value = String(column);
  body.append(...[...rows].sort(compare));
}

heads.forEach((head, k) => {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...head.childNodes);
  button.addEventListener("click", () => sort(k, sorting.column === k ? !sorting.up : true));
  head.append(button);
  form.elements.sort.add(new Option(head.textContent.trim(), String(k)));
});
form.elements.sort.addEventListener("change", (event) => sort(Number(event.target.value), true));
form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(() => { filter(); sort(0, true); }));
form.hidden = false;
filter();
sort(0, true);

async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea"); // where the page may not use the clipboard
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

for (const block of document.querySelectorAll("pre.copy")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copier";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    const done = await copy(block.textContent).then(() => "Copied", () => "Not allowed here");
    button.textContent = done;
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  const frame = document.createElement("div");
  frame.className = "frame";
  block.replaceWith(frame);
  frame.append(block, button);
}

const map = document.querySelector("svg.map");
function mark(node) {
  const ids = node ? new Set([node.dataset.id, ...JSON.parse(node.dataset.falls)]) : new Set();
  map.classList.toggle("marked", Boolean(node));
  for (const other of map.querySelectorAll(".node"))
    other.classList.toggle("falls", ids.has(other.dataset.id));
  for (const edge of map.querySelectorAll(".edge"))
    edge.classList.toggle("falls", ids.has(edge.dataset.from) && ids.has(edge.dataset.to));
}
for (const node of map ? map.querySelectorAll(".node") : []) {
  for (const start of ["mouseenter", "focus"]) node.addEventListener(start, () => mark(node));
  for (const end of ["mouseleave", "blur"]) node.addEventListener(end, () => mark(null));
}
