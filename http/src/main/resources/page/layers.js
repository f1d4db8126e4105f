// Where the boxes of a graph go: in layers, with few crossings, and with room for the lines between them.
// Nothing but arithmetic: the same graph always looks the same.

const AT_ONCE = '0s';
const ROUNDS = 12;

export const isAtOnce = (edge) => edge.offset === AT_ONCE;

/** Those that lead on, and those that would lead back: they are of another logical time. */
function directed(nodes, edges) {
  const next = new Map(nodes.map(({ id }) => [id, []]));
  const reaches = (from, to) => {
    const open = [from];
    const seen = new Set(open);
    while (open.length) {
      const at = open.pop();
      if (at === to) return true;
      for (const id of next.get(at)) if (!seen.has(id)) seen.add(id) && open.push(id);
    }
    return false;
  };
  const on = [];
  const back = [];
  for (const edge of [...edges.filter(isAtOnce), ...edges.filter((edge) => !isAtOnce(edge))]) {
    if (reaches(edge.to, edge.from)) back.push(edge);
    else {
      on.push(edge);
      next.get(edge.from).push(edge.to);
    }
  }
  return { on, back };
}

/** Each as late as what leads to it makes it; what nothing leads to is right before what it leads to. */
function layered(nodes, on) {
  const layer = new Map(nodes.map(({ id }) => [id, 0]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const { from, to } of on) {
      if (layer.get(to) <= layer.get(from)) {
        layer.set(to, layer.get(from) + 1);
        changed = true;
      }
    }
  }
  for (const { id } of nodes) {
    const after = on.filter((edge) => edge.from === id);
    if (after.length && !on.some((edge) => edge.to === id)) layer.set(id, Math.min(...after.map((edge) => layer.get(edge.to))) - 1);
  }
  return layer;
}

/** A line over several layers has a place of its own in each: [from, place, place, to]. */
function ways(on, layer) {
  const places = [];
  const all = on.map((edge, n) => {
    const way = [edge.from];
    for (let at = layer.get(edge.from) + 1; at < layer.get(edge.to); at++) {
      const id = `line ${n} ${at}`;
      layer.set(id, at);
      places.push(id);
      way.push(id);
    }
    return [...way, edge.to];
  });
  return { all, places };
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** As near as possible to where each wants to be, in this order, none nearer to another than it may. */
function spread(wanted, gaps) {
  const from = [0];
  gaps.forEach((gap, i) => from.push(from[i] + gap));
  const blocks = [];
  wanted.forEach((value, i) => {
    let block = { sum: value - from[i], n: 1 };
    while (blocks.length && blocks.at(-1).sum / blocks.at(-1).n > block.sum / block.n) {
      const before = blocks.pop();
      block = { sum: before.sum + block.sum, n: before.n + block.n };
    }
    blocks.push(block);
  });
  return blocks.flatMap(({ sum, n }) => Array(n).fill(sum / n)).map((value, i) => value + from[i]);
}

/** What hangs together, in the order of the nodes. */
function parts({ nodes, edges }) {
  const part = new Map(nodes.map(({ id }) => [id, id]));
  const root = (id) => (part.get(id) === id ? id : root(part.get(id)));
  edges.forEach(({ from, to }) => part.set(root(to), root(from)));
  const roots = [...new Set(nodes.map(({ id }) => root(id)))];
  return roots.map((one) => ({ nodes: nodes.filter(({ id }) => root(id) === one), edges: edges.filter(({ from }) => root(from) === one) }));
}

/** Each layer in order, and each box as near as possible to what it is joined to. */
function settled(rows, all, isLine) {
  const before = new Map();
  const after = new Map();
  for (const way of all) {
    for (let i = 1; i < way.length; i++) {
      after.set(way[i - 1], [...(after.get(way[i - 1]) ?? []), way[i]]);
      before.set(way[i], [...(before.get(way[i]) ?? []), way[i - 1]]);
    }
  }
  const at = new Map();
  const room = (id) => (isLine.has(id) ? 0.25 : 0.5);
  const settle = (row, near) => {
    const wanted = (id) => (near.get(id)?.length ? mean(near.get(id).map((other) => at.get(other))) : at.get(id));
    row.sort((a, b) => wanted(a) - wanted(b));
    const gaps = row.slice(1).map((id, i) => room(row[i]) + room(id));
    spread(row.map(wanted), gaps).forEach((value, i) => at.set(row[i], value));
  };
  rows.forEach((row) => row.forEach((id, i) => at.set(id, i - (row.length - 1) / 2)));
  for (let round = 0; round < ROUNDS; round++) {
    rows.forEach((row) => settle(row, before));
    [...rows].reverse().forEach((row) => settle(row, after));
  }
  return at;
}

/** One part, from the layer `left` and the place `top` on. */
function partLayout({ nodes, edges }, left, top) {
  const { on, back } = directed(nodes, edges);
  const layer = layered(nodes, on);
  const { all, places } = ways(on, layer);
  const rows = Array.from({ length: Math.max(...layer.values()) + 1 }, () => []);
  [...nodes.map(({ id }) => id), ...places].forEach((id) => rows[layer.get(id)].push(id));
  const at = settled(rows, all, new Set(places));
  const least = Math.min(...at.values());
  const point = (id) => ({ layer: left + layer.get(id), at: top + at.get(id) - least });
  return {
    places: nodes.map(({ id }) => [id, point(id)]),
    lines: on.map((edge, i) => ({ edge, points: all[i].map(point) })),
    back,
    layers: left + rows.length,
    end: top + Math.max(...at.values()) - least,
  };
}

/**
 * Lays a graph out. Layers are counted, and so are places within a layer; what is how large is not known here.
 * @param {boolean} inLine whether what does not hang together is one after the other, and not side by side
 * @returns {places: id → {layer, at}, lines: [{edge, points: [{layer, at}]}], back: [edge], layers, room}
 */
export function layout(graph, inLine = false) {
  const all = [];
  for (const part of parts(graph)) {
    const last = all.at(-1);
    all.push(partLayout(part, last && inLine ? last.layers : 0, last && !inLine ? last.end + 1 : 0));
  }
  return {
    places: new Map(all.flatMap((part) => part.places)),
    lines: all.flatMap((part) => part.lines),
    back: all.flatMap((part) => part.back),
    layers: Math.max(0, ...all.map((part) => part.layers)),
    room: Math.max(0, ...all.map((part) => part.end)),
  };
}
