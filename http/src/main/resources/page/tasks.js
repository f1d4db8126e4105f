// Tasks of all sources: filter, look, cancel, run again.
import { html, nothing } from 'lit';
import { get, orWhyNot, url } from './api.js';
import { replaceAddress } from './address.js';
import { View } from './view.js';
import { badge, emptyState, newRows } from './parts.js';
import { between, fieldTime, ofField, time, words } from './words.js';
import { cancelAll, mayCancel, mayRerun, rerunAll } from './bulk.js';
import './complete.js';
import './saved-views.js';
import { runAgain } from './task-again.js';
import { blocker } from './waits.js';

const STATUSES = ['SCHEDULED', 'RUNNING', 'SUCCESS', 'FAILED', 'CANCELED'];
const REASONS = ['manual', 'schedule', 'plan', 'retry', 'trigger', 'catch-up', 'force', 'request'];
const SINCE = [['', 'The last week'], ['15', 'The last 15 minutes'], ['60', 'The last hour'], ['1440', 'The last day'], ['between', 'From … to …']];
const FIELDS = ['status', 'source', 'collection', 'message', 'worker', 'reason', 'newest', 'order', 'minutes', 'start', 'end', 'finished_start', 'finished_end', 'after'];
const MINUTE = 60_000;
const LIMIT = 100;

class Tasks extends View {
  get #filter() {
    const query = this.route.query;
    return Object.fromEntries(FIELDS.map((name) => [name, query.get(name) ?? '']));
  }

  /** What the node is asked. A period that ends now begins with a full minute, so that the question stays the same for a while. */
  get #asked() {
    const { minutes, ...rest } = this.#filter;
    if (minutes === 'between') return rest;
    const start = minutes ? new Date(Math.floor((Date.now() - minutes * MINUTE) / MINUTE) * MINUTE).toISOString() : '';
    return { ...rest, end: '', start };
  }

  get lists() {
    return { tasks: ({ id }) => id };
  }

  fetch() {
    return orWhyNot(get('/history', { ...this.#asked, limit: LIMIT }), { tasks: [] });
  }

  #go(change) {
    location.hash = this.#only(change);
  }

  /** From a day ago until now, to begin with. */
  #period(minutes) {
    const now = Date.now();
    const own = minutes === 'between';
    this.#go({ minutes, start: own ? new Date(now - 1440 * 60000).toISOString() : '', end: own ? new Date(now).toISOString() : '' });
  }

  show({ tasks, after, whyNot }) {
    const filter = this.#filter;
    const some = FIELDS.some((name) => filter[name] && name !== 'order');
    return html`
      <div class="bar">
        <h1>Tasks</h1>
        <div class="tabs" role="group" aria-label="Status">
          <button class="tab" aria-pressed=${!filter.status} @click=${() => this.#go({ status: '', newest: '' })}>All</button>
          ${STATUSES.map((status) => html`<button class="tab" aria-pressed=${filter.status === status && !filter.newest} @click=${() => this.#go({ status, newest: '' })}>${words(status.toLowerCase())}</button>`)}
          <button class="tab" aria-pressed=${filter.status === 'FAILED' && filter.newest === 'true'} title="Failed, and nothing of the same source, user-site or step has ended since" @click=${() => this.#go({ status: 'FAILED', newest: 'true' })}>failing now</button>
        </div>
        ${this.mayChange && !filter.finished_start && !filter.finished_end ? html`<div class="buttons">
          ${mayCancel(filter.status) ? html`<button @click=${() => cancelAll(this, this.#asked)}>Cancel ${filter.status ? words(filter.status.toLowerCase()) : 'queued and running'}…</button>` : nothing}
          ${mayRerun(filter.status) ? html`<button @click=${() => rerunAll(this, this.#asked)}>Run again…</button>` : nothing}
        </div>` : nothing}
      </div>
      ${this.#narrow(filter)}
      <div data-holds>${tasks.length ? this.#table(tasks, filter) : this.#none(after, whyNot, some)} ${newRows(this, 'task')}</div>
      <div class="pages">
        ${filter.after ? html`<button class="plain" @click=${() => history.back()}>← Back</button>` : nothing}
        ${after ? html`<button class="plain" @click=${() => this.#go({ after })}>${filter.order === 'oldest' ? 'Newer →' : 'Older →'}</button>` : nothing}
      </div>`;
  }

  /** A search by what no index has looks at so many tasks at a time. */
  #none(after, whyNot, some) {
    if (after) return emptyState('No tasks match so far', 'The search has looked at 20,000 tasks. It continues on the next page.');
    return emptyState('No tasks match', whyNot || (some ? 'Choose another status, source, name or time.' : 'Refresh something: POST /tasks?source=…&collection=…, or “Refresh now” of a source.'));
  }

  #field(name, label, filter, type) {
    return html`<millrace-complete of=${name} .label=${label} .type=${type ?? 'text'} .value=${filter[name]} @chosen=${({ detail }) => detail !== filter[name] && replaceAddress(this.#only({ [name]: detail }))}></millrace-complete>`;
  }

  #narrow(filter) {
    return html`<div class="bar filter" role="search" aria-label="Which tasks">
      ${this.#field('source', 'Source', filter, 'search')}
      ${this.#field('collection', 'Collection or user-site', filter)}
      ${this.#field('message', 'Message', filter)}
      ${this.#field('worker', 'Worker', filter)}
      <select aria-label="Reason" @change=${(event) => this.#go({ reason: event.target.value })}>
        <option value="">Any reason</option>
        ${REASONS.map((reason) => html`<option value=${reason} ?selected=${filter.reason === reason}>${words(reason)}</option>`)}
      </select>
      <select class="narrow" aria-label="Order" @change=${(event) => this.#go({ order: event.target.value })}>
        ${[['', 'The newest first'], ['oldest', 'The oldest first']].map(([order, text]) => html`<option value=${order} ?selected=${filter.order === order}>${text}</option>`)}
      </select>
      <select aria-label="Queued" @change=${(event) => this.#period(event.target.value)}>
        ${SINCE.map(([minutes, text]) => html`<option value=${minutes} ?selected=${filter.minutes === minutes}>${text}</option>`)}
      </select>
      ${filter.minutes === 'between' ? html`
        <input type="datetime-local" aria-label="From, in your time zone" title=${`From ${filter.start} UTC`} .value=${fieldTime(filter.start)} @change=${(event) => this.#go({ start: ofField(event.target.value) })}>
        <input type="datetime-local" aria-label="To, in your time zone" title=${`To ${filter.end} UTC`} .value=${fieldTime(filter.end)} @change=${(event) => this.#go({ end: ofField(event.target.value) })}>` : nothing}
      ${filter.finished_start || filter.finished_end ? html`<span class="tag ended">ended ${filter.finished_start ? html`from ${time(filter.finished_start)}` : nothing} ${filter.finished_end ? html`to ${time(filter.finished_end)}` : nothing} <button class="plain icon" aria-label="Whenever they ended" title="Whenever they ended" @click=${() => this.#go({ finished_start: '', finished_end: '' })}>✕</button></span>` : nothing}
      <div class="tools">
        <a class="button plain" href="#/bulk">Bulk operations</a>
        <millrace-saved-views of="tasks"></millrace-saved-views>
      </div>
    </div>`;
  }

  /** The way to the same list with one thing more, from a cell. */
  #only(change) {
    return url('#/tasks', { ...this.#filter, after: '', ...change });
  }

  /** What an external caller asked a channel for is its own. */
  #retry({ id, status, source, collection }) {
    if ((status !== 'FAILED' && status !== 'CANCELED') || source === 'external') return nothing;
    return html`<button class="row" aria-label=${`Retry ${source} / ${collection}`} @click=${() => this.act(() => runAgain(id), 'It is queued')}>Retry</button>`;
  }

  #table(tasks, filter) {
    const oldest = filter.order === 'oldest';
    return html`<table class="list" aria-label=${oldest ? 'Tasks, the oldest first' : 'Tasks, the newest first'}>
      <thead><tr><th>Status</th><th>Source</th><th>Name</th>
        <th aria-sort=${oldest ? 'ascending' : 'descending'}><a class="sort" href=${this.#only({ order: oldest ? '' : 'oldest' })} title=${oldest ? 'The newest first' : 'The oldest first'}>Queued ${oldest ? '▲' : '▼'}</a></th>
        <th>Waited</th><th>Ran</th><th>Reason</th><th class="wide">Message</th>${this.mayChange ? html`<th><span class="hidden">Actions</span></th>` : nothing}</tr></thead>
      <tbody>${tasks.map((task) => html`<tr>
        <td>${badge(task.status)}</td>
        <td class="dim"><a class="dim" href=${this.#only({ source: task.source })} title="Only this source">${task.source}</a></td>
        <td><a href="#/task/${encodeURIComponent(task.id)}">${task.collection}</a></td>
        <td>${time(task.created_at, true)}</td>
        <td class="number" data-label="waited">${between(task.created_at, task.started_at || task.finished_at || null)}</td>
        <td class="number" data-label="ran">${between(task.started_at, task.finished_at || null)}</td>
        <td class="dim"><a class="dim" href=${this.#only({ reason: task.reason })} title="Only this reason">${words(task.reason)}</a>${task.attempt_no > 1 ? ` ${task.attempt_no}` : ''}</td>
        <td class="wide message">${task.wait ? html`${blocker(task.wait)} ${task.wait.start_p50 ? html`starts about ${time(task.wait.start_p50)}` : ''}` : task.message || task.user_friendly_status}</td>
        ${this.mayChange ? html`<td>${this.#retry(task)}</td>` : nothing}
      </tr>`)}</tbody>
    </table>`;
  }
}

customElements.define('millrace-tasks', Tasks);
