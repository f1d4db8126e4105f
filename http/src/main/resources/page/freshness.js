// Freshness: how old the data of clients and sites is against what is promised, down to the user-site.
import { html, nothing } from 'lit';
import { get, url } from './api.js';
import { View } from './view.js';
import { badge, emptyState, meter } from './parts.js';
import { ago, duration, number, time, words } from './words.js';

const KINDS = [['clients', 'Clients'], ['sites', 'Sites'], ['sources', 'Sources'], ['jobs', 'Jobs']];
const STATES = ['stale', 'at-risk', 'exempt', 'fresh'];
const SHOWN = { stale: 'FAILED', 'at-risk': 'SCHEDULED', fresh: 'SUCCESS', exempt: 'CANCELED' };
const COLUMNS = [['age', 'Age, of the promise'], ['stale', 'Stale'], ['at-risk', 'At risk'], ['fresh', 'Fresh'], ['exempt', 'Exempt'], ['budget', 'Budget used'], ['burn', 'Burn rate']];
const LIMIT = 100;

/** The part of the budget that is used: 1 is all of it. */
const used = ({ allowed_seconds: allowed, used_seconds: seconds }) => (allowed > 0 ? seconds / allowed : seconds > 0 ? 1 : 0);
const percent = (part) => `${(100 * part).toFixed(part < 0.1 ? 1 : 0)} %`;
const burn = ({ burn_rate: rate }) => (rate == null ? 'without a bound' : rate ? `${rate} ×` : '');

class Freshness extends View {
  get #asked() {
    const query = this.route.query;
    return Object.fromEntries(['kind', 'sort', 'order', 'name', 'state', 'after'].map((name) => [name, query.get(name) ?? '']));
  }

  async fetch() {
    const { kind, sort, order, name, state, after } = this.#asked;
    if (!name) {
      const [verdict, page] = await Promise.all([get('/freshness'), get(`/freshness/${kind || 'clients'}`, { sort, order, after, limit: LIMIT })]);
      return { verdict, ...page };
    }
    const of = (kind || 'clients') === 'clients' ? { client: name } : { source: name };
    return get('/freshness/objects', { ...of, state: state || 'stale', sort, order, after, limit: LIMIT });
  }

  #go(change) {
    location.hash = this.#only(change);
  }

  #only(change) {
    return url('#/freshness', { ...this.#asked, after: '', ...change });
  }

  /** The heading of a column sorts by it, and once more the other way round. The node sorts. */
  #heading(name, title, usual, current, kind = 'number') {
    const chosen = current === name;
    const order = this.#asked.order || usual;
    const other = order === 'ascending' ? 'descending' : 'ascending';
    const next = chosen ? other : usual;
    return html`<th class=${kind} aria-sort=${chosen ? order : 'none'}><a class="sort" href=${this.#only({ sort: name, order: next === usual ? '' : next })} title="Sort, ${next}">${title}${chosen ? (order === 'ascending' ? ' ▲' : ' ▼') : ''}</a></th>`;
  }

  show(data) {
    const { kind, name } = this.#asked;
    return html`
      <div class="bar">
        <h1>Freshness</h1>
        <div class="tabs" role="group" aria-label="What is listed">
          ${KINDS.map(([each, title]) => html`<button class="tab" aria-pressed=${(kind || 'clients') === each} @click=${() => this.#go({ kind: each, name: '', state: '', sort: '', order: '' })}>${title}</button>`)}
        </div>
        ${name ? nothing : this.#sorting()}
      </div>
      ${name ? this.#one(data) : this.#all(data)}`;
  }

  /** On a phone a list has no headings. */
  #sorting() {
    const sort = this.#asked.sort || 'stale';
    return html`<select class="narrow" aria-label="Sort by" @change=${({ target }) => this.#go({ sort: target.value, order: '' })}>
      ${[['name', 'Name'], ...COLUMNS].map(([each, title]) => html`<option value=${each} ?selected=${sort === each}>${title}</option>`)}
    </select>`;
  }

  #all({ verdict, counts, after }) {
    if (!verdict || !counts) return nothing; // the view before is still shown
    const sort = this.#asked.sort || 'stale';
    return html`
      <section class="card"><h2><span data-is="verdict">${verdict.sentence}</span> <small>${number(verdict.fresh)} fresh, ${number(verdict.at_risk)} at risk, ${number(verdict.stale)} stale, ${number(verdict.exempt)} exempt</small></h2>
        ${counts.length
          ? html`<table class="list" aria-label="Freshness">
              <thead><tr>${this.#heading('name', 'Name', 'ascending', sort, '')}${COLUMNS.map(([each, title]) => this.#heading(each, title, 'descending', sort))}</tr></thead>
              <tbody>${counts.map((row) => this.#row(row))}</tbody>
            </table>`
          : emptyState('Nothing is promised here', 'Give a client, a site, a user-site, a collection or a job fresh: {within: 6h, objective: 99%}. See docs/freshness.md.')}
        ${this.#pages(after)}
      </section>`;
  }

  #pages(after) {
    return html`<div class="pages">
      ${this.#asked.after ? html`<button class="plain" @click=${() => history.back()}>← Back</button>` : nothing}
      ${after ? html`<a class="button plain" href=${this.#only({ after })}>More →</a>` : nothing}
    </div>`;
  }

  /** How old the oldest data is, against what is promised of it. */
  #age({ stale, oldest }) {
    if (!oldest) return stale ? html`<span class="dim">just now</span>` : html`<span class="dim">within</span>`;
    const { age_seconds: age, within_seconds: within } = oldest;
    return html`<span class=${age > within ? 'late' : ''}>${duration(age * 1000)}</span> <span class="dim">of ${duration(within * 1000)}</span>`;
  }

  /** A number leads to what it counts. */
  #state(row, state, n, shown) {
    const kind = this.#asked.kind || 'clients';
    return html`<td class="number" data-label=${words(state)}>${n ? html`<a href=${url('#/freshness', { kind, name: row.name, state })}>${shown ?? number(n)}</a>` : number(0)}</td>`;
  }

  #row(row) {
    const kind = this.#asked.kind || 'clients';
    return html`<tr data-name=${row.name}>
      <td><a href=${url('#/freshness', { kind, name: row.name, state: row.stale ? 'stale' : row.at_risk ? 'at-risk' : row.fresh ? 'fresh' : 'exempt' })}>${row.name}</a></td>
      <td class="number" data-label="age">${this.#age(row)}</td>
      ${this.#state(row, 'stale', row.stale, badge('FAILED', number(row.stale)))}
      ${this.#state(row, 'at-risk', row.at_risk, badge('SCHEDULED', number(row.at_risk)))}
      ${this.#state(row, 'fresh', row.fresh)}
      ${this.#state(row, 'exempt', row.exempt)}
      <td class="number" data-label="budget used">${percent(used(row.budget))} ${meter(used(row.budget), 1, used(row.budget) > 1 ? 'bad' : '')}</td>
      <td class="number" data-label="burn rate">${burn(row.budget)}</td>
    </tr>`;
  }

  #one({ objects, after }) {
    if (!objects) return nothing; // the view before is still shown
    const { name } = this.#asked;
    const state = this.#asked.state || 'stale';
    const late = state === 'stale' || state === 'at-risk';
    const sort = late ? this.#asked.sort || 'age' : 'name';
    return html`
      <section class="card"><h2><a class="dim" href=${this.#only({ name: '', state: '', sort: '', order: '' })}>${KINDS.find(([each]) => each === (this.#asked.kind || 'clients'))[1]}</a> / ${name}</h2>
        <div class="tabs" role="group" aria-label="State">
          ${STATES.map((each) => html`<button class="tab" aria-pressed=${state === each} @click=${() => this.#go({ state: each, sort: '', order: '' })}>${words(each)}</button>`)}
        </div>
        ${objects.length
          ? html`<table class="list" aria-label="What is promised, and how it stands">
              <thead><tr><th>State</th><th>Source</th>${this.#heading('name', 'Name', 'ascending', sort, '')}${late ? this.#heading('age', 'Age', 'descending', sort, '') : html`<th>Age</th>`}<th>Promise</th><th class="wide">Since</th><th class="number">Budget used</th></tr></thead>
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
          : emptyState(`Nothing is ${words(state)} here`)}
        ${this.#pages(after)}
      </section>`;
  }
}

customElements.define('millrace-freshness', Freshness);
