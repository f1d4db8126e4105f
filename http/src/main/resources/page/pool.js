// A pool: its channels, reserved and shared, who uses them, who waits, and what each was granted against its share.
import { LitElement, html, nothing } from 'lit';
import { get, post } from './api.js';
import { ask, emptyState, meter } from './parts.js';
import { pausedSystems, removePool, systemAction } from './pool-actions.js';
import { duration, number, time } from './words.js';

const MOST_DRAWN = 400;

class Pool extends LitElement {
  static properties = { pool: { attribute: false }, mayChange: { attribute: false }, changes: { state: true } };

  constructor() {
    super();
    this.changes = null;
  }

  createRenderRoot() {
    return this;
  }

  render() {
    const { pool } = this;
    const { config } = pool;
    return html`<section class="card pool" data-pool=${pool.pool}>
      <div class="bar">
        <h2>${pool.pool} <small>${number(pool.running)} of ${number(config.maxConcurrency)} channels in use, ${number(pool.waiting)} tasks wait</small></h2>
        ${this.mayChange ? html`<div class="buttons">
          ${config.enabled ? html`<button @click=${this.#pause}>Pause…</button>` : html`<button class="primary" @click=${this.#resume}>Resume</button>`}
          <button @click=${() => this.dispatchEvent(new CustomEvent('edit'))}>Edit</button>
          ${pool.pool === 'default' ? nothing : html`<button class="danger" @click=${this.#remove}>Delete…</button>`}
        </div>` : nothing}
      </div>
      ${config.enabled ? nothing : html`<p class="banner warn inline">Paused by ${pool.changed_by} at ${time(pool.changed_at)}: ${pool.reason || 'no reason given'}. Running tasks continue; no new channels are granted.</p>`}
      ${pausedSystems(pool)} ${this.#channels(pool)} ${this.#systems(pool)}
      <details @toggle=${this.#history}><summary>Who changed it</summary>${this.#changed()}</details>
    </section>`;
  }

  /** One square for each channel: each system's reserved ones, then those that all share. */
  #channels({ config, systems }) {
    const shared = config.maxConcurrency - systems.reduce((sum, system) => sum + system.reservedChannels, 0);
    const beyond = systems.flatMap((system, place) => Array(Math.max(0, system.running - system.reservedChannels)).fill(place));
    const groups = systems
      .filter((system) => system.reservedChannels > 0)
      .map((system) => ({ name: system.systemName, of: systems.indexOf(system), size: system.reservedChannels, used: Array(Math.min(system.running, system.reservedChannels)).fill(systems.indexOf(system)) }));
    groups.push({ name: 'shared', of: -1, size: shared, used: beyond.slice(0, Math.max(0, shared)) });
    return html`<div class="channels" role="img" aria-label="${systems.map((system) => `${system.systemName} uses ${system.running}`).join(', ')} of ${config.maxConcurrency} channels">
      ${groups.filter((group) => group.size > 0).map((group) => html`<div class="group">
        <span class="label">${group.name === 'shared' ? 'shared' : `reserved for ${group.name}`} <b>${group.used.length}/${group.size}</b></span>
        <div class="squares">${Array.from({ length: Math.min(group.size, MOST_DRAWN) }, (_, i) => html`<i class=${group.used[i] === undefined ? 'free' : `used s${group.used[i] % 8}`} title=${group.used[i] === undefined ? 'free' : systems[group.used[i]].systemName}></i>`)}</div>
      </div>`)}
    </div>`;
  }

  /** What each got by the draw, against its probability; who has a reserve got more than that. */
  #systems({ systems, counted_since: since }) {
    const sum = (name) => systems.reduce((total, system) => total + system[name], 0);
    const granted = sum('granted');
    const drawn = sum('drawn');
    const percent = (n, of) => (of ? Math.round((100 * n) / of) : 0);
    return html`<table class="list" aria-label="Systems">
      <thead><tr><th>System</th><th class="number">Running</th><th class="number">Reserved</th><th class="number">Waiting</th><th>Oldest waits</th><th class="number">Granted</th><th class="wide">Share drawn, against the one configured</th>${this.mayChange ? html`<th><span class="hidden">Actions</span></th>` : nothing}</tr></thead>
      <tbody>${systems.map((system, place) => {
        const share = percent(system.drawn, drawn);
        return html`<tr data-system=${system.systemName}>
          <td><i class="key s${place % 8}" aria-hidden="true"></i>${system.systemName}</td>
          <td class="number" data-label="running">${number(system.running)}</td>
          <td class="number" data-label="reserved">${number(system.reservedChannels)}</td>
          <td class="number" data-label="waiting">${number(system.waiting)}</td>
          <td data-label="oldest waits">${system.waiting ? html`<span title=${system.oldest_since}>${system.oldest_seconds ? duration(system.oldest_seconds * 1000) : 'just now'}</span>` : html`<span class="dim">no task waits</span>`}</td>
          <td class="number" data-label="granted">${number(system.granted)} <span class="dim">${percent(system.granted, granted)} %</span></td>
          <td class="wide"><div class="share" title="Among the systems with waiting tasks, its probability would have given it ${number(system.expected)} of ${number(drawn)}">${meter(share, 100, `s${place % 8}`)}${meter(system.probability, 100, 'plan')}<span><b>${share} %</b> drawn, ${system.probability} % configured, ${percent(system.expected, drawn)} % expected</span></div></td>
          ${this.mayChange ? html`<td>${systemAction(this.pool, system.systemName, () => this.dispatchEvent(new CustomEvent('changed')))}</td>` : nothing}
        </tr>`;
      })}</tbody>
    </table>
    <p class="dim">Counted since ${time(since)}, for an hour at most. “Drawn” counts the channels beyond the reserve. “Expected” is the share by probability among the systems that had waiting tasks.</p>`;
  }

  async #history({ target }) {
    if (target.open) this.changes = (await get(`/flow-control/pools/${encodeURIComponent(this.pool.pool)}/changes`, { limit: 20 })).changes;
  }

  #changed() {
    if (!this.changes) return nothing;
    if (!this.changes.length) return emptyState('No changes yet: this is the initial config');
    return html`<ol class="timeline">${this.changes.map((change) => html`<li>${time(change.changed_at, true)} <b>${change.changed_by}</b>
      <span class="dim">${change.config ? `${change.config.enabled ? '' : 'paused, '}${change.config.maxConcurrency} channels, ${change.config.sourceSystems.map((system) => `${system.systemName} ${system.reservedChannels}/${system.probability} %`).join(', ')}` : 'removed'}</span>
      ${change.reason ? html`<div class="message">${change.reason}</div>` : nothing}</li>`)}</ol>`;
  }

  async #pause() {
    const reason = await ask({ title: `Pause the pool ${this.pool.pool}?`, text: 'It grants no new channels until you resume it. Running tasks continue. Everybody sees the reason.', input: 'Why', action: 'Pause it', danger: true });
    if (reason) this.#do('pause', { reason });
  }

  async #remove() {
    if (await removePool(this.pool)) this.dispatchEvent(new CustomEvent('changed'));
  }

  #resume() {
    this.#do('resume', {});
  }

  async #do(what, body) {
    try {
      await post(`/flow-control/pools/${encodeURIComponent(this.pool.pool)}/${what}`, body);
      this.dispatchEvent(new CustomEvent('changed'));
    } catch (problem) {
      dispatchEvent(new CustomEvent('said', { detail: { text: problem.message, wrong: true } }));
    }
  }
}

customElements.define('millrace-pool', Pool);
