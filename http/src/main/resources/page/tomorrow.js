// Tomorrow, or any other day: what is simulated of it, beside what happened, and how right such a forecast was.
import { html, nothing } from 'lit';
import { get } from './api.js';
import { View } from './view.js';
import { emptyState } from './parts.js';
import { backTestText, differenceText, most, simulate, waited, waitingP95 } from './simulation.js';
import { number, words } from './words.js';
import './forecast.js';

const DAY = 86400000;
const dayText = (ms) => new Date(ms).toISOString().slice(0, 10);

class Tomorrow extends View {
  static properties = { progress: { state: true } };

  #results = new Map();

  constructor() {
    super();
    this.progress = null;
  }

  get anywayMs() {
    return 60000;
  }

  get #date() {
    return this.route.query.get('date') || dayText(Date.now() + DAY);
  }

  /** The newest simulation of that day, the newest back-test of yesterday, and what happened so far. */
  async fetch() {
    const { simulations } = await get('/simulations');
    const date = this.#date;
    const yesterday = dayText(Date.now() - DAY);
    const done = (day) => simulations.find(({ state, request }) => state === 'done' && request.date === day && !request.changes);
    const [forecast, test] = [done(date), done(yesterday)];
    return {
      date,
      forecast: forecast ? await this.#result(forecast) : null,
      test: test ? await this.#result(test) : null,
      past: date >= dayText(Date.now()) ? (await get('/today')).minutes : [],
    };
  }

  async #result({ id }) {
    if (!this.#results.has(id)) this.#results.set(id, await get(`/simulations/${id}`));
    return this.#results.get(id);
  }

  async #simulate(date) {
    this.progress = 0;
    try {
      await simulate({ date }, (part) => (this.progress = part), () => this.isConnected);
      await this.refetch();
    } catch (problem) {
      this.say(problem.message, true);
    } finally {
      this.progress = null;
    }
  }

  show({ date, forecast, test, past }) {
    const result = forecast?.result;
    return html`
      <div class="bar">
        <h1>${date === dayText(Date.now() + DAY) ? 'Tomorrow' : date}</h1>
        <input type="date" aria-label="Day, UTC" .value=${date} @change=${(event) => event.target.value && (location.hash = `#/tomorrow?date=${event.target.value}`)}>
        <div class="buttons">
          ${this.progress === null
            ? this.mayChange
              ? html`<button class="plain" @click=${() => this.#simulate(dayText(Date.now() - DAY))}>Back-test yesterday</button>
                <button class="primary" @click=${() => this.#simulate(date)}>Simulate ${date}</button>`
              : nothing
            : html`<span role="status">Simulating, ${Math.round(100 * this.progress)} % …</span>`}
        </div>
      </div>
      ${result ? this.#found(forecast, result) : emptyState('This day is not simulated yet', 'A simulation runs at low priority and changes nothing.')}
      ${result || past.length ? html`<section class="card"><h2>Minute by minute</h2><millrace-forecast .result=${result} .past=${past}></millrace-forecast></section>` : nothing}
      ${this.#backTest(result?.back_test ?? test?.result?.back_test, result?.back_test ? date : 'yesterday')}`;
  }

  #found(forecast, result) {
    const channels = result.pools.reduce((sum, pool) => sum + pool.channels, 0);
    const missed = result.missed_freshness.clients.reduce((sum, client) => sum + client.missed, 0);
    const skipped = Object.values(result.skips).reduce((sum, n) => sum + n, 0);
    const failed = Object.entries(result.ends).reduce((sum, [end, n]) => sum + (end === 'success' || end === 'canceled' ? 0 : n), 0);
    return html`<section class="strip" aria-label="What is expected">
        ${this.#tile('Starts', number(result.started), `simulated ${clock(forecast.created_at)}`)}
        ${this.#tile('Failed attempts', number(failed), 'as often as lately')}
        ${this.#tile('Skipped', number(skipped), Object.keys(result.skips).map(words).join(', '))}
        ${this.#tile('Most channels', number(most(result.minutes.running)), `of ${number(channels)}`)}
        ${this.#tile('Most waiting', number(most(result.minutes.waiting)), 'at a time')}
        ${this.#tile('Waiting', waited(waitingP95(result)), '95 % wait no longer')}
        ${this.#tile('Late', number(result.late), 'waited over a minute')}
        ${this.#tile('Too old', number(missed), 'against what is promised')}
      </section>
      <p class="dim">${result.unknown.join('. ')}.</p>`;
  }

  #tile(label, value, note) {
    return html`<div class="tile"><span class="label">${label}</span><span class="value" data-is=${label.toLowerCase().replace(' ', '-')}>${value}</span><span class="note" title=${note}>${note}</span></div>`;
  }

  #backTest(test, day) {
    if (!test) return nothing;
    return html`<section class="card back-test">
      <h2>How right was it? <small>The back-test of ${day}</small></h2>
      <p>${backTestText(test)}.</p>
      ${test.differences.length
        ? html`<ul>${test.differences.map((difference) => html`<li>${differenceText(difference)}: ${number(Math.round(difference.expected))} expected, ${number(Math.round(difference.actual))} happened</li>`)}</ul>`
        : html`<p class="dim">The day went as the data known at midnight suggested.</p>`}
    </section>`;
  }
}

const clock = (iso) => new Date(iso).toISOString().slice(11, 16) + ' UTC';

customElements.define('millrace-tomorrow', Tomorrow);
