"use strict";
// "Size your network": what lemmata.predict says, computed from the same laws, which size.json has
// as lists of operations, and from the same measurements. The address keeps what is asked.
function sizeYourNetwork() {
const section = document.getElementById("size-network");
const tables = JSON.parse(document.getElementById("size-tables").textContent);
const form = section.querySelector("form");
const SIZES = ["width", "batch", "depth"];
const LOOKED_UP = new Set(["measured", "not known"]);
const GROWTH = tables.roles.growth, BOUND = tables.roles.bound, LIMIT = tables.roles.limit;

// A number with so many digits, as Python's %g writes it.
function general(x, digits) {
  if (x === 0) return "0";
  if (!Number.isFinite(x)) return x > 0 ? "inf" : "-inf";
  const [mantissa, exponent] = x.toExponential(digits - 1).split("e").map(Number);
  if (exponent < -4 || exponent >= digits)
    return `${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  return String(Number(x.toFixed(Math.max(0, digits - 1 - exponent))));
}

const fill = (pattern, values) =>
  pattern.replace(/\{(\w+)(?::\.(\d)g)?\}/g, (_, name, digits) =>
    digits ? general(values[name], Number(digits)) : values[name]);

// exp(|log|) in words.
function factor(log) {
  const size = Math.abs(log);
  if (!Number.isFinite(size)) return "without bound";
  if (size >= Math.log(tables.limits.plain.most))
    return `e^${size.toFixed(0)}-fold (10^${(size / Math.LN10).toFixed(0)})`;
  return `${size < Math.log(99.5) ? general(Math.exp(size), 2) : Math.exp(size).toFixed(0)}-fold`;
}

// The polynomial through values at Chebyshev's points of [0, 1].
function between(values, x) {
  let above = 0, below = 0;
  const last = values.length - 1;
  for (let k = 0; k <= last; k++) {
    const gap = x - (1 - Math.cos(Math.PI * k / last)) / 2;
    if (gap === 0) return values[k];
    const weight = (k % 2 ? -1 : 1) * (k === 0 || k === last ? 0.5 : 1) / gap;
    above += weight * values[k];
    below += weight;
  }
  return above / below;
}

const OPERATIONS = {
  "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b, "/": (a, b) => a / b,
  "^": (a, b) => a ** b, "<": (a, b) => a < b, "<=": (a, b) => a <= b, "=": (a, b) => a === b,
  exp: Math.exp, log: Math.log, expm1: Math.expm1, log1p: Math.log1p, sqrt: Math.sqrt,
  floor: Math.floor, ceil: Math.ceil,
  table: (x, which) => between(Object.values(tables.roots)[which], x),
};

// The value of each node for these sizes; of a law that is silent it is null.
function evaluator(sizes) {
  const known = new Map();
  function at(place) {
    if (place < 0) return null;
    if (!known.has(place)) known.set(place, value(tables.nodes[place]));
    return known.get(place);
  }
  function value(node) {
    if (typeof node === "number") return node;
    if (typeof node === "string") return sizes[node];
    const [operation, ...operands] = node;
    if (operation === "?") return at(operands[at(operands[0]) ? 1 : 2]);
    return OPERATIONS[operation](...operands.map(at));
  }
  return at;
}

const layers = (asked, centred) => [
  asked.norm, asked.weights, asked.activation, ...(asked.residual ? ["residual"] : []), ...(centred ? ["centred"] : []),
].join(", ");

function byLaws(asked) {
  const at = evaluator(asked), found = new Map(); // those of one quantity together, finest first
  for (const place of tables.kinds[layers(asked, asked.centred)] || []) {
    const law = tables.laws[place], value = at(law.value);
    if (value === null) continue;
    const row = { ...law, value, neglects: at(law.neglects), sentence: `${law.title}.` };
    found.set(law.quantity, [...(found.get(law.quantity) || []), row]);
  }
  return [...found.values()].flatMap((rows) => rows.sort((a, b) => a.neglects - b.neglects));
}

function byMeasurement(asked, name, deeper) {
  const quantity = tables.quantities[name];
  const row = { quantity, value: null, relation: "", verdict: "not known", claim: "" };
  if (deeper) return { ...row, deeper, sentence: tables.words.deeper };
  const place = Object.keys(tables.quantities).indexOf(name);
  const cells = asked.centred ? [] : tables.measured[layers(asked, false)] || [];
  const here = cells.find(([d, n]) => d === asked.width && n === asked.batch);
  if (here) {
    const [value, low, high] = here[2][place];
    return { quantity, value, low, high, relation: "", verdict: "measured", claim: tables.measured_by, sentence: tables.words.measured };
  }
  const far = ([d, n]) => Math.abs(Math.log2(n / d / (asked.batch / asked.width)));
  const nearest = cells.reduce((best, one) => (best && far(best) <= far(one) ? best : one), null);
  if (!nearest || far(nearest) > tables.limits.plain.near)
    return { ...row, sentence: tables.words["no law"] };
  const [d, n, numbers] = nearest;
  const [value, low, high] = numbers[place];
  return { ...row, claim: tables.measured_by, elsewhere: { d, n, value }, sentence: fill(tables.words.near, { d, n, value, low, high }) };
}

// The rows of lemmata.predict, in its order.
function predict(asked) {
  const rows = byLaws(asked);
  const known = new Set(rows.map((row) => row.quantity));
  const deeper = new Set(byLaws({ ...asked, depth: tables.most }).map((row) => row.quantity));
  for (const [name, quantity] of Object.entries(tables.quantities))
    if (!known.has(quantity)) rows.push(byMeasurement(asked, name, deeper.has(quantity)));
  return rows.flatMap((row) => {
    if (row.quantity !== GROWTH || row.value === null || row.relation === BOUND) return [row];
    const total = Object.fromEntries(["value", "low", "high"].filter((key) => key in row).map((key) => [key, row[key] * asked.depth]));
    return [row, { ...row, quantity: tables.roles.total, ...total }];
  });
}

function limitsOf(asked) {
  return tables.limits[asked.residual ? "residual" : asked.norm === "none" ? "plain" : "BN"];
}

function ofGradients(asked, row) {
  const { words } = tables, limits = limitsOf(asked);
  const depths = (rate) => ({ slow: Math.ceil(limits.slow / Math.abs(rate)), failed: Math.ceil(limits.failed / Math.abs(rate)) });
  if (row.value !== null) {
    if (row.relation === BOUND) return [words.bounded];
    const total = row.value * asked.depth, size = Math.abs(total);
    const over = fill(words.layers, asked);
    if (size < limits.steady) return [fill(words.keep, { layers: over }), ...slows()];
    const grade = size >= limits.failed ? "fails" : size >= limits.slow ? "slow" : "harmless";
    const says = fill(words[grade], { slow: factor(limits.slow), failed: factor(limits.failed) });
    const verb = total > 0 ? "grow" : "shrink";
    const grown = row.relation === LIMIT ? fill(words.about, { factor: factor(total) }) : factor(total);
    return [fill(words.grown, { verb, factor: grown, layers: over, where: "", says }), ...slows()];
  }
  function slows() {
    return Math.abs(row.value) >= limits.stays ? [fill(words.slows, depths(row.value))] : [];
  }
  if (!row.elsewhere) return [words[row.deeper ? "shallow" : "unknown"]];
  const { d, n, value } = row.elsewhere;
  const moves = Math.abs(value) >= limits.stays;
  const seen = { d, n, verb: value > 0 ? "grew" : "shrank", share: general(100 * Math.abs(Math.expm1(value)), 2) };
  return [words.elsewhere, fill(words[moves ? "grew" : "stayed"], { ...seen, ...(moves ? depths(value) : {}) })];
}

function ofRank(asked, first) {
  const { words, roles } = tables;
  const n = asked.batch - asked.centred, found = [];
  const wanted = first(roles.needed), kept = first(roles.kept), rank = first(roles.rank);
  if (wanted && kept)
    found.push(fill(words[asked.width >= wanted.value ? "kept" : "lost"], { n, width: Math.ceil(wanted.value), kept: kept.value.toFixed(0) }));
  if (rank && rank.value !== null) found.push(ofDirections(asked, rank.value, n, asked.width));
  else if (rank && rank.elsewhere)
    found.push(fill(words.there, { says: ofDirections(asked, rank.elsewhere.value, rank.elsewhere.n, rank.elsewhere.d) }));
  return found;
}

function ofDirections(asked, taken, n, width) {
  const { words } = tables, limits = limitsOf(asked);
  const further = taken - 1;
  const grade = further <= limits["parallel failed"] ? "fails" : further <= limits["parallel slow"] ? "slow" : "harmless";
  if (grade !== "harmless")
    return fill(words.parallel, { samples: fill(words.samples, { n }), where: words.where, further: general(further, 1), says: words[`parallel ${grade}`] });
  return fill(words.directions, { n, taken: taken < 99.5 ? general(taken, 3) : taken.toFixed(0), most: Math.min(n, width) });
}

// What it comes to, in a few sentences.
function conclude(asked, rows) {
  const { words, roles } = tables, limits = limitsOf(asked);
  const first = (quantity) => rows.find((row) => row.quantity === quantity);
  const found = ofGradients(asked, first(GROWTH));
  const batch = asked.width + asked.centred;
  if (asked.batch < batch && batch <= tables.most && byLaws({ ...asked, batch }).some((row) => row.quantity === GROWTH && row.relation === BOUND))
    found.push(fill(words.spanning, { batch }));
  found.push(...ofRank(asked, first));
  const evaluation = first(roles.evaluation), gains = first(roles.gains);
  if (evaluation && -Math.log(evaluation.value) >= limits.shrinks)
    found.push(fill(words.evaluation, { factor: factor(Math.log(evaluation.value)) }));
  if (gains) found.push(fill(words.gains, { e: general(gains.value, 4) }));
  return found.map((one) => `${one[0].toUpperCase()}${one.slice(1)}.`);
}

// The network of the form, or why it is none.
function read() {
  const given = Object.fromEntries(new FormData(form));
  const asked = { ...given, residual: "residual" in given, centred: "centred" in given };
  for (const name of SIZES) {
    const value = asked[name] = Number(given[name]);
    if (!given[name] || !Number.isInteger(value) || value < 1 || value > tables.most)
      return { refused: fill(tables.words["not whole"], { name, value: given[name] || "empty", most: general(tables.most, 6) }) };
  }
  const least = 2 + asked.centred;
  if (asked.norm === "batch" && asked.batch < least) return { refused: fill(tables.words.few, { batch: asked.batch, least }) };
  return { asked };
}

const plan = (asked) => Object.entries(asked).filter(([, value]) => value !== false).map(([name, value]) => `${name}=${value}`);

function cell(row, kind, className, ...content) {
  const made = row.appendChild(document.createElement(kind));
  if (kind === "th") made.scope = "row";
  if (className) made.className = className;
  made.append(...content);
}

function shownValue(row) {
  if (row.value === null) return "";
  const ends = "low" in row ? ` [${general(row.low, 3)}, ${general(row.high, 3)}]` : "";
  return `${row.relation} ${general(row.value, 4)}${ends}`.trim();
}

// A text as the page typesets it; numbers that are filled in stand in none that has formulas.
const typeset = new Map([...section.querySelectorAll("template[data-text]")].map((one) => [one.dataset.text, one.content]));
function shown(text, className) {
  const made = document.createElement("span");
  made.className = className;
  made.dataset.plain = text;
  made.append(typeset.has(text) ? typeset.get(text).cloneNode(true) : text);
  return made;
}

const badge = (verdict) => section.querySelector(`template[data-verdict="${verdict}"]`).content.cloneNode(true);

function ground(id) {
  const target = tables.claims[id];
  if (!target) return id;
  const link = document.createElement("a");
  link.href = target.href;
  link.textContent = id;
  return link;
}

function show() {
  form.elements.centred.disabled = form.elements.norm.value !== "batch";
  const { asked, refused } = read();
  const told = section.querySelector("[role=status]");
  const body = section.querySelector("tbody");
  const rows = asked ? predict(asked) : [];
  const words = asked ? conclude(asked, rows).join(" ") : `${refused[0].toUpperCase()}${refused.slice(1)}.`;
  if (told.textContent !== words) told.textContent = words;
  section.querySelector(".answer").hidden = !asked;
  section.querySelector(".answer code").textContent = asked ? `lemmata audit --plan ${plan(asked).join(",")}` : "";
  body.replaceChildren(...rows.map((row) => {
    const made = document.createElement("tr");
    cell(made, "th", "", shown(row.quantity, ""), document.createElement("br"), shown(row.sentence, "soft"));
    cell(made, "td", "number", shownValue(row));
    const claim = tables.claims[row.claim];
    cell(made, "td", "", badge(LOOKED_UP.has(row.verdict) || !claim ? row.verdict : claim.verdict));
    cell(made, "td", "", ground(row.claim));
    return made;
  }));
  return asked;
}

// #width=512&batch=128: the names are those of lemmata.predict.
function recall() {
  const asked = new URLSearchParams(location.hash.slice(1) || location.search);
  if (!SIZES.some((name) => asked.has(name))) return;
  form.reset();
  for (const field of form.elements) {
    if (!field.name || !asked.has(field.name)) continue;
    if (field.type === "checkbox") field.checked = asked.get(field.name).toLowerCase() === "true";
    else field.value = asked.get(field.name);
  }
}

form.addEventListener("input", () => {
  const asked = show();
  if (asked) history.replaceState(null, "", `#${plan(asked).join("&")}`);
});
form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", () => { recall(); show(); });
form.hidden = false;
recall();
show();
}
if (document.getElementById("size-network")) sizeYourNetwork();
