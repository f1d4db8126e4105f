// A day: is all well? A strip of numbers, the day's curve, and why something failed or was skipped.
import { html, nothing } from 'lit';
import { get, url } from './api.js';
import { View } from './view.js';
import { emptyState, meter } from './parts.js';
import { duration, number, time, words } from './words.js';
import { endedIn, skipPlace, utcDay } from './day-links.js';
import './curve.js';
import './day-hours.js';

const DAY = 86_400_000;
const ENDED = 'Attempts that ended on this UTC day';
const sum = (counts) => Object.values(counts).reduce((all, n) => all + n, 0);

class Today extends View {
  /** The reasons that are shown while somebody points at them, by their heading. */
  #held = new Map();

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
        ${day.minutes.length
          ? html`<millrace-curve .day=${day} .past=${!today}></millrace-curve><millrace-day-hours .day=${day} .open=${this.route.query.get('hours') === 'true'}></millrace-day-hours>`
          : this.#nothing(today, day.date)}
      </section>
      <div class="columns">
        ${this.#reasons('Failed attempts by reason', day.failures, 'bad', `Nothing failed${today ? ' today' : ''}.`, (row) => this.#failure(day, row))}
        ${this.#reasons('Skips by reason', this.#skips(day), 'warn', `Nothing was skipped${today ? ' today' : ''}.`, (row) => this.#skip(row))}
      </div>`;
  }

  #now() {
    const now = this.live.now ?? { running: 0, waiting: 0, due: 0, late_seconds: 0 };
    const failing = now.failing ?? { tasks: 0, more: false };
    return html`
      ${this.#number('Running', now.running, 'run', '#/tasks?status=RUNNING')}
      ${this.#number('Waiting', now.waiting, 'wait', '#/tasks?status=SCHEDULED')}
      ${this.#number('Overdue', now.due, now.late_seconds > 10 ? 'warn' : '', '#/cluster', now.due ? `for ${duration(now.late_seconds * 1000)}` : 'none', 'Refreshes that are due and not queued yet: see which nodes wake them')}
      ${this.#number('Failing now', failing.tasks, failing.tasks ? 'bad' : '', '#/tasks?status=FAILED&newest=true', failing.more ? 'at least' : failing.tasks ? 'no success since' : 'none')}`;
  }

  #day(day, totals, today) {
    const failed = totals.failure + totals.timeout + totals.error;
    const skipped = totals.skipped + sum(day.skipped_users);
    const ended = totals.success + failed;
    return html`
      ${this.#number('Succeeded', totals.success, 'good', endedIn(day.date, { status: 'SUCCESS' }), ended ? `${((100 * totals.success) / ended).toFixed(1)} %` : '', ENDED)}
      ${this.#number('Failed attempts', failed, failed ? 'bad' : '', endedIn(day.date, { status: 'FAILED' }), totals.timeout ? `${number(totals.timeout)} timed out` : '', ENDED)}
      ${this.#number('Skipped', skipped, skipped ? 'warn' : '', this.#hours(day), 'by the rules', 'Hour by hour')}
      ${this.#number('Missed', day.missed, day.missed ? 'bad' : '', this.#hours(day), 'of the plan', 'Hour by hour')}
      ${today ? this.#text('Lateness', duration(day.waited_ms), 'queued to started', '#/flow', 'Who waits how long, by pool and system') : nothing}`;
  }

  /** One day back, one on, or any. A day of Millrace is one of UTC. */
  #days(date, today) {
    const at = Date.parse(`${date}T00:00:00Z`);
    return html`<div class="buttons pick">
      <a class="button plain" href="#/today?date=${utcDay(at - DAY)}" title=${utcDay(at - DAY)}>‹ ${today ? 'Yesterday' : 'Day before'}</a>
      ${today
        ? html`<a class="button plain" href="#/tomorrow">Tomorrow ›</a>`
        : html`<a class="button plain" href=${date < utcDay(Date.now()) ? `#/today?date=${utcDay(at + DAY)}` : `#/tomorrow?date=${utcDay(at + DAY)}`} title=${utcDay(at + DAY)}>Day after ›</a><a class="button plain" href="#/today">Today</a>`}
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

  /** The same day with its hours shown. */
  #hours({ date }) {
    return url('#/today', { date: this.#date && date, hours: true });
  }

  /** A reason is the beginning of a message, in which … stands for a number or an id. */
  #failure(day, row) {
    const text = row.reason || words(row.what);
    return row.reason && row.reason !== 'other' ? html`<a href=${endedIn(day.date, { status: 'FAILED', message: row.reason })}>${text}</a>` : text;
  }

  /** A rule is decided by an entry: the link leads to where it is kept. */
  #skip({ reason }) {
    const { href, title } = skipPlace(reason);
    return href ? html`<a href=${href} title=${title}>${words(reason)}</a>` : words(reason);
  }

  #skips(day) {
    const users = Object.entries(day.skipped_users).map(([reason, n]) => ({ what: 'user', reason, n }));
    return [...users, ...day.skips].sort((a, b) => b.n - a.n);
  }

  #number(label, value, kind, href, note = '', title = nothing) {
    const inside = html`<span class="label">${label}</span><span class="value ${kind}" data-is=${label.toLowerCase().replace(' ', '-')}>${number(value)}</span><span class="note">${note}</span>`;
    return href ? html`<a class="tile" href=${href} title=${title}>${inside}</a>` : html`<div class="tile">${inside}</div>`;
  }

  #text(label, value, note, href, title) {
    return html`<a class="tile" href=${href} title=${title}><span class="label">${label}</span><span class="value" data-is=${label.toLowerCase()}>${value}</span><span class="note">${note}</span></a>`;
  }

  /** While somebody points at reasons they keep their places: numbers change, and new reasons wait. */
  #placed(title, rows) {
    const held = this.#held.get(title);
    if (!held) return rows;
    const now = new Map(rows.map((row) => [`${row.what} ${row.reason}`, row]));
    return held.map((row) => now.get(`${row.what} ${row.reason}`) ?? row);
  }

  #point(title, rows) {
    if (rows) this.#held.set(title, rows);
    else this.#held.delete(title);
    this.requestUpdate();
  }

  #reasons(title, found, kind, none, text) {
    const rows = this.#placed(title, found);
    const most = Math.max(1, ...rows.map((row) => row.n));
    return html`<section class="card reasons">
      <h2>${title}</h2>
      ${rows.length
        ? html`<ul @pointerenter=${() => this.#point(title, rows)} @pointerleave=${() => this.#point(title, null)}>${rows.map((row) => html`<li>
            ${meter(row.n, most, kind)}
            <span class="what" title=${row.reason}>${text(row)}</span><span class="kind">${row.what === 'skipped' ? '' : row.what}</span><b>${number(row.n)}</b>
          </li>`)}</ul>`
        : emptyState(none)}
    </section>`;
  }
}

customElements.define('millrace-today', Today);
