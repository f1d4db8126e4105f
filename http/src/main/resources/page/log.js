// A log as it is written. Only the lines on the screen are elements, so a log may have 100,000 of them.
import { LitElement, html, nothing } from 'lit';
import { events } from './api.js';
import { LogLines } from './log-lines.js';
import { emptyState } from './parts.js';
import { number, time } from './words.js';

const AGAIN_MS = 1000;
const ROW = 19;
const SPARE = 20;
const NEAR_END = 30;
const LEVELS = ['info', 'error'];

class Log extends LitElement {
  static properties = { task: {}, ended: { state: true }, level: { state: true }, search: { state: true }, wrap: { state: true }, follow: { state: true }, scroll: { state: true } };

  #lines = new LogLines();
  #reading = null;
  #last = '';
  #drawing = 0;
  #first = 0;
  #probe = null;
  #sizes = null;

  constructor() {
    super();
    this.ended = null;
    this.level = '';
    this.search = '';
    this.wrap = true;
    this.follow = true;
    this.scroll = 0;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#sizes = new ResizeObserver(() => this.requestUpdate());
    this.#sizes.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#sizes.disconnect();
    this.#reading?.abort();
  }

  willUpdate(changed) {
    if (changed.has('task')) this.#start();
    this.#lines.choose({ level: this.level, search: this.search, columns: this.wrap ? this.#columns() : 0 });
    this.#lines.update();
  }

  #start() {
    this.#reading?.abort();
    this.#reading = new AbortController();
    this.#lines.clear();
    this.ended = null;
    this.#last = '';
    this.#follow(this.task, this.#reading.signal);
  }

  /** If the stream is cut off without an end, it continues after the last line. */
  async #follow(task, signal) {
    while (!signal.aborted && !this.ended) {
      try {
        const path = `/tasks/${encodeURIComponent(task)}/logs${this.#last ? `?after=${this.#last}` : ''}`;
        for await (const { event, data, id } of events(path, signal)) {
          if (event === 'line') this.#add(JSON.parse(data), id);
          if (event === 'end') this.ended = JSON.parse(data);
        }
      } catch (problem) {
        if (problem.status === 404) return;
      }
      if (!this.ended) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }

  /** Draws once a frame, however many lines came. */
  #add(line, id) {
    this.#last = id;
    this.#lines.all.push(line);
    this.#drawing ||= requestAnimationFrame(() => {
      this.#drawing = 0;
      this.requestUpdate();
    });
  }

  /** How many characters fit beside the time and the level. */
  #columns() {
    const text = this.querySelector('.log .text');
    const box = this.querySelector('.log');
    if (!text || !box) return 0;
    this.#probe ??= Object.assign(document.createElement('canvas').getContext('2d'), { font: getComputedStyle(text).font });
    const room = box.clientWidth - (text.getBoundingClientRect().left - box.getBoundingClientRect().left) - 12;
    return Math.max(20, Math.floor(room / this.#probe.measureText('0').width));
  }

  /** The policy of the page allows no style in a template. */
  updated() {
    const box = this.querySelector('.log');
    if (!box) return;
    box.querySelector('.all-lines').style.height = `${this.#lines.height * ROW}px`;
    box.querySelector('.lines').style.transform = `translateY(${this.#lines.top(this.#first) * ROW}px)`;
    if (this.follow) box.scrollTop = box.scrollHeight;
  }

  #scrolled({ target }) {
    this.follow = target.scrollHeight - target.scrollTop - target.clientHeight <= NEAR_END;
    this.scroll = target.scrollTop;
  }

  #download() {
    const text = this.#lines.shown.map((line) => `${line.time} ${line.level} ${line.message}\n`);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(text, { type: 'text/plain' }));
    link.download = `${this.task.replaceAll(/[^\w.-]/g, '_')}.log`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  render() {
    const { all, shown } = this.#lines;
    const choose = (name) => ({ target }) => (this[name] = target.type === 'checkbox' ? target.checked : target.value);
    return html`
      <div class="bar log-bar">
        <input type="search" placeholder="Search" aria-label="Search the log" .value=${this.search} @input=${choose('search')}>
        <select aria-label="Level" @change=${choose('level')}>
          <option value="">All levels</option>
          ${LEVELS.map((level) => html`<option value=${level} ?selected=${this.level === level}>${level}</option>`)}
        </select>
        <label class="check"><input type="checkbox" .checked=${this.wrap} @change=${choose('wrap')}> Wrap</label>
        <label class="check"><input type="checkbox" .checked=${this.follow} @change=${choose('follow')}> Follow</label>
        ${shown.length ? html`<div class="buttons"><button class="plain" @click=${this.#download}>Download</button></div>` : nothing}
      </div>
      ${this.ended?.dropped ? html`<p class="dim">The first ${number(this.ended.dropped)} lines were dropped: the log was too long.</p>` : nothing}
      ${shown.length ? this.#window() : this.#none(all)}
      <p class="dim" data-is="log-state">${this.#state(all, shown)}</p>`;
  }

  #none(all) {
    if (all.length) return emptyState('No lines match', 'Choose another level, or search for something else.');
    return emptyState(this.ended ? 'It wrote nothing' : 'Nothing was written yet', this.ended ? '' : 'Lines appear here as they are written.');
  }

  #state(all, shown) {
    const count = shown.length < all.length ? `${number(shown.length)} of ${number(all.length)} lines` : all.length === 1 ? '1 line' : `${number(all.length)} lines`;
    return this.ended ? `Complete, ${count}` : `${count}, more to come`;
  }

  /** The rows on the screen and some beside them, at their place in the height of all. */
  #window() {
    const high = this.querySelector('.log')?.clientHeight ?? 600;
    const from = this.follow ? Math.max(0, this.#lines.height * ROW - high) : this.scroll;
    const [first, end] = this.#lines.between(from / ROW - SPARE, (from + high) / ROW + SPARE);
    this.#first = first;
    return html`<div class="log ${this.wrap ? 'wrap' : ''}" role="log" tabindex="0" aria-label="Log" @scroll=${this.#scrolled}>
      <div class="all-lines">
        <div class="lines">${this.#lines.shown.slice(first, end).map((line) => html`<div class="line ${line.level}">${time(line.time, true)}<span class="level">${line.level}</span><span class="text">${this.#marked(line.message)}</span></div>`)}</div>
      </div>
    </div>`;
  }

  #marked(text) {
    const wanted = this.search.toLowerCase();
    const at = wanted ? text.toLowerCase().indexOf(wanted) : -1;
    return at < 0 ? text : html`${text.slice(0, at)}<mark>${text.slice(at, at + wanted.length)}</mark>${text.slice(at + wanted.length)}`;
  }
}

customElements.define('millrace-log', Log);
