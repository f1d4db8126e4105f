// Webhooks: who is told of what, whether it answers, and what it was told lately.
import { html, nothing } from 'lit';
import { replaceAddress } from './address.js';
import { get, post } from './api.js';
import { AdminView, NEW, change, part, read, refuseExisting } from './admin-view.js';
import { ask, badge, emptyState, field } from './parts.js';
import { duration, number, time, words } from './words.js';
import './admin-form.js';

const KINDS = ['status-changed', 'connection-status-changed', 'disabled', 'give-up-warning', 'minutes-missed', 'fires-missed', 'pool-paused'];
const LOOKED_AT = 200;

const fields = (isNew) => [
  { name: 'name', label: 'Name', required: true, isName: true, fixed: !isNew, help: 'Letters, digits, “.”, “-”, “_”. It never changes.' },
  { name: 'url', label: 'Address', required: true, placeholder: 'https://ops.example/millrace', help: 'Only open addresses. List an address of this machine in millrace.outbound.allow.' },
  { name: 'secret', label: 'Secret', kind: 'secret', required: isNew, help: isNew ? 'Signs each request: at least 16 characters. It is never shown again.' : 'Signs each request. Leave it empty to keep the one that is stored.' },
  { name: 'kinds', label: 'Notifications it receives', kind: 'checks', options: KINDS, initial: KINDS },
];

class AdminWebhooks extends AdminView {
  static properties = { ...AdminView.properties, tests: { state: true } };

  #version = '';

  constructor() {
    super();
    this.tests = {};
  }

  get #key() {
    return this.route.rest[1] ?? '';
  }

  get followsChanges() {
    return this.#key === '';
  }

  async fetch() {
    if (this.#key === NEW) return { webhook: {} };
    if (!this.#key) return get('/webhooks');
    const [{ value, version }, { notifications }] = await Promise.all([read(`/webhooks/${part(this.#key)}`), get('/notifications', { limit: LOOKED_AT })]);
    this.#version = version;
    const told = notifications.map((one) => ({ ...one, delivery: one.deliveries.find(({ webhook }) => webhook === this.#key) })).filter(({ delivery }) => delivery);
    return { webhook: { ...value, url: value.url === '***' ? '' : value.url }, told, among: notifications.length };
  }

  show(data) {
    return data.webhooks ? this.#list(data.webhooks) : this.#one(data);
  }

  #list(all) {
    const search = (this.route.query.get('search') ?? '').toLowerCase();
    const webhooks = all.filter(({ name }) => name.toLowerCase().includes(search));
    return html`
      <div class="bar">${this.heading('Webhooks')}
        <input type="search" placeholder="Name" aria-label="Search" .value=${search} @input=${({ target }) => replaceAddress(`#/admin/webhooks?search=${part(target.value.trim())}`)}>
        ${this.mayChange ? html`<div class="buttons"><a class="button" href="#/admin/webhooks/${NEW}">New webhook</a></div>` : nothing}
      </div>
      <p class="dim">What happened is posted to each webhook that wants it, signed, until it accepts it.</p>
      ${webhooks.length ? html`<table class="list" aria-label="Webhooks">
        <thead><tr><th>Name</th><th class="wide">Address</th><th>Receives</th><th>Saved</th><th><span class="hidden">Actions</span></th></tr></thead>
        <tbody>${webhooks.map((one) => html`<tr data-webhook=${one.name}>
          <td><a href="#/admin/webhooks/${part(one.name)}">${one.name}</a></td>
          <td class="wide"><code>${one.url}</code>${this.#tested(one.name)}</td>
          <td data-label="receives">${one.kinds.length === KINDS.length ? 'everything' : `${one.kinds.length} of ${KINDS.length} kinds`}</td>
          <td class="dim">${one.kept_in ? 'in the settings' : html`${time(one.saved_at)} by ${one.saved_by}`}</td>
          <td>${this.#testButton(one.name)}</td>
        </tr>`)}</tbody>
      </table>` : emptyState(search ? 'No webhooks match' : 'There are no webhooks yet', this.mayChange && !search ? 'Create one with “New webhook”. GET /notifications lists notifications even without a webhook.' : '')}`;
  }

  #testButton(name) {
    return this.mayChange ? html`<button aria-label="Test ${name}" ?disabled=${this.tests[name] === 'runs'} @click=${() => this.#test(name)}>Test</button>` : nothing;
  }

  async #test(name) {
    this.tests = { ...this.tests, [name]: 'runs' };
    const answer = await this.act(() => post(`/webhooks/${part(name)}/test`), '');
    this.tests = { ...this.tests, [name]: answer };
  }

  /** What came of the last test. */
  #tested(name) {
    const test = this.tests[name];
    if (!test) return nothing;
    if (test === 'runs') return html`<div class="test" role="status">The test runs…</div>`;
    return html`<div class="test ${test.delivered ? '' : 'wrong'}" role="status">${test.delivered ? `It accepted the test (HTTP ${test.status})` : `It did not accept the test: ${test.error}`}, after ${duration(test.seconds * 1000)}</div>`;
  }

  #one({ webhook, told, among }) {
    const isNew = this.#key === NEW;
    const own = !webhook.kept_in;
    return html`
      <div class="bar">${this.heading('Webhooks', 'webhooks', isNew ? 'new' : this.#key)}
        ${isNew ? nothing : html`<div class="buttons">${this.#testButton(this.#key)}${this.mayChange && own ? html`<button class="danger" @click=${() => this.#delete()}>Delete…</button>` : nothing}</div>`}
      </div>
      ${this.#tested(this.#key)}
      ${own ? nothing : html`<p class="banner inline">It is one of the settings of this node: change it in millrace.webhooks.</p>`}
      ${this.mayChange && own ? html`<section class="card"><millrace-admin-form .fields=${fields(isNew)} .values=${webhook} .draft=${`millrace-draft-admin-webhooks-${this.#key}`} .action=${isNew ? 'Create the webhook' : 'Save'}
        .send=${(values, anyway) => this.#save(values, anyway)} @again=${() => this.#again()} @saved=${() => this.#leave('The webhook is saved')} @leave=${() => this.#leave()}></millrace-admin-form></section>`
        : html`<dl class="card facts">${field('Address', webhook.url || '***')}${field('Receives', webhook.kinds.join(', '))}</dl>`}
      ${isNew ? nothing : this.#told(told, among)}`;
  }

  #told(told, among) {
    return html`<section class="card"><h2>What it was told <small>among the last ${number(among)} notifications</small></h2>
      ${told.length ? html`<table class="list" aria-label="Deliveries">
        <thead><tr><th>State</th><th>Kind</th><th>Of</th><th>Happened</th><th class="wide">Delivery</th></tr></thead>
        <tbody>${told.slice(0, 50).map(({ kind, subject, at, delivery }) => html`<tr>
          <td>${delivery.delivered_at ? badge('SUCCESS', 'delivered') : delivery.next_at ? badge('SCHEDULED', 'tried again') : badge('FAILED', 'given up')}</td>
          <td>${words(kind)}</td><td>${subject}</td><td>${time(at, true)}</td>
          <td class="wide">${number(delivery.attempts)} ${delivery.attempts === 1 ? 'attempt' : 'attempts'}${delivery.error ? html`: ${delivery.error}` : nothing}${delivery.delivered_at ? html`, accepted ${time(delivery.delivered_at, true)}` : delivery.next_at ? html`, again ${time(delivery.next_at, true)}` : nothing}</td>
        </tr>`)}</tbody></table>` : emptyState('Nothing yet', 'Send a test to see whether it answers.')}
    </section>`;
  }

  #again() {
    this.data = null;
    this.refetch();
  }

  #leave(said) {
    this.say(said);
    location.hash = '#/admin/webhooks';
  }

  async #save({ name, ...json }, anyway) {
    const path = `/webhooks/${part(name)}`;
    if (json.kinds.length === KINDS.length) delete json.kinds;
    if (this.#key !== NEW) return change('PUT', path, { json, version: anyway ? '' : this.#version });
    const { webhooks } = await get('/webhooks');
    refuseExisting('name', name, webhooks.some((one) => one.name === name));
    return change('PUT', path, { json });
  }

  async #delete() {
    if (!(await ask({ title: `Delete the webhook ${this.#key}?`, text: 'Its waiting notifications are not sent, and its secret is deleted.', action: 'Delete it', danger: true }))) return;
    const gone = await this.act(() => change('DELETE', `/webhooks/${part(this.#key)}`, { version: this.#version }).then(() => true), '');
    if (gone) this.#leave(`The webhook ${this.#key} is deleted`);
  }
}

customElements.define('millrace-admin-webhooks', AdminWebhooks);
