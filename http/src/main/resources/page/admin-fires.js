// When a schedule fires next, as the node says it.
import { LitElement, html, nothing } from 'lit';
import { get } from './api.js';
import { time } from './words.js';

const PAUSE_MS = 300;

/** A schedule of a source or a site as the parameters of a preview; null if it cannot be one. */
export function previewOf(text) {
  const plain = text.trim();
  if (!plain.startsWith('{')) return plain ? { cron: plain } : null;
  try {
    const { every, from, cron, zone, gap, overlap } = JSON.parse(plain);
    return every ? { period: every, start: from } : cron ? { cron, zone, gap, overlap } : null;
  } catch {
    return null;
  }
}

class NextFires extends LitElement {
  static properties = { schedule: {}, fires: { state: true }, wrong: { state: true } };

  #timer = null;

  constructor() {
    super();
    this.fires = null;
    this.wrong = '';
  }

  createRenderRoot() {
    return this;
  }

  willUpdate(changed) {
    if (changed.has('schedule')) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#ask(this.schedule), PAUSE_MS);
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  /** A period shows what comes after now, whenever it began. */
  async #ask(schedule) {
    const parameters = previewOf(schedule);
    if (!parameters) {
      this.fires = null;
      this.wrong = '';
      return;
    }
    try {
      const { fires } = await get('/schedules/preview', { ...parameters, start: '', n: 3 });
      if (schedule !== this.schedule) return;
      this.fires = fires;
      this.wrong = '';
    } catch (problem) {
      if (schedule !== this.schedule || problem.status === undefined) return;
      this.fires = null;
      this.wrong = problem.errors[0]?.reason ?? problem.message;
    }
  }

  render() {
    if (this.wrong) return html`<p class="wrong" role="status">${this.wrong}</p>`;
    if (!this.fires) return nothing;
    return html`<p class="hint fires" role="status">${this.fires.length ? html`Next: ${this.fires.map((fire, i) => html`${i ? ', ' : ''}${time(fire.due_at)}`)}` : 'It never fires.'}</p>`;
  }
}

customElements.define('millrace-next-fires', NextFires);
