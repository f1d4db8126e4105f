// Edits the config of a pool. What is wrong is shown while it is typed; the node has the last word.
import { LitElement, html, nothing } from 'lit';
import { put } from './api.js';
import { backTestText, most, newestBackTest, simulate, tomorrow, waited, waitingP95 } from './simulation.js';
import { number } from './words.js';

const NUMBERS = ['maxConcurrency', 'reservedChannels', 'probability'];

/** The node's own rules, so that most mistakes are seen before anything is sent. */
export function mistakes(config) {
  const systems = config.sourceSystems;
  const wrong = [];
  const names = systems.map((system) => system.systemName);
  const sum = (name) => systems.reduce((total, system) => total + system[name], 0);
  if (!(config.maxConcurrency >= 1)) wrong.push('There must be at least one channel.');
  if (names.some((name) => !name)) wrong.push('Every system needs a name.');
  if (new Set(names).size < names.length) wrong.push('Two systems have the same name.');
  if (!names.includes('DEFAULT')) wrong.push('There is no DEFAULT, for systems that are not listed.');
  if (systems.some((system) => !(system.reservedChannels >= 0))) wrong.push('Reserved channels must be 0 or more.');
  if (systems.some((system) => !(system.probability >= 0 && system.probability <= 100))) wrong.push('A probability is 0 to 100.');
  if (sum('probability') !== 100) wrong.push(`The probabilities add up to ${sum('probability')}, not 100.`);
  if (sum('reservedChannels') > config.maxConcurrency) wrong.push(`${sum('reservedChannels')} channels are reserved, and there are ${config.maxConcurrency}.`);
  return wrong;
}

class PoolEdit extends LitElement {
  static properties = { pool: {}, config: { attribute: false }, draft: { state: true }, kept: { state: true }, refused: { state: true }, progress: { state: true }, effect: { state: true } };

  /** What was in force when somebody began to edit. */
  #base = null;

  constructor() {
    super();
    this.refused = [];
    this.draft = null;
    this.kept = false;
    this.progress = '';
    this.effect = null;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#base = this.config;
    this.draft = structuredClone(this.config);
    const kept = sessionStorage.getItem(this.#key);
    if (kept === null) return;
    const { base, draft } = JSON.parse(kept, (name, value) => (value === null && NUMBERS.includes(name) ? NaN : value));
    this.#base = base;
    this.draft = draft;
    this.kept = true;
  }

  get #key() {
    return `millrace-draft-pool-${this.pool}`;
  }

  /** What is not saved comes back in this tab, until it is saved or discarded. */
  #set(change) {
    this.draft = { ...this.draft, ...change };
    sessionStorage.setItem(this.#key, JSON.stringify({ base: this.#base, draft: this.draft }));
    this.kept = true;
    this.refused = [];
    this.progress = '';
    this.effect = null;
  }

  #discard() {
    sessionStorage.removeItem(this.#key);
    this.kept = false;
    this.#base = this.config;
    this.draft = structuredClone(this.config);
    this.refused = [];
    this.progress = '';
    this.effect = null;
  }

  #setSystem(place, change) {
    this.#set({ sourceSystems: this.draft.sourceSystems.map((system, i) => (i === place ? { ...system, ...change } : system)) });
  }

  render() {
    const wrong = [...mistakes(this.draft), ...this.refused];
    const whole = (event) => (event.target.value === '' ? NaN : Number(event.target.value));
    const shown = (n) => (Number.isNaN(n) ? '' : String(n));
    return html`<form class="card edit" @submit=${this.#save}>
      <h2>Edit ${this.pool}</h2>
      ${this.kept ? html`<p class="banner inline" role="status">This config is not saved. <button type="button" class="plain" @click=${this.#discard}>Discard it</button></p>` : nothing}
      ${JSON.stringify(this.#base) === JSON.stringify(this.config) ? nothing : html`<p class="banner warn inline" role="status">Somebody changed the config meanwhile. To save would replace that.</p>`}
      <label>Channels <input type="number" min="1" required .value=${shown(this.draft.maxConcurrency)} @input=${(event) => this.#set({ maxConcurrency: whole(event) })}></label>
      <table class="list" aria-label="Systems, to edit">
        <thead><tr><th>System</th><th>Reserved channels</th><th>Probability, %</th><th><span class="hidden">Actions</span></th></tr></thead>
        <tbody>${this.draft.sourceSystems.map((system, i) => html`<tr>
          <td><input aria-label="Name of system ${i + 1}" .value=${system.systemName} @input=${(event) => this.#setSystem(i, { systemName: event.target.value.trim() })}></td>
          <td><input aria-label="Reserved channels of ${system.systemName}" type="number" min="0" .value=${shown(system.reservedChannels)} @input=${(event) => this.#setSystem(i, { reservedChannels: whole(event) })}></td>
          <td><input aria-label="Probability of ${system.systemName}" type="number" min="0" max="100" .value=${shown(system.probability)} @input=${(event) => this.#setSystem(i, { probability: whole(event) })}></td>
          <td><button type="button" class="plain" @click=${() => this.#set({ sourceSystems: this.draft.sourceSystems.filter((_, at) => at !== i) })}>Remove</button></td>
        </tr>`)}</tbody>
      </table>
      ${wrong.length ? html`<ul class="wrong" role="alert">${wrong.map((text) => html`<li>${text}</li>`)}</ul>` : nothing}
      ${this.progress ? html`<p role="status">${this.progress}</p>` : nothing}
      ${this.effect ? this.#shown(this.effect) : nothing}
      <div class="buttons">
        <button type="button" class="plain" ?disabled=${wrong.length > 0 || this.progress !== ''} @click=${this.#simulate}>Simulate tomorrow with this</button>
        <button type="button" class="plain" @click=${() => this.#set({ sourceSystems: [...this.draft.sourceSystems, { systemName: '', reservedChannels: 0, probability: 0 }] })}>Add a system</button>
        <button type="button" class="plain" @click=${() => this.dispatchEvent(new CustomEvent('close'))}>Leave it</button>
        <button class="primary" ?disabled=${wrong.length > 0}>Save</button>
      </div>
    </form>`;
  }

  #shown({ problem, before, after, test }) {
    if (problem) return html`<p class="wrong" role="alert">${problem}</p>`;
    const rows = [
      ['Starts', (result) => number(result.started)],
      ['Most channels in use', (result) => number(most(result.minutes.running))],
      ['Most waiting', (result) => number(most(result.minutes.waiting))],
      ['95 % wait no longer than', (result) => waited(waitingP95(result))],
      ['Late', (result) => number(result.late)],
    ];
    return html`<table class="list effect" aria-label="The simulated effect on tomorrow">
      <thead><tr><th>Tomorrow</th><th>as it is</th><th>with this</th></tr></thead>
      <tbody>${rows.map(([name, value]) => html`<tr><td>${name}</td><td>${value(before)}</td><td>${value(after)}</td></tr>`)}</tbody>
    </table>
    <p class="dim" data-is="back-test">${test ? html`The error of such a forecast yesterday: ${backTestText(test)}.` : html`The error of such a forecast is not known yet: <a href="#/tomorrow">back-test yesterday</a>.`}</p>`;
  }

  /** Tomorrow as it is, and with the draft: the same seed, so only the draft differs. */
  async #simulate() {
    const draft = this.draft;
    const date = tomorrow();
    const goOn = () => this.isConnected && this.draft === draft;
    const say = (what) => (part) => goOn() && (this.progress = `Simulating tomorrow ${what}, ${Math.round(100 * part)} % …`);
    this.effect = null;
    say('as it is')(0);
    try {
      const before = await simulate({ date }, say('as it is'), goOn);
      const after = before && (await simulate({ date, changes: { flow: { [this.pool]: draft } } }, say('with this'), goOn));
      const test = after && (await newestBackTest());
      if (after && goOn()) this.effect = { before: before.result, after: after.result, test };
    } catch (problem) {
      if (goOn()) this.effect = { problem: problem.message };
    } finally {
      if (goOn()) this.progress = '';
    }
  }

  async #save(event) {
    event.preventDefault();
    try {
      await put(`/flow-control/pools/${encodeURIComponent(this.pool)}`, this.draft);
      sessionStorage.removeItem(this.#key);
      this.dispatchEvent(new CustomEvent('changed'));
    } catch (problem) {
      this.refused = problem.errors.length ? problem.errors.map((error) => `${error.field}: ${error.reason}`) : [problem.message];
    }
  }
}

customElements.define('millrace-pool-edit', PoolEdit);
