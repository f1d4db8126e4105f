// Tomorrow, or any other day: what is simulated of it, beside what happened, and how right such a forecast was.
import { html, nothing } from 'lit';
import { get } from './api.js';
import { View } from './view.js';
import { emptyState } from './parts.js';
import { backTestText, dayText, differenceText, doneOf, most, simulate, tomorrow, waited, waitingP95, yesterday } from './simulation.js';
import { number, words } from './words.js';
import './forecast.js';

const DAY = 86_400_000;

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
    const date = this.route.query.get('date') ?? '';
    return /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date)) ? date : tomorrow();
  }

  get paceMs() {
    return 10_000;
  }

  /** The newest simulation of that day, the newest back-test of yesterday, and what happened so far. */
  async fetch() {
    const { simulations } = await get('/simulations');
    const date = this.#date;
    const [forecast, test] = [doneOf(simulations, date), doneOf(simulations, yesterday())];
    const began = date <= dayText(Date.now());
    return {
      date,
      forecast: forecast ? await this.#result(forecast) : null,
      test: test ? await this.#result(test) : null,
      happened: began ? await get('/today', { date }) : null,
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

  show({ date, forecast, test, happened }) {
    const result = forecast?.result;
    const minutes = happened?.minutes ?? [];
    return html`
      <div class="bar">
        <h1>${date === tomorrow() ? 'Tomorrow' : `The day ${date}`}</h1>
        ${this.#days(date)}
        <div class="buttons">
          ${this.progress === null
            ? this.mayChange
              ? html`<button class="plain" @click=${() => this.#simulate(yesterday())}>Back-test yesterday</button>
                <button class="primary" @click=${() => this.#simulate(date)}>Simulate ${date}</button>`
              : nothing
            : html`<span role="status">Simulating, ${Math.round(100 * this.progress)} % …</span>`}
        </div>
      </div>
      ${happened ? this.#past(happened) : nothing}
      ${result ? this.#found(forecast, result) : emptyState('This day is not simulated yet', 'A simulation runs at low priority and changes nothing.')}
      ${result || minutes.length ? html`<section class="card"><h2>Minute by minute</h2><millrace-forecast .result=${result} .past=${minutes}></millrace-forecast></section>` : nothing}
      ${this.#backTest(result?.back_test ?? test?.result?.back_test, result?.back_test ? date : 'yesterday', result)}`;
  }

  /** One day back, one on, or any: days that are over are shown beside what was simulated of them. */
  #days(date) {
    const at = Date.parse(`${date}T00:00:00Z`);
    const day = (ms) => `#/tomorrow?date=${dayText(ms)}`;
    return html`<div class="buttons pick">
      <a class="button plain" href=${day(at - DAY)} title=${dayText(at - DAY)}>‹ Day before</a>
      <a class="button plain" href=${day(at + DAY)} title=${dayText(at + DAY)}>Day after ›</a>
      ${date === tomorrow() ? nothing : html`<a class="button plain" href="#/tomorrow">Tomorrow</a>`}
      <input type="date" aria-label="Day, in UTC" title="A day, in UTC" .value=${date} @change=${({ target }) => target.value && (location.hash = `#/tomorrow?date=${target.value}`)}>
    </div>`;
  }

  /** What happened of that day so far. */
  #past({ date, totals, planned }) {
    const failed = totals.failure + totals.timeout + totals.error;
    return html`<p class="lead" data-is="happened">Happened: ${number(totals.started)} starts, ${number(totals.success)} succeeded, ${number(failed)} attempts failed, ${number(totals.skipped)} skipped; ${number(planned)} refreshes were planned. <a href="#/today?date=${date}">Why, and minute by minute</a></p>`;
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

  #backTest(test, day, result) {
    if (!test) return result ? html`<p class="dim" data-is="no-back-test">The error of such a forecast is not known yet: back-test yesterday.</p>` : nothing;
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
