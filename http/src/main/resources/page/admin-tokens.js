// Access tokens: who has one, as what, and bound to what. The text of a new one is shown once.
import { html, nothing } from 'lit';
import { replaceAddress } from './address.js';
import { get, post, request, url } from './api.js';
import { AdminView, NEW, part } from './admin-view.js';
import { ask, emptyState } from './parts.js';
import { time } from './words.js';
import './admin-form.js';

const isWorker = ({ role }) => role === 'worker';
const FIELDS = [
  { name: 'name', label: 'Name', required: true, help: 'The person or program that uses this token. Every change it makes is logged under this name.' },
  { name: 'role', label: 'Role', kind: 'select', required: true, initial: 'viewer', options: [['viewer', 'viewer: reads everything'], ['operator', 'operator: does everything but this'], ['admin', 'admin: does everything'], ['worker', 'worker: claims and reports']] },
  { name: 'expires_at', label: 'Expires', kind: 'time' },
  { name: 'queues', label: 'Queues', kind: 'list', when: isWorker, help: 'Queues it may claim tasks from, separated by commas. Empty = all.' },
  { name: 'pools', label: 'Pools', kind: 'list', when: isWorker, help: 'Pools it may claim from, separated by commas. Empty = all.' },
  { name: 'worker_prefix', label: 'Worker ids begin with', when: isWorker },
  { name: 'projects', label: 'Projects', kind: 'list', when: isWorker, help: 'Projects whose secrets it may receive, separated by commas. Empty = none.' },
];

class AdminTokens extends AdminView {
  static properties = { ...AdminView.properties, made: { state: true }, copied: { state: true } };

  constructor() {
    super();
    this.made = null;
    this.copied = false;
  }

  get #isNew() {
    return this.route.rest[1] === NEW;
  }

  get followsChanges() {
    return !this.#isNew;
  }

  fetch() {
    return this.#isNew ? {} : get('/tokens', { limit: 100, after: this.route.query.get('after') ?? '' });
  }

  show(data) {
    return data.tokens ? this.#list(data) : this.#new();
  }

  #list({ tokens: all, after }) {
    const search = (this.route.query.get('search') ?? '').toLowerCase();
    const tokens = all.filter(({ name, role }) => `${name} ${role}`.toLowerCase().includes(search));
    return html`
      <div class="bar">${this.heading('Access tokens')}
        <input type="search" placeholder="Name or role" aria-label="Search" .value=${search} @input=${({ target }) => replaceAddress(url('#/admin/tokens', { search: target.value.trim() }))}>
        <div class="buttons"><a class="button" href="#/admin/tokens/${NEW}">New token</a></div>
      </div>
      ${tokens.length ? html`<table class="list" aria-label="Access tokens">
        <thead><tr><th>Name</th><th>Role</th><th class="wide">Bound to</th><th>Created</th><th>Last used</th><th>Expires</th><th><span class="hidden">Actions</span></th></tr></thead>
        <tbody>${tokens.map((one) => html`<tr data-token=${one.id}>
          <td>${one.name}</td><td>${one.role}</td>
          <td class="wide dim">${this.#bounds(one)}</td>
          <td data-label="created">${time(one.created_at)} ${one.created_by ? html`<span class="dim">by ${one.created_by}</span>` : nothing}</td>
          <td data-label="last used">${one.last_used_at ? time(one.last_used_at) : html`<span class="dim">never</span>`}</td>
          <td data-label="expires">${one.expires_at ? time(one.expires_at) : html`<span class="dim">never</span>`}</td>
          <td>${one.kept_in ? html`<span class="tag" title="A node is given this token at its start">kept in ${one.kept_in}</span>` : html`<button class="danger" aria-label="Revoke ${one.name}…" @click=${() => this.#revoke(one)}>Revoke…</button>`}</td>
        </tr>`)}</tbody>
      </table>` : emptyState('No tokens match', 'Clear the search.')}
      ${this.pages({ after: this.route.query.get('after') ?? '' }, after, (change) => url('#/admin/tokens', change))}`;
  }

  #bounds({ role, queues, pools, worker_prefix: prefix, projects }) {
    if (role !== 'worker') return nothing;
    const some = (names) => names?.length && names[0] !== '*';
    const said = [some(queues) && `queues ${queues.join(', ')}`, some(pools) && `pools ${pools.join(', ')}`, prefix && `ids ${prefix}…`, projects?.length && `secrets of ${projects.join(', ')}`].filter(Boolean);
    return said.length ? said.join('; ') : 'nothing: it may claim everything, without secrets';
  }

  #new() {
    return html`<div class="bar">${this.heading('Access tokens', 'tokens', 'new')}</div>
      <section class="card">${this.made ? this.#once() : html`<millrace-admin-form .fields=${FIELDS} .draft=${'millrace-draft-admin-tokens'} .action=${'Create the token'} .send=${(values) => post('/tokens', values)}
        @saved=${({ detail }) => (this.made = detail)} @leave=${() => (location.hash = '#/admin/tokens')}></millrace-admin-form>`}</section>`;
  }

  #once() {
    return html`<h2>The token of ${this.made.name}</h2>
      <p role="status">It is shown now, and never again. It is valid at once.</p>
      <p class="once"><input readonly aria-label="The token" .value=${this.made.token} @focus=${({ target }) => target.select()}><button class="primary" @click=${this.#copy}>${this.copied ? 'Copied' : 'Copy'}</button></p>
      <div class="buttons"><a class="button" href="#/admin/tokens">I have it</a></div>`;
  }

  /** Without TLS a browser has no clipboard for pages: the text is selected, to be copied by hand. */
  async #copy() {
    const field = this.querySelector('.once input');
    field.select();
    this.copied = await (navigator.clipboard?.writeText(this.made.token).then(() => true, () => false) ?? false);
  }

  async #revoke({ id, name }) {
    if (await ask({ title: `Revoke the token ${name}?`, text: 'Requests with this token are refused from now on. You cannot undo this.', action: 'Revoke it', danger: true })) this.act(() => request(`/tokens/${part(id)}`, { method: 'DELETE' }), `${name} is revoked`);
  }
}

customElements.define('millrace-admin-tokens', AdminTokens);
