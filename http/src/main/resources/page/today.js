// A day: is all well? A strip of numbers, the day's curve, and why something failed or was skipped.
import { html, nothing } from 'lit';
import { get, url } from './api.js';
import { View } from './view.js';
import { emptyState, meter } from './parts.js';
import { duration, number, time, words } from './words.js';
import './curve.js';

const DAY = 86_400_000;
const ENDED = 'Attempts that ended on this UTC day. The list shows tasks that were queued on it.';
const utcDay = (ms) => new Date(ms).toISOString().slice(0, 10);
const sum = (counts) => Object.values(counts).reduce((all, n) => all + n, 0);

class Today extends View {
  get #date() {
    return this.route.query.get('date') ?? '';
  }

  /** The numbers come with the stream; the curve need not follow each of them. */
  get paceMs() {
    return this.#date ? 10_000 : 1900;
  }

  fetch() {
    return Promise.all([get('/today', { date: this.#date }), this.#date ? null : get('/freshness')]).then(([day, verdict]) => ({ ...day, verdict }));
  }

  show(day) {
    const today = day.date === utcDay(Date.parse(this.live.now?.at ?? day.at));
    const totals = today ? (this.live.now?.today ?? day.totals) : day.totals;
    return html`
      <h1 class=${today ? 'hidden' : ''}>${today ? 'Today' : `The day ${day.date}`}</h1>
      ${day.verdict ? html`<a class="tile verdict" href="#/freshness" aria-label="Freshness"><span class="label">Freshness</span><span class="value ${this.#mood(day.verdict)}" data-is="verdict">${day.verdict.sentence}</span></a>` : nothing}
      <section class="strip" aria-label=${today ? 'Now and today' : `The day ${day.date}`}>
        ${today ? this.#now() : nothing}
        ${this.#day(day, totals, today)}
      </section>
      <section class="card">
        <div class="bar">
          <h2>The day, minute by minute <small>${number(day.planned)} refreshes planned${today ? `, ${number(day.plan_waiting)} still to come` : ''}${day.planned_at ? html`, planned at ${time(day.planned_at)}` : nothing}</small></h2>
          ${this.#days(day.date, today)}
        </div>
        ${day.minutes.length ? html`<millrace-curve .day=${day} .past=${!today}></millrace-curve>` : this.#nothing(today, day.date)}
      </section>
      <div class="columns">
        ${this.#reasons('Failed attempts by reason', day.failures, 'bad', `Nothing failed${today ? ' today' : ''}.`, (row) => this.#failures(day, row))}
        ${this.#reasons('Skips by reason', this.#skips(day), 'warn', `Nothing was skipped${today ? ' today' : ''}.`, (row) => words(row.reason))}
      </div>`;
  }

  #now() {
    const now = this.live.now ?? { running: 0, waiting: 0, due: 0, late_seconds: 0 };
    const failing = now.failing ?? { tasks: 0, more: false };
    return html`
      ${this.#number('Running', now.running, 'run', '#/tasks?status=RUNNING')}
      ${this.#number('Waiting', now.waiting, 'wait', '#/tasks?status=SCHEDULED')}
      ${this.#number('Overdue', now.due, now.late_seconds > 10 ? 'warn' : '', null, now.due ? `for ${duration(now.late_seconds * 1000)}` : 'none')}
      ${this.#number('Failing now', failing.tasks, failing.tasks ? 'bad' : '', '#/tasks?status=FAILED&newest=true', failing.more ? 'at least' : failing.tasks ? 'no success since' : 'none')}`;
  }

  #day(day, totals, today) {
    const failed = totals.failure + totals.timeout + totals.error;
    const skipped = totals.skipped + sum(day.skipped_users);
    const ended = totals.success + failed;
    return html`
      ${this.#number('Succeeded', totals.success, 'good', this.#tasks(day, { status: 'SUCCESS' }), ended ? `${((100 * totals.success) / ended).toFixed(1)} %` : '', ENDED)}
      ${this.#number('Failed attempts', failed, failed ? 'bad' : '', this.#tasks(day, { status: 'FAILED' }), totals.timeout ? `${number(totals.timeout)} timed out` : '', ENDED)}
      ${this.#number('Skipped', skipped, skipped ? 'warn' : '', null, 'by the rules')}
      ${this.#number('Missed', day.missed, day.missed ? 'bad' : '', null, 'of the plan')}
      ${today ? this.#text('Lateness', duration(day.waited_ms), 'queued to started') : nothing}`;
  }

  /** One day back, one on, or any. A day of Millrace is one of UTC. */
  #days(date, today) {
    const at = Date.parse(`${date}T00:00:00Z`);
    return html`<div class="buttons pick">
      <a class="button plain" href="#/today?date=${utcDay(at - DAY)}" title=${utcDay(at - DAY)}>‹ ${today ? 'Yesterday' : 'Day before'}</a>
      ${today ? nothing : html`<a class="button plain" href="#/today?date=${utcDay(at + DAY)}" title=${utcDay(at + DAY)}>Day after ›</a><a class="button plain" href="#/today">Today</a>`}
      <input type="date" aria-label="Day, in UTC" title="A day, in UTC" .value=${date} @change=${({ target }) => target.value && (location.hash = `#/today?date=${target.value}`)}>
    </div>`;
  }

  #nothing(today, date) {
    if (today) return emptyState('Nothing has happened yet today', 'Import users and sites (POST /import), or give a source a schedule (PUT /sources): this is where you will see them run.');
    return emptyState(date > utcDay(Date.now()) ? 'This day is still to come' : 'Nothing happened on this day', 'Import users and sites (POST /import), or give a source a schedule (PUT /sources): this is where you will see them run.');
  }

  /** Nothing promised looks like nothing. */
  #mood({ stale, at_risk: risk, fresh }) {
    return stale ? 'bad' : risk ? 'warn' : fresh ? 'good' : '';
  }

  /** The tasks of that day: the number and the list have one period. */
  #tasks({ date }, filter) {
    const start = `${date}T00:00:00.000Z`;
    return url('#/tasks', { ...filter, minutes: 'between', start, end: new Date(Date.parse(start) + DAY).toISOString() });
  }

  /** A reason is the beginning of a message, in which … stands for a number or an id. */
  #failures(day, row) {
    const text = row.reason || words(row.what);
    return row.reason && row.reason !== 'other' ? html`<a href=${this.#tasks(day, { status: 'FAILED', message: row.reason })}>${text}</a>` : text;
  }

  #skips(day) {
    const users = Object.entries(day.skipped_users).map(([reason, n]) => ({ what: 'user', reason, n }));
    return [...users, ...day.skips].sort((a, b) => b.n - a.n);
  }

  #number(label, value, kind, href, note = '', title = nothing) {
    const inside = html`<span class="label">${label}</span><span class="value ${kind}" data-is=${label.toLowerCase().replace(' ', '-')}>${number(value)}</span><span class="note">${note}</span>`;
    return href ? html`<a class="tile" href=${href} title=${title}>${inside}</a>` : html`<div class="tile">${inside}</div>`;
  }

  #text(label, value, note) {
    return html`<div class="tile"><span class="label">${label}</span><span class="value" data-is=${label.toLowerCase()}>${value}</span><span class="note">${note}</span></div>`;
  }

  #reasons(title, rows, kind, none, text) {
    const most = Math.max(1, ...rows.map((row) => row.n));
    return html`<section class="card reasons">
      <h2>${title}</h2>
      ${rows.length
        ? html`<ul>${rows.map((row) => html`<li>
            ${meter(row.n, most, kind)}
            <span class="what" title=${row.reason}>${text(row)}</span><span class="kind">${row.what === 'skipped' ? '' : row.what}</span><b>${number(row.n)}</b>
          </li>`)}</ul>`
        : emptyState(none)}
    </section>`;
  }
}

customElements.define('millrace-today', Today);
