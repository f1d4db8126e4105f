// Sources and user-sites: find one, and see how it stands.
import { html, nothing } from 'lit';
import { get, orWhyNot, url } from './api.js';
import { View } from './view.js';
import { replaceAddress } from './address.js';
import { emptyState, newRows } from './parts.js';
import { enable, refreshNow } from './refresh-actions.js';
import { dataAge, nextRun, standing, stateBadges } from './refresh-words.js';
import { words } from './words.js';
import './complete.js';
import './saved-views.js';

const KINDS = [['user-site', 'User-sites'], ['collection', 'Sources'], ['disabled', 'Disabled']];
const STATUSES = ['CONNECTED', 'STEP_NEEDED', 'DISCONNECTED'];
const NONE = {
  'user-site': ['No user-sites match', 'Clear the search, or import some: POST /import, see docs/examples/directory.ndjson.'],
  collection: ['No sources match', html`Sources are one YAML document: <a href="#/admin/sources">edit it</a>, or PUT /sources, see docs/examples/sources.yaml.`],
  disabled: ['Nothing is disabled', 'Collections and user-sites that fail for good are disabled until somebody saves them. They appear here.'],
};

class Refreshes extends View {
  #timer = null;

  get #filter() {
    const query = this.route.query;
    return Object.fromEntries(['kind', 'search', 'site', 'user', 'status', 'after'].map((name) => [name, query.get(name) ?? '']));
  }

  fetch() {
    return orWhyNot(get('/refreshes', { ...this.#filter, kind: this.#filter.kind || 'user-site', limit: 50 }), { refreshes: [] });
  }

  get lists() {
    return { refreshes: ({ source, collection }) => `${source}/${collection}` };
  }

  #to(change) {
    return url('#/sources', { ...this.#filter, after: '', ...change });
  }

  #go(change) {
    location.hash = this.#to(change);
  }

  #typed(name, event) {
    const value = event.target.value.trim();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.isConnected && replaceAddress(this.#to({ [name]: value })), 200);
  }

  show({ refreshes, after, whyNot }) {
    const filter = this.#filter;
    const kind = filter.kind || 'user-site';
    return html`
      <div class="bar">
        <h1>Sources</h1>
        <div class="tabs" role="group" aria-label="What is listed">
          ${KINDS.map(([name, title]) => html`<button class="tab" aria-pressed=${kind === name} @click=${() => this.#go({ kind: name, search: '', site: '', user: '', status: '' })}>${title}</button>`)}
        </div>
        ${kind === 'disabled' ? nothing : html`<input type="search" placeholder=${kind === 'collection' ? 'Search' : 'First letters of its id'} aria-label="Search" .value=${filter.search} @input=${(event) => this.#typed('search', event)}>`}
        ${kind === 'user-site' ? this.#narrow(filter) : nothing}
        <div class="tools"><millrace-saved-views of="sources"></millrace-saved-views></div>
      </div>
      <div data-holds>${refreshes.length ? this.#table(refreshes) : emptyState(NONE[kind][0], whyNot || NONE[kind][1])} ${newRows(this, 'row')}</div>
      <div class="pages">
        ${filter.after ? html`<button class="plain" @click=${() => history.back()}>← Back</button>` : nothing}
        ${after ? html`<button class="plain" @click=${() => this.#go({ after })}>More →</button>` : nothing}
      </div>`;
  }

  #narrow(filter) {
    return html`
      ${[['site', 'Site'], ['user', 'User']].map(([name, label]) => html`<millrace-complete of=${name} .label=${label} .value=${filter[name]} @chosen=${({ detail }) => detail !== filter[name] && replaceAddress(this.#to({ [name]: detail }))}></millrace-complete>`)}
      <select aria-label="Connection" @change=${(event) => this.#go({ status: event.target.value })}>
        <option value="">Any connection</option>
        ${STATUSES.map((status) => html`<option value=${status} ?selected=${filter.status === status}>${words(status.toLowerCase())}</option>`)}
      </select>`;
  }

  /** What is open needs nothing; what is disabled is enabled first. */
  #action(row) {
    if (row.state === 'queued' || row.state === 'running') return nothing;
    const [word, work, done] = row.state === 'disabled' ? ['Re-enable', enable, 'It is enabled again'] : ['Refresh', refreshNow, 'It is queued'];
    return html`<button class="row" aria-label=${`${word} ${row.source} / ${row.collection}`} @click=${() => this.act(() => work(row), done)}>${word}</button>`;
  }

  #table(rows) {
    return html`<table class="list" aria-label="What is refreshed, and how it stands">
      <thead><tr><th>State</th><th>Source</th><th>Name</th><th class="wide">How it stands</th><th>Next</th>${this.mayChange ? html`<th><span class="hidden">Actions</span></th>` : nothing}</tr></thead>
      <tbody>${rows.map((row) => html`<tr>
        <td class="wraps">${stateBadges({ ...row, last: row.last_task?.status })}</td>
        <td class="dim">${row.source}</td>
        <td><a href="#/refresh/${encodeURIComponent(row.source)}/${encodeURIComponent(row.collection)}?kind=${row.kind}">${row.collection}</a></td>
        <td class="wide">${standing(row)}${row.data ? html`<div class="message">${dataAge(row.data)}</div>` : nothing}</td>
        <td class="wraps" data-label="next">${row.state === 'disabled' ? html`<span class="dim">nothing</span>` : nextRun(row)}</td>
        ${this.mayChange ? html`<td>${this.#action(row)}</td>` : nothing}
      </tr>`)}</tbody>
    </table>`;
  }
}

customElements.define('millrace-refreshes', Refreshes);
