// Pools: make one, see how each stands, delete it. Its config and its systems are on the page of the pool.
import { html, nothing } from 'lit';
import { replaceAddress } from './address.js';
import { get } from './api.js';
import { AdminView, NEW, change, part, refuseExisting } from './admin-view.js';
import { removePool } from './pool-actions.js';
import { emptyState } from './parts.js';
import { number } from './words.js';
import './admin-form.js';

const FIELDS = [
  { name: 'pool', label: 'Name', required: true, isName: true, help: 'Letters, digits, “.”, “-”, “_”. Sources, sites and steps name it.' },
  { name: 'maxConcurrency', label: 'Channels', kind: 'number', required: true, initial: 8, help: 'How many of its tasks may run at the same time.' },
];

class AdminPools extends AdminView {
  get #isNew() {
    return this.route.rest[1] === NEW;
  }

  get followsChanges() {
    return !this.#isNew;
  }

  async fetch() {
    return this.#isNew ? [] : (await get('/flow-control/pools')).pools;
  }

  show(pools) {
    return this.#isNew ? this.#new() : this.#list(pools);
  }

  #list(all) {
    const search = (this.route.query.get('search') ?? '').toLowerCase();
    const pools = all.filter(({ pool }) => pool.toLowerCase().includes(search));
    return html`
      <div class="bar">${this.heading('Pools')}
        <input type="search" placeholder="Name" aria-label="Search" .value=${search} @input=${({ target }) => replaceAddress(`#/admin/pools?search=${part(target.value.trim())}`)}>
        ${this.mayChange ? html`<div class="buttons"><a class="button" href="#/admin/pools/${NEW}">New pool</a></div>` : nothing}
      </div>
      <p class="dim">A pool has channels, and a task runs only while it holds one. Config and pauses are on the page of each pool.</p>
      ${pools.length ? html`<table class="list" aria-label="Pools">
        <thead><tr><th>Pool</th><th>State</th><th class="number">Channels</th><th class="number">In use</th><th class="number">Waiting</th><th class="wide">Systems</th><th><span class="hidden">Actions</span></th></tr></thead>
        <tbody>${pools.map((pool) => html`<tr data-pool=${pool.pool}>
          <td><a href="#/flow/${part(pool.pool)}">${pool.pool}</a></td>
          <td>${pool.config.enabled ? html`<span class="badge good"><i aria-hidden="true"></i>open</span>` : html`<span class="badge warn"><i aria-hidden="true"></i>paused</span>`}</td>
          <td class="number" data-label="channels">${number(pool.config.maxConcurrency)}</td>
          <td class="number" data-label="in use">${number(pool.running)}</td>
          <td class="number" data-label="waiting">${number(pool.waiting)}</td>
          <td class="wide">${pool.config.sourceSystems.map((system, i) => html`${i ? ', ' : ''}${system.systemName}${system.paused ? html` <span class="tag" title=${system.paused}>paused</span>` : nothing}`)}</td>
          <td>${this.mayChange && pool.pool !== 'default' ? html`<button class="danger" aria-label="Delete the pool ${pool.pool}…" @click=${() => this.#remove(pool)}>Delete…</button>` : nothing}</td>
        </tr>`)}</tbody>
      </table>` : emptyState('No pools match', 'Clear the search.')}`;
  }

  async #remove(pool) {
    if (await removePool(pool)) this.refetch();
  }

  #new() {
    return html`<div class="bar">${this.heading('Pools', 'pools', 'new')}</div>
      ${this.mayChange ? html`<section class="card"><millrace-admin-form .fields=${FIELDS} .draft=${'millrace-draft-admin-pools'} .action=${'Create the pool'} .send=${(values) => this.#make(values)}
        @leave=${() => (location.hash = '#/admin/pools')} @saved=${({ detail }) => this.#made(detail)}></millrace-admin-form></section>` : nothing}`;
  }

  async #make({ pool, maxConcurrency }) {
    const { pools } = await get('/flow-control/pools');
    refuseExisting('pool', pool, pools.some((one) => one.pool === pool));
    return change('PUT', `/flow-control/pools/${part(pool)}`, { json: { maxConcurrency, sourceSystems: [{ systemName: 'DEFAULT', reservedChannels: 0, probability: 100 }] } });
  }

  #made({ pool }) {
    this.say('The pool is created: add systems with “Edit”');
    location.hash = `#/flow/${part(pool)}`;
  }
}

customElements.define('millrace-admin-pools', AdminPools);
