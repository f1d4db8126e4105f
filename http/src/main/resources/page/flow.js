// Flow: every pool as a picture of its channels.
import { html, nothing } from 'lit';
import { get } from './api.js';
import { View } from './view.js';
import { emptyState } from './parts.js';
import './pool.js';
import './pool-edit.js';

class Flow extends View {
  static properties = { ...View.properties, editing: { state: true } };

  constructor() {
    super();
    this.editing = '';
  }

  /** All pools are read, whichever are shown. */
  subject() {
    return '';
  }

  async fetch() {
    return (await get('/flow-control/pools')).pools;
  }

  show(pools) {
    const wanted = this.route.rest[0];
    const shown = wanted ? pools.filter((pool) => pool.pool === wanted) : pools;
    return html`
      <div class="bar"><h1>${wanted ? html`<a class="dim" href="#/flow">Flow</a> / ${wanted}` : 'Flow'}</h1>${this.mayChange && !wanted ? html`<div class="buttons"><a class="button" href="#/admin/pools/+">New pool</a></div>` : nothing}</div>
      ${shown.length ? nothing : emptyState('Not found', 'Create one: PUT /flow-control/pools/{name} with its config.')}
      ${shown.map((pool) => html`
        <millrace-pool .pool=${pool} .mayChange=${this.mayChange} @changed=${() => this.refetch()} @edit=${() => (this.editing = this.editing === pool.pool ? '' : pool.pool)}></millrace-pool>
        ${this.editing === pool.pool && this.mayChange
          ? html`<millrace-pool-edit .pool=${pool.pool} .config=${pool.config} @close=${() => (this.editing = '')} @changed=${() => { this.editing = ''; this.refetch(); }}></millrace-pool-edit>`
          : nothing}`)}`;
  }
}

customElements.define('millrace-flow', Flow);
