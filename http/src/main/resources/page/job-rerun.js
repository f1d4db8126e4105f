// A range of logical times again: the node counts what that is, then a person decides.
import { LitElement, html, nothing } from 'lit';
import { post } from './api.js';
import { number } from './words.js';

/** A time as an input has it: in the viewer's zone, and without one. */
export function toInput(iso) {
  if (!iso) return '';
  const at = new Date(iso);
  return new Date(at - at.getTimezoneOffset() * 60000).toISOString().replace(/(\.000)?Z$/, '');
}

export const fromInput = (text) => new Date(text).toISOString();

class JobRerun extends LitElement {
  static properties = { job: {}, steps: { attribute: false }, at: {}, wanted: { state: true }, counted: { state: true }, refused: { state: true } };

  constructor() {
    super();
    this.wanted = null;
    this.counted = null;
    this.refused = [];
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.wanted = { first: toInput(this.at), last: toInput(this.at), onlyFailed: false, without: [] };
  }

  /** The count is out of date. */
  #set(change) {
    this.wanted = { ...this.wanted, ...change };
    this.counted = null;
    this.refused = [];
  }

  get #body() {
    const { first, last, onlyFailed, without } = this.wanted;
    return { first: fromInput(first), last: fromInput(last), only_failed: onlyFailed, ...(without.length ? { steps: this.steps.filter((step) => !without.includes(step)) } : {}) };
  }

  render() {
    const { first, last, onlyFailed, without } = this.wanted;
    return html`<form class="card edit rerun" @submit=${this.#count}>
      <h2>Run again <small>what has ended, from the first to the last logical time</small></h2>
      <div class="bar">
        <label>First <input type="datetime-local" step="any" required .value=${first} @input=${({ target }) => this.#set({ first: target.value })}></label>
        <label>Last <input type="datetime-local" step="any" required .value=${last} @input=${({ target }) => this.#set({ last: target.value })}></label>
        <label class="check"><input type="checkbox" .checked=${onlyFailed} @change=${({ target }) => this.#set({ onlyFailed: target.checked })}> only what failed</label>
      </div>
      <fieldset><legend>Steps</legend>${this.steps.map((step) => html`<label class="check"><input type="checkbox" .checked=${!without.includes(step)} @change=${({ target }) => this.#set({ without: target.checked ? without.filter((one) => one !== step) : [...without, step] })}> ${step}</label>`)}</fieldset>
      ${this.refused.length ? html`<ul class="wrong" role="alert">${this.refused.map((text) => html`<li>${text}</li>`)}</ul>` : nothing}
      ${this.counted ? html`<p class="lead counted" role="status">${this.#sentence(this.counted)}</p>` : nothing}
      <div class="buttons">
        <button type="button" class="plain" @click=${() => this.dispatchEvent(new CustomEvent('close'))}>Leave it</button>
        ${this.counted?.tokens ? html`<button type="button" class="primary" @click=${this.#run}>Run ${number(this.counted.tokens)} again</button>` : html`<button class="primary" ?disabled=${without.length === this.steps.length}>Count them</button>`}
      </div>
    </form>`;
  }

  #sentence({ tokens, steps }) {
    if (!tokens) return 'Nothing in that range has ended, so nothing would run.';
    const each = Object.entries(steps).map(([step, n]) => `${step} ${number(n)}`).join(', ');
    return `${number(tokens)} would run again: ${each}. A step that follows another one waits for it. Scheduled work runs first.`;
  }

  async #count(event) {
    event.preventDefault();
    this.counted = await this.#ask({ ...this.#body, dry_run: true });
  }

  async #run() {
    const done = await this.#ask({ ...this.#body, dry_run: false });
    if (!done) return;
    dispatchEvent(new CustomEvent('said', { detail: { text: `${number(done.started)} started, ${number(done.waiting)} wait for them` } }));
    this.dispatchEvent(new CustomEvent('done'));
    this.dispatchEvent(new CustomEvent('close'));
  }

  async #ask(body) {
    try {
      return await post(`/jobs/${this.job}/rerun`, body);
    } catch (problem) {
      this.refused = problem.errors?.length ? problem.errors.map((error) => `${error.field}: ${error.reason}`) : [problem.message];
      return null;
    }
  }
}

customElements.define('millrace-job-rerun', JobRerun);
