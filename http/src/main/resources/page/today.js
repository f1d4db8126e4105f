// Today: is all well? A strip of numbers, the day's curve, and why something failed or was skipped.
import { html, nothing } from 'lit';
import { get } from './api.js';
import { View } from './view.js';
import { emptyState, meter } from './parts.js';
import { duration, number, time, words } from './words.js';
import './curve.js';

class Today extends View {
  fetch() {
    return get('/today', { date: this.route.query.get('date') });
  }

  show(day) {
    const { totals } = day;
    const now = this.live.now ?? { running: 0, waiting: 0, due: 0, late_seconds: 0 };
    const failed = totals.failure + totals.timeout + totals.error;
    const skippedUsers = Object.values(day.skipped_users).reduce((sum, n) => sum + n, 0);
    const skipped = totals.skipped + skippedUsers;
    const ended = totals.success + failed;
    return html`
      <h1 class="hidden">Today</h1>
      <section class="strip" aria-label="Now and today">
        ${this.#number('Running', now.running, 'run', '#/tasks?status=RUNNING')}
        ${this.#number('Waiting', now.waiting, 'wait', '#/tasks?status=SCHEDULED')}
        ${this.#number('Overdue', now.due, now.late_seconds > 10 ? 'warn' : '', null, now.due ? `for ${duration(now.late_seconds * 1000)}` : 'none')}
        ${this.#number('Succeeded', totals.success, 'good', this.#tasks(day, 'SUCCESS'), ended ? `${((100 * totals.success) / ended).toFixed(1)} %` : '')}
        ${this.#number('Failed attempts', failed, failed ? 'bad' : '', this.#tasks(day, 'FAILED'), totals.timeout ? `${number(totals.timeout)} timed out` : '')}
        ${this.#number('Skipped', skipped, skipped ? 'warn' : '', null, 'by the rules')}
        ${this.#number('Missed', day.missed, day.missed ? 'bad' : '', null, 'of the plan')}
        ${this.#text('Lateness', duration(day.waited_ms), 'queued to started')}
      </section>
      <section class="card">
        <h2>The day, minute by minute <small>${number(day.planned)} refreshes planned, ${number(day.plan_waiting)} still to come${day.planned_at ? html`, planned at ${time(day.planned_at)}` : nothing}</small></h2>
        ${day.minutes.length ? html`<millrace-curve .day=${day}></millrace-curve>` : emptyState('Nothing has happened yet today', 'Import users and sites (POST /import), or give a source a schedule (PUT /sources): this is where you will see them run.')}
      </section>
      <div class="columns">
        ${this.#reasons('Failures by reason', day.failures, 'bad', 'Nothing has failed today.', (row) => row.reason || words(row.what))}
        ${this.#reasons('Skips by reason', this.#skips(day), 'warn', 'Nothing was skipped today.', (row) => words(row.reason))}
      </div>`;
  }

  /** The tasks of that day: the number and the list have one period. */
  #tasks({ date }, status) {
    const start = `${date}T00:00:00.000Z`;
    return `#/tasks?${new URLSearchParams({ status, minutes: 'between', start, end: new Date(Date.parse(start) + 86400000).toISOString() })}`;
  }

  #skips(day) {
    const users = Object.entries(day.skipped_users).map(([reason, n]) => ({ what: 'user', reason, n }));
    return [...users, ...day.skips].sort((a, b) => b.n - a.n);
  }

  #number(label, value, kind, href, note = '') {
    const inside = html`<span class="label">${label}</span><span class="value ${kind}" data-is=${label.toLowerCase().replace(' ', '-')}>${number(value)}</span><span class="note">${note}</span>`;
    return href ? html`<a class="tile" href=${href}>${inside}</a>` : html`<div class="tile">${inside}</div>`;
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
