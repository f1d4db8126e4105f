// Freshness: how old the data of clients and sites is against what is promised, down to the user-site.
import { html, nothing } from 'lit';
import { get, url } from './api.js';
import { View } from './view.js';
import { badge, emptyState, meter } from './parts.js';
import { ago, duration, number, time, words } from './words.js';

const KINDS = [['clients', 'Clients'], ['sites', 'Sites'], ['sources', 'Sources'], ['jobs', 'Jobs']];
const STATES = ['stale', 'at-risk', 'exempt', 'fresh'];
const SHOWN = { stale: 'FAILED', 'at-risk': 'SCHEDULED', fresh: 'SUCCESS', exempt: 'CANCELED' };
const COLUMNS = [
  ['stale', 'Stale', (row) => row.stale],
  ['at_risk', 'At risk', (row) => row.at_risk],
  ['fresh', 'Fresh', (row) => row.fresh],
  ['exempt', 'Exempt', (row) => row.exempt],
  ['used', 'Budget used', (row) => used(row.budget)],
  ['burn', 'Burn rate', (row) => row.budget.burn_rate ?? Infinity],
];

/** The part of the budget that is used: 1 is all of it. */
const used = ({ allowed_seconds: allowed, used_seconds: seconds }) => (allowed > 0 ? seconds / allowed : seconds > 0 ? 1 : 0);
const percent = (part) => `${(100 * part).toFixed(part < 0.1 ? 1 : 0)} %`;
const burn = ({ burn_rate: rate }) => (rate == null ? 'without a bound' : rate ? `${rate} ×` : '');

class Freshness extends View {
  get #asked() {
    const query = this.route.query;
    return Object.fromEntries(['kind', 'sort', 'name', 'state', 'after'].map((name) => [name, query.get(name) ?? '']));
  }

  async fetch() {
    const { kind, name, state, after } = this.#asked;
    if (!name) {
      const [verdict, { counts }] = await Promise.all([get('/freshness'), get(`/freshness/${kind || 'clients'}`, { limit: 1000 })]);
      return { verdict, counts };
    }
    const of = kind === 'clients' ? { client: name } : { source: name };
    return get('/freshness/objects', { ...of, state: state || 'stale', after, limit: 100 });
  }

  #go(change) {
    location.hash = url('#/freshness', { ...this.#asked, after: '', ...change });
  }

  show(data) {
    const { kind, name } = this.#asked;
    return html`
      <div class="bar">
        <h1>Freshness</h1>
        <div class="tabs" role="group" aria-label="What is listed">
          ${KINDS.map(([each, title]) => html`<button class="tab" aria-pressed=${(kind || 'clients') === each} @click=${() => this.#go({ kind: each, name: '', state: '' })}>${title}</button>`)}
        </div>
      </div>
      ${name ? this.#one(data) : this.#all(data)}`;
  }

  #all({ verdict, counts }) {
    if (!verdict || !counts) return nothing; // the view before is still shown
    const sort = this.#asked.sort || 'stale';
    const by = COLUMNS.find(([each]) => each === sort) ?? COLUMNS[0];
    const rows = [...counts].sort((a, b) => by[2](b) - by[2](a));
    return html`
      <section class="card"><h2>${verdict.sentence} <small>${number(verdict.fresh)} fresh, ${number(verdict.at_risk)} at risk, ${number(verdict.stale)} stale, ${number(verdict.exempt)} exempt</small></h2>
        ${rows.length
          ? html`<table class="list" aria-label="Freshness">
              <thead><tr><th>Name</th>${COLUMNS.map(([each, title]) => html`<th class="number" aria-sort=${each === sort ? 'descending' : 'none'}><button class="plain" @click=${() => this.#go({ sort: each })}>${title}</button></th>`)}</tr></thead>
              <tbody>${rows.map((row) => this.#row(row))}</tbody>
            </table>`
          : emptyState('Nothing is promised here', 'Give a client, a site, a user-site, a collection or a job fresh: {within: 6h, objective: 99%}. See docs/freshness.md.')}
      </section>`;
  }

  #row(row) {
    const kind = this.#asked.kind || 'clients';
    return html`<tr>
      <td><a href=${url('#/freshness', { kind, name: row.name, state: row.stale ? 'stale' : row.at_risk ? 'at-risk' : 'fresh' })}>${row.name}</a></td>
      <td class="number" data-label="stale">${row.stale ? badge('FAILED', number(row.stale)) : number(0)}</td>
      <td class="number" data-label="at risk">${row.at_risk ? badge('SCHEDULED', number(row.at_risk)) : number(0)}</td>
      <td class="number" data-label="fresh">${number(row.fresh)}</td>
      <td class="number" data-label="exempt">${number(row.exempt)}</td>
      <td class="number" data-label="budget used">${percent(used(row.budget))} ${meter(used(row.budget), 1, used(row.budget) > 1 ? 'bad' : '')}</td>
      <td class="number" data-label="burn rate">${burn(row.budget)}</td>
    </tr>`;
  }

  #one({ objects, after }) {
    if (!objects) return nothing; // the view before is still shown
    const { name, state } = this.#asked;
    return html`
      <section class="card"><h2>${name}</h2>
        <div class="tabs" role="group" aria-label="State">
          ${STATES.map((each) => html`<button class="tab" aria-pressed=${(state || 'stale') === each} @click=${() => this.#go({ state: each })}>${words(each)}</button>`)}
        </div>
        ${objects.length
          ? html`<table class="list" aria-label="What is promised, and how it stands">
              <thead><tr><th>State</th><th>Source</th><th>Name</th><th>Age</th><th>Promise</th><th class="wide">Since</th><th class="number">Budget used</th></tr></thead>
              <tbody>${objects.map((row) => html`<tr>
                <td>${badge(SHOWN[row.state], words(row.state))}</td>
                <td class="dim">${row.source}</td>
                <td>${row.kind === 'job' ? row.collection : html`<a href="#/refresh/${encodeURIComponent(row.source)}/${encodeURIComponent(row.collection)}?kind=${row.kind}">${row.collection}</a>`}</td>
                <td data-label="age">${row.last_success ? ago(row.last_success) : 'no success yet'}</td>
                <td data-label="promise">${row.promise.within} <span class="dim">${row.promise.objective}, by the ${words(row.promised_by)}</span></td>
                <td class="wide">${row.exemption ? words(row.exemption) : time(row.since)}</td>
                <td class="number" data-label="budget used" title="${duration(row.budget.used_seconds * 1000)} of ${duration(row.budget.allowed_seconds * 1000)}">${percent(used(row.budget))}</td>
              </tr>`)}</tbody>
            </table>`
          : emptyState(`Nothing is ${words(state || 'stale')} here`)}
        <div class="pages">${after ? html`<button class="plain" @click=${() => this.#go({ after })}>More →</button>` : nothing}</div>
      </section>`;
  }
}

customElements.define('millrace-freshness', Freshness);
