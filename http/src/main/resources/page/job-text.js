// The text of a job: a new id for it, and where in it a field is.

/** Random, also where the page did not come over TLS. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const indent = (line) => line.search(/\S/);
const isBlank = (line) => /^\s*(#.*)?$/.test(line);

/** The lines of the nth item of the list that begins after this line. */
function item(lines, from, to, n) {
  const isItem = (line) => /^\s*- /.test(line) || /^\s*-$/.test(line);
  const first = lines.findIndex((line, i) => i > from && i < to && isItem(line));
  if (first < 0) return null;
  const starts = [];
  let end = to;
  for (let i = first; i < to; i++) {
    if (isBlank(lines[i])) continue;
    if (indent(lines[i]) < indent(lines[first])) {
      end = i;
      break;
    }
    if (indent(lines[i]) === indent(lines[first]) && isItem(lines[i])) starts.push(i);
  }
  return n < starts.length ? [starts[n], starts[n + 1] ?? end] : null;
}

/**
 * The line that is meant, from 1 on; 0 if it cannot be told. The reader of YAML says it for what it cannot read;
 * else the path of the field leads there, such as steps[1].depends[0], as far as it can be followed.
 */
export function lineOf(text, { field, value, reason }) {
  const said = /line (\d+)/.exec(reason);
  if (said) return Number(said[1]);
  const lines = text.split('\n');
  let [from, to] = [0, lines.length];
  let found = 0;
  for (const [, name, place] of field.matchAll(/([\w-]+)|\[(\d+)\]/g)) {
    if (place !== undefined) {
      const range = item(lines, from, to, Number(place));
      if (!range) break;
      [from, to] = range;
    } else {
      const at = lines.findIndex((line, i) => i >= from && i < to && new RegExp(`(^|[\\s{,"-])${name}"?\\s*:`).test(line));
      if (at < 0) break;
      from = at;
    }
    found = from + 1;
  }
  const exact = typeof value === 'string' && value ? lines.findIndex((line, i) => i >= from && i < to && line.includes(value)) : -1;
  return exact >= 0 ? exact + 1 : found;
}

/** Where a line begins and ends. */
export function lineRange(text, line) {
  const lines = text.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return [start, start + (lines[line - 1] ?? '').length];
}
