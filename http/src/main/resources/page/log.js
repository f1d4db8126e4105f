// A log as it is written: lines come over the stream, are shown as text, and are followed unless one scrolls up.
import { LitElement, html, nothing } from 'lit';
import { events } from './api.js';
import { emptyState } from './parts.js';
import { time } from './words.js';

const MOST_LINES = 5000;
const AGAIN_MS = 1000;

class Log extends LitElement {
  static properties = { task: {}, lines: { state: true }, ended: { state: true }, errorsOnly: { state: true } };

  #reading = null;
  #last = '';

  constructor() {
    super();
    this.lines = [];
    this.ended = null;
    this.errorsOnly = false;
  }

  createRenderRoot() {
    return this;
  }

  willUpdate(changed) {
    if (changed.has('task')) this.#start();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#reading?.abort();
  }

  #start() {
    this.#reading?.abort();
    this.#reading = new AbortController();
    this.lines = [];
    this.ended = null;
    this.#last = '';
    this.#follow(this.task, this.#reading.signal);
  }

  /** Cut off without an end, it goes on after the last line. */
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

  #add(line, id) {
    this.#last = id;
    this.lines = [...this.lines.slice(1 - MOST_LINES), line];
  }

  updated() {
    const box = this.querySelector('.log');
    if (box && !box.scrolledUp) box.scrollTop = box.scrollHeight;
  }

  #scrolled({ target }) {
    target.scrolledUp = target.scrollHeight - target.scrollTop - target.clientHeight > 30;
  }

  render() {
    const shown = this.errorsOnly ? this.lines.filter((line) => line.level === 'error') : this.lines;
    return html`
      <label class="check"><input type="checkbox" .checked=${this.errorsOnly} @change=${(event) => (this.errorsOnly = event.target.checked)}> Errors only</label>
      ${this.ended?.dropped ? html`<p class="dim">The first ${this.ended.dropped} lines were dropped: there were too many.</p>` : nothing}
      ${shown.length
        ? html`<div class="log" role="log" tabindex="0" aria-label="Log" @scroll=${this.#scrolled}>${shown.map((line) => html`<div class=${line.level}>${time(line.time, true)}<span class="level">${line.level}</span><span class="text">${line.message}</span></div>`)}</div>`
        : emptyState(this.ended ? 'It wrote nothing' : 'Nothing was written yet', this.ended ? '' : 'Lines appear here as they are written.')}
      <p class="dim">${this.ended ? `Complete, ${this.lines.length} ${this.lines.length === 1 ? 'line' : 'lines'}` : 'Following …'}</p>`;
  }
}

customElements.define('millrace-log', Log);
