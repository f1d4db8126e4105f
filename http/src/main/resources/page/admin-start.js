// From nothing to a first source and a first job: each from a template that works as it is, and runs at once.
import { LitElement, html, nothing } from 'lit';
import { get, orWhyNot, post, request, url } from './api.js';
import { part, refuseExisting } from './admin-view.js';
import { JOBS, SCHEDULES, SOURCES, sourceText, withSource } from './admin-templates.js';
import './admin-form.js';


const SOURCE = [
  { name: 'template', label: 'What runs', kind: 'select', initial: SOURCES[0].name, options: SOURCES.filter(({ works }) => works).map(({ name, title }) => [name, title]) },
  { name: 'source', label: 'Source', required: true, isName: true, initial: 'first' },
  { name: 'collection', label: 'Collection', required: true, isName: true, initial: 'main' },
  { name: 'schedule', label: 'When', kind: 'select', initial: SCHEDULES[1][0], options: SCHEDULES },
];
const JOB = [
  { name: 'template', label: 'Steps', kind: 'select', initial: JOBS[0].name, options: JOBS.map(({ name, title }) => [name, title]) },
  { name: 'project', label: 'Project', required: true, initial: 'examples' },
  { name: 'name', label: 'Name', required: true, initial: 'first job' },
];

class AdminStart extends LitElement {
  static properties = { session: { attribute: false }, jobs: { state: true }, open: { state: true } };

  constructor() {
    super();
    this.jobs = null;
    this.open = '';
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    get('/jobs', { limit: 1 }).then(({ jobs }) => (this.jobs = jobs.length), () => (this.jobs = 1));
  }

  render() {
    const begin = (name, word, title, what, fields, action, send) => html`<section class="card start" data-start=${name}>
      <h2>${title}</h2><p class="dim">${what}</p>
      ${this.open === name ? html`<millrace-admin-form .fields=${fields} .action=${action} .send=${send} @leave=${() => (this.open = '')} @saved=${({ detail }) => (location.hash = detail)}></millrace-admin-form>`
        : html`<button class=${this.jobs ? '' : 'primary'} @click=${() => (this.open = name)}>${word}…</button>`}
    </section>`;
    return html`${this.jobs === 0 ? html`<p class="lead">Start here: a source that is refreshed, and a job of steps. Each template works as it is, and runs at once.</p>` : nothing}
      <div class="columns">
        ${begin('source', 'First source', 'A source that is refreshed', 'A source has collections, each refreshed on a schedule or by hand.', SOURCE, 'Save and run now', (values) => this.#source(values))}
        ${begin('job', 'First job', 'A job of steps', 'A job has triggers, which say when it runs, and steps, which say what runs.', JOB, 'Save and run now', (values) => this.#job(values))}
      </div>`;
  }

  /** Adds it to the document, and runs it. Returns where to see that. */
  async #source({ template, source, collection, schedule }) {
    const saved = await request('/sources');
    const version = saved.headers.get('ETag');
    const known = await get('/refreshes', { kind: 'collection', search: source, limit: 100 });
    refuseExisting('source', source, known.refreshes.some((one) => one.source === source));
    const text = withSource(await saved.text(), sourceText(source, collection, { ...SOURCES.find(({ name }) => name === template), schedule: schedule ?? '' }));
    if (text === null) throw Object.assign(new Error('The page cannot edit this sources document. Add the source in the text: see Sources.'), { status: 400, errors: [] });
    await request('/sources', { method: 'PUT', body: text, headers: { 'Content-Type': 'application/yaml', 'If-Match': version } });
    const { task_id: task } = await post(url('/tasks', { source, collection }));
    return `#/task/${part(task)}`;
  }

  async #job({ template, project, name }) {
    const { text, first } = JOBS.find((one) => one.name === template);
    const { jobs } = await orWhyNot(get('/jobs', { project, name, limit: 1 }), { jobs: [] });
    refuseExisting('name', name, jobs.length > 0);
    const body = text(JSON.stringify(project), JSON.stringify(name));
    const { id } = await (await request('/jobs', { method: 'PUT', body, headers: { 'Content-Type': 'application/yaml' } })).json();
    const now = new Date(Math.floor(Date.now() / 60000) * 60000).toISOString();
    await post(`/jobs/${id}/steps/${part(first)}/run`, { logical_time: now });
    return `#/job/${id}`;
  }
}

customElements.define('millrace-admin-start', AdminStart);
