// What was done with many tasks at once: how far it is, who wanted it, and what became of it.
import { html, nothing } from 'lit';
import { get, post, url } from './api.js';
import { View } from './view.js';
import { emptyState } from './parts.js';
import { scope } from './bulk.js';
import { between, number, time, words } from './words.js';

const LOOK = { running: 'run', aborting: 'warn', done: 'good', aborted: 'off' };
const TITLES = { cancel: 'Cancel tasks', rerun: 'Run tasks again' };
const DONE = { cancel: 'canceled', rerun: 'run again' };

class BulkOperations extends View {
  get anywayMs() {
    return 900;
  }

  async fetch() {
    const [id] = this.route.rest;
    return id ? [await get(`/bulk-operations/${encodeURIComponent(id)}`)] : (await get('/bulk-operations')).operations;
  }

  show(operations) {
    const one = this.route.rest[0];
    return html`
      <div class="bar">
        <h1><a class="dim" href="#/tasks">Tasks</a> / ${one ? html`<a class="dim" href="#/bulk">Bulk operations</a> / ${TITLES[operations[0].action]}` : 'Bulk operations'}</h1>
      </div>
      ${operations.length ? operations.map((operation) => this.#card(operation)) : emptyState('No bulk operation yet', 'Filter the tasks, then cancel them or run them again, all at once.')}`;
  }

  #card(operation) {
    const { action, state, handled, total, more } = operation;
    const open = !operation.ended_at;
    return html`<section class="card bulk" data-operation=${operation.id}>
      <div class="bar">
        <h2>${TITLES[action]} <small>${time(operation.asked_at, true)}, by ${operation.asked_by}</small></h2>
        <span class="badge ${LOOK[state]}"><i aria-hidden="true"></i>${state}</span>
        ${open && this.mayChange ? html`<div class="buttons"><button class="danger" ?disabled=${state === 'aborting'} @click=${() => this.#abort(operation)}>Abort</button></div>` : nothing}
      </div>
      ${open && total ? html`<progress max=${Math.max(total, handled)} value=${handled} aria-label="How many tasks are handled"></progress>` : nothing}
      <p class="lead" role="status">${this.#report(operation)}</p>
      <p class="dim">Tasks: ${operation.filter.statuses.map((status, i) => html`${i ? ' and ' : ''}${this.#list({ ...operation.filter, statuses: [status], newest: action === 'rerun' })}`)}. ${open ? html`On ${operation.node}, for ${between(operation.asked_at)}.` : html`It took ${between(operation.asked_at, operation.ended_at)}.`} ${more ? 'There were too many to count.' : nothing}</p>
    </section>`;
  }

  #report({ action, state, handled, done, total, more, refused }) {
    const not = Object.entries(refused).map(([reason, n]) => `${number(n)} ${words(reason)}`).join(', ');
    const all = `${more ? 'at least ' : ''}${number(total)}`;
    const head = state === 'running' || state === 'aborting' ? `${number(handled)} of ${all} handled, ${number(done)} ${DONE[action]}` : `${number(done)} of ${all} ${DONE[action]}`;
    const left = state === 'aborted' && total > handled ? ` ${number(total - handled)} were not handled.` : '';
    return `${head}.${not ? ` Not done: ${not}.` : ''}${left}`;
  }

  /** The list of what it takes, as it is now: the text says what the list shows. */
  #list(filter) {
    const { statuses, source, collection, message, worker, reason, start, end, newest } = filter;
    return html`<a href=${url('#/tasks', { status: statuses[0], source, collection, message, worker, reason, minutes: 'between', start, end, newest: newest || '' })}>${scope(filter)}</a>`;
  }

  #abort(operation) {
    this.act(() => post(`/bulk-operations/${operation.id}/abort`), 'Aborting: the current tasks finish first');
  }
}

customElements.define('millrace-bulk', BulkOperations);
