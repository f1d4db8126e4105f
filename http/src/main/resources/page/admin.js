// Administration: what there is to keep, and the view of each.
import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { View } from './view.js';
import './admin-entries.js';
import './admin-sources.js';
import './admin-pools.js';
import './admin-webhooks.js';
import './admin-projects.js';
import './admin-tokens.js';
import './admin-start.js';

const entries = (section) => (view) => html`<millrace-admin-entries .section=${section} .route=${view.route} .session=${view.session}></millrace-admin-entries>`;

/** Name, title, what it is for, who may see it, and its view. */
const SECTIONS = [
  ['sources', 'Sources', 'Everything that is refreshed on a schedule or by hand, in one document.', null, (view) => html`<millrace-admin-sources .route=${view.route} .session=${view.session}></millrace-admin-sources>`],
  ['sites', 'Sites', 'The banks and services that users connect to.', null, entries('sites')],
  ['clients', 'Clients', 'The organizations whose users are refreshed, and how often.', null, entries('clients')],
  ['users', 'Users', 'The people whose data is kept fresh.', null, entries('users')],
  ['user-sites', 'User-sites', 'Each user’s connections.', null, entries('user-sites')],
  ['pools', 'Pools', 'How many tasks run at once, and how systems share them.', null, (view) => html`<millrace-admin-pools .route=${view.route} .session=${view.session}></millrace-admin-pools>`],
  ['webhooks', 'Webhooks', 'Addresses that receive notifications.', null, (view) => html`<millrace-admin-webhooks .route=${view.route} .session=${view.session}></millrace-admin-webhooks>`],
  ['projects', 'Projects', 'Config and secrets of tasks.', null, (view) => html`<millrace-admin-projects .route=${view.route} .session=${view.session}></millrace-admin-projects>`],
  ['tokens', 'Access tokens', 'Who may use the API, and with which role.', 'admin', (view) => html`<millrace-admin-tokens .route=${view.route} .session=${view.session}></millrace-admin-tokens>`],
];

class Admin extends View {
  heard() {}

  /** It asks for nothing: its sections do. */
  subject() {
    return '';
  }

  /** The heading of a section is its own; on a phone its name may be beside the screen. */
  updated(changed) {
    if (!this.route.rest[0]) super.updated(changed);
    this.querySelector('.sections [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  get #sections() {
    return SECTIONS.filter(([, , , role]) => !role || this.session?.role === role);
  }

  show() {
    const [section, key] = this.route.rest;
    const found = this.#sections.find(([name]) => name === section);
    return html`
      ${section ? html`<div class="sections" role="navigation" aria-label="Administration">${this.#sections.map(([name, title]) => html`<a href="#/admin/${name}" aria-current=${name === section ? 'true' : nothing}>${title}</a>`)}<a href="#/jobs">Jobs</a></div>` : nothing}
      ${found ? keyed(`${section}/${key ?? ''}`, found[4](this)) : this.#start()}`;
  }

  #start() {
    return html`<div class="bar"><h1>Administration</h1></div>
      ${this.mayChange ? html`<millrace-admin-start .session=${this.session}></millrace-admin-start>` : nothing}
      <ul class="areas">${this.#sections.map(([name, title, what]) => html`<li><a class="card" href="#/admin/${name}"><b>${title}</b><span class="dim">${what}</span></a></li>`)}
        <li><a class="card" href="#/jobs"><b>Jobs</b><span class="dim">Triggers and steps, on their own page.</span></a></li></ul>`;
  }
}

customElements.define('millrace-admin', Admin);
