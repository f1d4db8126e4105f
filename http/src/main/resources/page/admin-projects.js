// Projects: their config, and the names of their secrets. A secret is never shown.
import { html, nothing } from 'lit';
import { replaceAddress } from './address.js';
import { get, request } from './api.js';
import { AdminView, part } from './admin-view.js';
import { ask, emptyState } from './parts.js';
import { number, time } from './words.js';
import './admin-form.js';

const NAME = { name: 'name', label: 'Name', required: true, isName: true };
const FIELDS = {
  config: [NAME, { name: 'value', label: 'Value', required: true }],
  secrets: [{ ...NAME, help: 'Replaces an existing secret of this name.' }, { name: 'value', label: 'Value', kind: 'secret', required: true, help: 'Stored encrypted and never shown again. Logs show *** instead.' }],
};

class AdminProjects extends AdminView {
  static properties = { ...AdminView.properties, edited: { state: true } };

  constructor() {
    super();
    this.edited = null;
  }

  get #project() {
    return this.route.rest[1] ?? '';
  }

  async fetch() {
    if (!this.#project) return { list: await get('/projects', { limit: 1000 }) };
    const path = `/projects/${part(this.#project)}`;
    const [{ config }, { secrets }] = await Promise.all([get(`${path}/config`), get(`${path}/secrets`)]);
    return { config, secrets };
  }

  show(data) {
    return data.list ? this.#list(data.list) : this.#values(data);
  }

  #list({ projects: all }) {
    const search = (this.route.query.get('search') ?? '').toLowerCase();
    const projects = all.filter(({ name }) => name.toLowerCase().includes(search));
    return html`
      <div class="bar">${this.heading('Projects')}
        <input type="search" placeholder="Name" aria-label="Search" .value=${search} @input=${({ target }) => replaceAddress(`#/admin/projects?search=${part(target.value.trim())}`)}>
        <form class="buttons" @submit=${this.#open}><input name="project" aria-label="Name of a project" placeholder="Any name" required maxlength="100"><button>Open</button></form>
      </div>
      <p class="dim">A project is a name: it is there as soon as something has it. Sources and sites without one have the project <a href="#/admin/projects/default">default</a>.</p>
      ${projects.length ? html`<table class="list" aria-label="Projects"><thead><tr><th>Project</th><th class="number">Jobs</th></tr></thead>
        <tbody>${projects.map((one) => html`<tr><td><a href="#/admin/projects/${part(one.name)}">${one.name}</a></td><td class="number" data-label="jobs">${number(one.jobs)}</td></tr>`)}</tbody></table>` : emptyState(search ? 'No projects match' : 'No job has a project yet', 'Open one by its name to give it config and secrets.')}`;
  }

  #open(event) {
    event.preventDefault();
    location.hash = `#/admin/projects/${part(new FormData(event.target).get('project').trim())}`;
  }

  #values({ config, secrets }) {
    return html`<div class="bar">${this.heading('Projects', 'projects', this.#project)}</div>
      <div class="columns">${this.#table('config', 'Config', 'Every task of the project gets these values.', config)}${this.#table('secrets', 'Secrets', 'Only tasks whose definition names a secret get it, while they run.', secrets)}</div>`;
  }

  #table(kind, title, what, rows) {
    const one = kind === 'config' ? 'value' : 'secret';
    const edited = this.edited?.kind === kind ? this.edited : null;
    return html`<section class="card" data-values=${kind}>
      <div class="bar"><h2>${title}</h2>${this.mayChange && !edited ? html`<div class="buttons"><button @click=${() => (this.edited = { kind, values: {} })}>Add a ${one}</button></div>` : nothing}</div>
      <p class="dim">${what}</p>
      ${edited ? html`<millrace-admin-form .fields=${FIELDS[kind].map((field) => ({ ...field, fixed: field.name === 'name' && Boolean(edited.values.name) }))} .values=${edited.values} .draft=${kind === 'config' ? `millrace-draft-admin-config-${this.#project}-${edited.values.name ?? ''}` : ''}
        .send=${(values) => this.#save(kind, values)} @leave=${() => (this.edited = null)} @saved=${() => this.#saved()}></millrace-admin-form>` : nothing}
      ${rows.length ? html`<table class="list" aria-label=${title}><thead><tr><th>Name</th>${kind === 'config' ? html`<th class="wide">Value</th>` : nothing}<th>Saved</th><th><span class="hidden">Actions</span></th></tr></thead>
        <tbody>${rows.map((row) => html`<tr data-name=${row.name}><td>${row.name}</td>${kind === 'config' ? html`<td class="wide">${row.value}</td>` : nothing}
          <td class="dim">${time(row.saved_at)} by ${row.saved_by}</td>
          <td>${this.mayChange ? html`<button class="plain" aria-label="${kind === 'config' ? 'Edit' : 'Replace'} ${row.name}" @click=${() => (this.edited = { kind, values: row })}>${kind === 'config' ? 'Edit' : 'Replace'}</button><button class="danger" aria-label="Delete ${row.name}…" @click=${() => this.#delete(kind, row.name)}>Delete…</button>` : nothing}</td></tr>`)}</tbody></table>`
        : edited ? nothing : emptyState(`No ${kind === 'config' ? 'config' : 'secrets'} yet`)}
    </section>`;
  }

  #path(kind, name) {
    return `/projects/${part(this.#project)}/${kind}/${part(name)}`;
  }

  async #save(kind, { name, value }) {
    return (await request(this.#path(kind, name), { method: 'PUT', body: JSON.stringify({ value }) })).json();
  }

  #saved() {
    this.edited = null;
    this.say('Saved. Tasks that start from now on get it');
    this.refetch();
  }

  async #delete(kind, name) {
    const text = kind === 'config' ? 'Tasks whose definition has ${config.' + name + '} fail from now on.' : 'Tasks whose definition names it fail from now on. The value cannot be recovered.';
    if (await ask({ title: `Delete ${name}?`, text, action: 'Delete it', danger: true })) this.act(() => request(this.#path(kind, name), { method: 'DELETE' }), `${name} is deleted`);
  }
}

customElements.define('millrace-admin-projects', AdminProjects);
