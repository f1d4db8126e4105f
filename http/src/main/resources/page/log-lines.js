// Which lines of a log are on the screen. Pure: no element, no clock; 100,000 lines cost no more than ten.

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

/** How many characters of a monospaced font a text takes. */
function cells(text) {
  let wide = 0;
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 0x10ff && WIDE.test(text[i])) wide++;
    else if (text[i] === '\t') wide += 7;
  }
  return text.length + wide;
}

/** The lines that match, and where each begins if every row is one high and `columns` wide; no columns, no wrapping. */
export class LogLines {
  #columns = 0;
  #level = '';
  #search = '';
  #tops = [0];
  #seen = 0;

  all = [];
  shown = [];

  /** Takes effect with the next `update`. */
  choose({ level = '', search = '', columns = 0 }) {
    const wanted = search.toLowerCase();
    if (level === this.#level && wanted === this.#search && columns === this.#columns) return;
    this.#level = level;
    this.#search = wanted;
    this.#columns = columns;
    this.#again();
  }

  clear() {
    this.all = [];
    this.#again();
  }

  #again() {
    this.shown = [];
    this.#tops = [0];
    this.#seen = 0;
  }

  /** Looks at the lines that came since the last time. */
  update() {
    for (; this.#seen < this.all.length; this.#seen++) {
      const line = this.all[this.#seen];
      if (this.#level && line.level !== this.#level) continue;
      if (this.#search && !line.message.toLowerCase().includes(this.#search)) continue;
      this.shown.push(line);
      this.#tops.push(this.#tops.at(-1) + this.#rows(line.message));
    }
  }

  #rows(text) {
    return this.#columns ? Math.max(1, Math.ceil(cells(text) / this.#columns)) : 1;
  }

  /** All rows. */
  get height() {
    return this.#tops.at(-1);
  }

  top(index) {
    return this.#tops[index];
  }

  /** The line at that row: a search by halves. */
  at(row) {
    let low = 0;
    let high = this.shown.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#tops[middle + 1] <= row) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The lines from one row to another: the first, and the one after the last. */
  between(from, to) {
    const first = this.at(Math.max(0, from));
    let end = first;
    while (end < this.shown.length && this.#tops[end] < to) end++;
    return [first, end];
  }
}
