// Sites, clients, users and user-sites: find one, make it, change it, delete it.
import { html, nothing } from 'lit';
import { replaceAddress } from './address.js';
import { get, orWhyNot, url } from './api.js';
import { AdminView, NEW, change, part, read, refuseExisting } from './admin-view.js';
import { KINDS } from './admin-kinds.js';
import { toTexts } from './admin-fields.js';
import { ask, emptyState, field } from './parts.js';
import './admin-form.js';

const LIMIT = 50;
const FLAGS = 'Flags';

class AdminEntries extends AdminView {
  static properties = { ...AdminView.properties, section: {}, version: { state: true } };

  #timer = null;

  constructor() {
    super();
    this.section = '';
    this.version = '';
  }

  get #kind() {
    return KINDS[this.section];
  }

  /** The field of a list that has the entries. */
  get #plural() {
    return this.#kind.path.slice(1).replace('-', '_');
  }

  get #key() {
    return this.route.rest[1] ?? '';
  }

  get followsChanges() {
    return this.#key === '';
  }

  get #filter() {
    const names = ['search', ...(this.#kind.filters ?? []).map(([name]) => name), 'after'];
    return Object.fromEntries(names.map((name) => [name, this.route.query.get(name) ?? '']));
  }

  async fetch() {
    if (this.#key === NEW) return { entry: {} };
    if (this.#key) {
      const { value, version } = await read(`${this.#kind.path}/${part(this.#key)}`);
      this.version = version;
      return { entry: value };
    }
    const answer = await orWhyNot(get(this.#kind.path, { ...this.#filter, limit: LIMIT }), { [this.#plural]: [] });
    return { rows: answer[this.#plural], after: answer.after, whyNot: answer.whyNot };
  }

  show(data) {
    return data.rows ? this.#list(data) : this.#one(data.entry);
  }

  #to(change) {
    return url(`#/admin/${this.section}`, { ...this.#filter, after: '', ...change });
  }

  #typed(name, { target }) {
    const value = target.value.trim();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.isConnected && replaceAddress(this.#to({ [name]: value })), 200);
  }

  #list({ rows, after, whyNot }) {
    const { title, one, what, filters, columns } = this.#kind;
    const filter = this.#filter;
    return html`
      <div class="bar">${this.heading(title)}
        <input type="search" placeholder="First letters of the id" aria-label="Search" .value=${filter.search} @input=${(event) => this.#typed('search', event)}>
        ${(filters ?? []).map(([name, label]) => html`<input placeholder=${label} aria-label=${label} .value=${filter[name]} @input=${(event) => this.#typed(name, event)}>`)}
        ${this.mayChange ? html`<div class="buttons"><a class="button" href="#/admin/${this.section}/${NEW}">New ${one}</a></div>` : nothing}
      </div>
      <p class="dim">${what}</p>
      ${rows.length ? html`<table class="list" aria-label=${title}>
        <thead><tr><th>Id</th>${columns.map(([name]) => html`<th>${name === FLAGS ? html`<span class="hidden">${name}</span>` : name}</th>`)}</tr></thead>
        <tbody>${rows.map((row) => html`<tr><td><a href="#/admin/${this.section}/${part(row.id)}">${row.id}</a></td>
          ${columns.map(([name, cell]) => html`<td data-label=${name === FLAGS ? '' : name.toLowerCase()}>${cell(row) ?? nothing}</td>`)}</tr>`)}</tbody>
      </table>` : this.#none(Object.values(filter).some(Boolean), whyNot)}
      ${this.pages(filter, after, (change) => this.#to(change))}`;
  }

  #none(filtered, whyNot) {
    const { title, one } = this.#kind;
    if (whyNot) return emptyState(`No ${title.toLowerCase()} match`, whyNot);
    if (filtered) return emptyState(`No ${title.toLowerCase()} match`, 'Clear the search.');
    return emptyState(`There are no ${title.toLowerCase()} yet`, this.mayChange ? `Create one with “New ${one}”, or import many: POST /import, see docs/examples/directory.ndjson.` : 'An operator can create one.');
  }

  #one(entry) {
    const { title, one, fields, note, see } = this.#kind;
    const isNew = this.#key === NEW;
    return html`
      <div class="bar">${this.heading(title, this.section, isNew ? 'new' : this.#key)}
        ${isNew ? nothing : html`<div class="buttons">
          ${see ? html`<a class="button plain" href=${see(entry)}>How it stands</a>` : nothing}
          ${this.mayChange ? html`<button class="danger" @click=${() => this.#delete()}>Delete…</button>` : nothing}</div>`}
      </div>
      ${this.mayChange ? html`<section class="card">
        ${note && !isNew ? html`<p class="dim">${note}</p>` : nothing}
        <millrace-admin-form .fields=${fields.map((one) => ({ ...one, fixed: !isNew && (one.name === 'id' || one.keeps) }))} .values=${entry}
          .draft=${`millrace-draft-admin-${this.section}-${this.#key}`} .action=${isNew ? `Create the ${one}` : 'Save'}
          .send=${(values, anyway) => this.#save(values, anyway)} @saved=${() => this.#leave(`The ${one} is saved`)} @leave=${() => this.#leave()} @again=${() => this.again()}></millrace-admin-form>
      </section>` : html`<dl class="card facts">${fields.map((one) => field(one.label, String(toTexts([one], entry)[one.name])))}</dl>`}`;
  }

  /** The form begins again with what is saved now. */
  again() {
    this.data = null;
    this.refetch();
  }

  #leave(said) {
    this.say(said);
    location.hash = `#/admin/${this.section}`;
  }

  async #save(values, anyway) {
    const path = `${this.#kind.path}/${part(values.id)}`;
    if (this.#key !== NEW) return change('PUT', path, { json: values, version: anyway ? '' : this.version });
    const found = await get(this.#kind.path, { search: values.id, limit: 1 });
    refuseExisting('id', values.id, found[this.#plural][0]?.id === values.id);
    return change('PUT', path, { json: values });
  }

  async #delete() {
    const text = await this.#kind.gone(this.#key).catch((problem) => problem.message);
    if (!(await ask({ title: `Delete the ${this.#kind.one} ${this.#key}?`, text, action: 'Delete it', danger: true }))) return;
    const path = `${this.#kind.path}/${part(this.#key)}`;
    if ((await this.act(() => change('DELETE', path, { version: this.version }).then(() => true), '')) === true) this.#leave(`The ${this.#kind.one} ${this.#key} is deleted`);
  }
}

customElements.define('millrace-admin-entries', AdminEntries);
