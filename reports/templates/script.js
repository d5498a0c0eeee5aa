"use strict";
// The ledger can be filtered and sorted, which the address keeps; a fold opens where a link leads;
// texts can be copied, symbols explained, values read off plots, and the map shows what falls.
function reveal() {
  const name = decodeURIComponent(location.hash.slice(1));
  const target = name && document.getElementById(name);
  if (!target) return;
  for (let node = target; node; node = node.parentElement)
    if (node.tagName === "DETAILS") node.open = true;
  target.scrollIntoView();
}
addEventListener("hashchange", reveal);
reveal();

// In print what is folded is open.
const folded = () => document.querySelectorAll("details.fold:not([open])");
let opened = [];
addEventListener("beforeprint", () => { opened = [...folded()]; for (const one of opened) one.open = true; });
addEventListener("afterprint", () => { for (const one of opened) one.open = false; });

function ledger() {
const form = document.getElementById("filters");
const table = document.getElementById("ledger-table");
const body = table.tBodies[0];
const rows = Array.from(body.rows);
const heads = Array.from(table.tHead.rows[0].cells);
const sorting = { column: 0, up: true };

function filter() {
  const wanted = Object.fromEntries(new FormData(form));
  const phrase = wanted.text.trim().toLowerCase();
  const words = phrase.split(/\s+/).filter(Boolean);
  const has = (list, value) => !value || list.split(" ").includes(value);
  let shown = 0;
  for (const row of rows) {
    const data = row.dataset;
    const text = data.text;
    row.hidden = !(
      (!wanted.paper || data.paper === wanted.paper) &&
      has(data.verdict, wanted.verdict) &&
      has(data.route, wanted.route) &&
      words.every((word) => text.includes(word))
    );
    shown += !row.hidden;
  }
  for (const row of rows) row.dataset.rank = phrase ? nearness(row, phrase) : 0;
  body.append(...[...rows].sort(compare));
  form.querySelector("output").textContent = `${shown} of ${rows.length} claims`;
}

// What is searched for by its name stands first, "theorem 1" as "daneshmand theorem 1", then what has
// the words in its title.
function nearness(row, phrase) {
  const { name, head, text } = row.dataset;
  const words = phrase.split(/\s+/);
  const places = [
    name === phrase, ` ${phrase} `.includes(` ${name} `), name.startsWith(phrase), head.includes(phrase),
    words.every((word) => head.includes(word)), text.includes(phrase), true,
  ];
  return places.indexOf(true);
}

// #?verdict=refuted&text=gap: what is chosen, without what is not.
function remember() {
  const chosen = [...new FormData(form)].filter(([name, value]) => value && !(name === "sort" && value === "0"));
  const query = new URLSearchParams(chosen).toString();
  if (query || location.hash) history.replaceState(null, "", query ? `#?${query}` : "#");
}

function recall() {
  const [place, query] = location.hash.split("?");
  if (place !== "#" || !query) return;
  form.reset();
  for (const [name, value] of new URLSearchParams(query))
    if (form.elements[name]) form.elements[name].value = value;
  filter();
  sort(Number(form.elements.sort.value) || 0, true);
}

function compare(a, b) {
  if (a.dataset.rank !== b.dataset.rank) return a.dataset.rank - b.dataset.rank;
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
form.elements.sort.addEventListener("change", (event) => { sort(Number(event.target.value), true); remember(); });
form.addEventListener("input", () => { filter(); remember(); });
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(() => { filter(); sort(0, true); remember(); }));
form.hidden = false;
filter();
sort(0, true);
recall();
addEventListener("hashchange", recall);
}
if (document.getElementById("filters")) ledger();

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

// A symbol of a statement opens its meaning below it; another key or click closes it.
for (const symbol of document.querySelectorAll("[data-symbol]")) {
  const article = symbol.closest("article");
  const meaning = document.getElementById(`${article.id}--symbol-${symbol.dataset.symbol}`);
  symbol.setAttribute("aria-label", `${symbol.textContent}: what it means`);
  const open = () => {
    const shown = article.querySelector(".meaning");
    const again = shown && shown.dataset.of === symbol.dataset.symbol;
    if (shown) shown.remove();
    if (again) return;
    const box = document.createElement("p");
    box.className = "meaning";
    box.setAttribute("role", "status");
    box.dataset.of = symbol.dataset.symbol;
    box.append(...[...meaning.childNodes].map((node) => node.cloneNode(true)), ": ");
    box.append(...[...meaning.nextElementSibling.childNodes].map((node) => node.cloneNode(true)), ".");
    article.querySelector(".statement").after(box);
  };
  symbol.addEventListener("click", open);
  symbol.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(); }
  });
}

const map = document.querySelector("svg.map");
function mark(node) {
  const own = node && node.dataset.id;
  const ids = node ? new Set([own, ...JSON.parse(node.dataset.falls)]) : new Set();
  const below = new Set();
  map.classList.toggle("marked", Boolean(node));
  for (const edge of map.querySelectorAll(".edge")) {
    const { from, to } = edge.dataset;
    if (to === own) below.add(from);
    edge.classList.toggle("falls", (ids.has(from) && ids.has(to)) || to === own);
  }
  for (const other of map.querySelectorAll(".node")) {
    other.classList.toggle("falls", ids.has(other.dataset.id));
    other.classList.toggle("below", below.has(other.dataset.id));
  }
}
for (const node of map ? map.querySelectorAll(".node") : []) {
  for (const start of ["mouseenter", "focus"]) node.addEventListener(start, () => mark(node));
  for (const end of ["mouseleave", "blur"]) node.addEventListener(end, () => mark(null));
}

// The value nearest to the pointer, of plots that carry theirs.
for (const plot of document.querySelectorAll("svg[data-points]")) {
  const points = JSON.parse(plot.dataset.points);
  const mark = plot.querySelector(".pointed");
  const told = plot.parentElement.querySelector(".read");
  const show = (k) => {
    const [x, y, text] = points[k];
    mark.setAttribute("transform", `translate(${x},${y})`);
    mark.style.display = "inline";
    told.textContent = text;
    plot.dataset.at = k;
  };
  plot.addEventListener("pointermove", (event) => {
    const here = new DOMPoint(event.clientX, event.clientY).matrixTransform(plot.getScreenCTM().inverse());
    const far = ([x, y]) => (x - here.x) ** 2 + (y - here.y) ** 2;
    show(points.reduce((best, point, k) => (far(point) < far(points[best]) ? k : best), 0));
  });
  plot.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    show((Number(plot.dataset.at || -1) + step + points.length) % points.length);
  });
}
