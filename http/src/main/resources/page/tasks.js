// Tasks of all sources: filter, look, cancel, run again.
import { html, nothing } from 'lit';
import { get, orWhyNot, url } from './api.js';
import { View } from './view.js';
import { badge, emptyState } from './parts.js';
import { between, fieldTime, ofField, time, words } from './words.js';
import { cancelAll, rerunAll } from './bulk.js';

const STATUSES = ['SCHEDULED', 'RUNNING', 'SUCCESS', 'FAILED', 'CANCELED'];
const SINCE = [['', 'The last week'], ['15', 'The last 15 minutes'], ['60', 'The last hour'], ['1440', 'The last day'], ['between', 'From … to …']];
const WEEK = 7 * 1440;
const LIMIT = 100;

class Tasks extends View {
  static properties = { ...View.properties, held: { state: true } };

  #timer = null;

  get #filter() {
    const query = this.route.query;
    return Object.fromEntries(['status', 'source', 'collection', 'minutes', 'start', 'end', 'after'].map((name) => [name, query.get(name) ?? '']));
  }

  get #asked() {
    const { minutes, ...rest } = this.#filter;
    if (minutes === 'between') return rest;
    return { ...rest, end: '', start: new Date(Date.now() - (minutes || WEEK) * 60000).toISOString() };
  }

  routed() {
    this.held = null;
  }

  async fetch() {
    const newest = await orWhyNot(get('/history', { ...this.#asked, limit: LIMIT }), { tasks: [] });
    return this.held ? { ...newest, ...this.#hold(newest.tasks) } : newest;
  }

  /** While somebody points at the list, its rows stay where they are. They change, and new ones wait. */
  #hold(tasks) {
    const now = new Map(tasks.map((task) => [task.id, task]));
    const there = new Set(this.held);
    return {
      tasks: this.data.tasks.map((task) => now.get(task.id) ?? task),
      waiting: tasks.filter(({ id }) => !there.has(id)).length,
    };
  }

  #point(pointing) {
    this.held = pointing ? this.data.tasks.map(({ id }) => id) : null;
    if (!pointing) this.refetch();
  }

  #go(change) {
    location.hash = url('#/tasks', { ...this.#filter, after: '', ...change });
  }

  /** From a day ago until now, to begin with. */
  #period(minutes) {
    const now = Date.now();
    const own = minutes === 'between';
    this.#go({ minutes, start: own ? new Date(now - 1440 * 60000).toISOString() : '', end: own ? new Date(now).toISOString() : '' });
  }

  #typed(name, event) {
    const value = event.target.value.trim();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.isConnected && this.#go({ [name]: value }), 250);
  }

  show({ tasks, after, whyNot, waiting }) {
    const filter = this.#filter;
    return html`
      <div class="bar">
        <h1>Tasks</h1>
        <div class="tabs" role="group" aria-label="Status">
          <button class="tab" aria-pressed=${!filter.status} @click=${() => this.#go({ status: '' })}>All</button>
          ${STATUSES.map((status) => html`<button class="tab" aria-pressed=${filter.status === status} @click=${() => this.#go({ status })}>${words(status.toLowerCase())}</button>`)}
        </div>
        <input type="search" placeholder="Source" aria-label="Source" .value=${filter.source} @input=${(event) => this.#typed('source', event)}>
        <input placeholder="Collection or user-site" aria-label="Collection or user-site" .value=${filter.collection} @input=${(event) => this.#typed('collection', event)}>
        <select aria-label="Queued" @change=${(event) => this.#period(event.target.value)}>
          ${SINCE.map(([minutes, text]) => html`<option value=${minutes} ?selected=${filter.minutes === minutes}>${text}</option>`)}
        </select>
        ${filter.minutes === 'between' ? html`
          <input type="datetime-local" aria-label="From, in your time zone" title=${`From ${filter.start} UTC`} .value=${fieldTime(filter.start)} @change=${(event) => this.#go({ start: ofField(event.target.value) })}>
          <input type="datetime-local" aria-label="To, in your time zone" title=${`To ${filter.end} UTC`} .value=${fieldTime(filter.end)} @change=${(event) => this.#go({ end: ofField(event.target.value) })}>` : nothing}
        ${this.mayChange ? html`<div class="buttons">
          <button @click=${() => cancelAll(this, this.#asked)}>Cancel queued and running …</button>
          <button @click=${() => rerunAll(this, this.#asked)}>Run again …</button>
        </div>` : nothing}
      </div>
      ${waiting ? html`<p class="dim held" role="status">${waiting === 1 ? 'One new task' : `${waiting < LIMIT ? waiting : `${LIMIT} or more`} new tasks`} since you point at the list. <button class="plain" @click=${() => this.#point(false)}>Show</button></p>` : nothing}
      ${tasks.length ? this.#table(tasks) : emptyState('No tasks match', whyNot || (filter.status || filter.source || filter.collection || filter.minutes ? 'Choose another status, source, name or time.' : 'Refresh something: POST /tasks?source=…&collection=…, or “Refresh now” of a source.'))}
      <div class="pages">
        ${filter.after ? html`<button class="plain" @click=${() => history.back()}>← Back</button>` : nothing}
        ${after ? html`<button class="plain" @click=${() => this.#go({ after })}>Older →</button>` : nothing}
      </div>`;
  }

  #table(tasks) {
    return html`<table class="list" aria-label="Tasks, the newest first" @pointerenter=${() => this.#point(true)} @pointerleave=${() => this.#point(false)}>
      <thead><tr><th>Status</th><th>Source</th><th>Name</th><th>Queued</th><th>Waited</th><th>Ran</th><th>Reason</th><th class="wide">Message</th></tr></thead>
      <tbody>${tasks.map((task) => html`<tr>
        <td>${badge(task.status)}</td>
        <td class="dim">${task.source}</td>
        <td><a href="#/task/${encodeURIComponent(task.id)}">${task.collection}</a></td>
        <td>${time(task.created_at, true)}</td>
        <td class="number" data-label="waited">${between(task.created_at, task.started_at || task.finished_at || null)}</td>
        <td class="number" data-label="ran">${between(task.started_at, task.finished_at || null)}</td>
        <td class="dim">${task.reason}${task.attempt_no > 1 ? ` ${task.attempt_no}` : ''}</td>
        <td class="wide message">${task.message || task.user_friendly_status}</td>
      </tr>`)}</tbody>
    </table>`;
  }
}

customElements.define('millrace-tasks', Tasks);
