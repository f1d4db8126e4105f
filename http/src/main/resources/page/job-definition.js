// The definition of a job: to read, or to edit with the node's own check of every word before anything is saved.
import { html, nothing } from 'lit';
import { get, request } from './api.js';
import { View } from './view.js';
import { JOBS } from './admin-templates.js';
import { lineOf, lineRange } from './job-text.js';
import { number, time } from './words.js';
import './job-graph.js';

const YAML = 'application/yaml';
const PAUSE_MS = 350;
const MOST_DUE = 1000;
const RESULT = { created: 'Valid: saving creates the job.', replaced: 'Valid: saving replaces the current definition at once.', unchanged: 'Unchanged since it was saved.' };

/** What a saved job's author is told. */
const said = ({ warnings }) => `It is saved, and in force${warnings ? `, with credentials in plain text: ${warnings.map(({ field }) => field).join(', ')}` : ''}`;

class JobDefinition extends View {
  static properties = { ...View.properties, text: { state: true }, checked: { state: true } };

  #timer = null;
  #asked = 0;
  #taken = '';
  #saved = null;

  constructor() {
    super();
    this.text = null;
    this.checked = null;
  }

  get #id() {
    return this.route.rest[0] ?? 'new';
  }

  get hasUnsaved() {
    return this.text !== this.#saved;
  }

  routed() {
    clearTimeout(this.#timer);
    this.#asked++;
    this.#taken = '';
    this.data = null;
    this.text = null;
    this.checked = null;
  }

  /** The text is taken once: nobody's typing is overwritten. */
  async fetch() {
    const id = this.#id;
    if (id === 'new') {
      if (this.#taken !== id) this.#take(id, JOBS[0].text('examples', 'my job'), YAML);
      return { job: null, type: YAML, version: 0 };
    }
    const path = `/jobs/${encodeURIComponent(id)}`;
    const job = await get(path);
    if (this.#taken === id) return { ...this.data, job };
    const response = await request(`${path}/definition`);
    const type = response.headers.get('Content-Type').split(';')[0];
    const text = await response.text();
    if (id !== this.#id) return null;
    this.#take(id, text, type);
    return { job, type, version: job.version };
  }

  /** Unsaved text of this tab comes back, until it is saved or discarded. */
  #take(id, text, type) {
    this.#taken = id;
    this.#saved = text;
    this.text = sessionStorage.getItem(this.#draft) ?? text;
    text = this.text;
    if (this.mayChange) this.#check(text, type);
  }

  show({ job, version }) {
    const at = job ? html`<a class="dim" href="#/jobs">Jobs</a> / <a class="dim" href="#/job/${job.id}">${job.project} / ${job.name}</a> / definition` : html`<a class="dim" href="#/jobs">Jobs</a> / new`;
    return html`
      <div class="bar"><h1>${at}</h1>${job ? html`<span class="dim">saved by ${job.saved_by} at ${time(job.saved_at)}</span>` : this.mayChange ? html`<select aria-label="Begin with a template" .value=${''} @change=${this.#begin}><option value="">Another template…</option>${JOBS.map(({ name, title }) => html`<option value=${name}>${title}</option>`)}</select>` : nothing}
        ${this.mayChange ? html`<div class="buttons"><a class="button plain" href=${job ? `#/job/${job.id}` : '#/jobs'}>Leave it</a><button class="primary" ?disabled=${!this.#maySave} @click=${this.#save}>Save</button></div>` : nothing}
      </div>
      ${job && job.version !== version ? html`<p class="banner warn inline" role="status">It was changed meanwhile, at ${time(job.saved_at)} by ${job.saved_by} or by a pause. To save would replace that: leave it and come back to see it.</p>` : nothing}
      ${this.mayChange && this.text !== this.#saved ? html`<p class="banner inline" role="status">This text is not saved. <button class="plain" @click=${this.#discard}>Discard it</button></p>` : nothing}
      ${this.mayChange ? html`<div class="editor">
        <textarea aria-label="Definition" spellcheck="false" autocapitalize="off" autocomplete="off" wrap="off" aria-invalid=${this.checked?.errors ? 'true' : 'false'} .value=${this.text} @input=${this.#typed}></textarea>
        <div class="outcome">${this.#outcome()}</div>
      </div>` : html`<pre class="card definition"><code>${this.text}</code></pre>`}`;
  }

  get #maySave() {
    return this.checked?.answer && this.checked.text === this.text && this.checked.answer.result !== 'unchanged';
  }

  get #draft() {
    return `millrace-draft-${this.#id}`;
  }

  #discard() {
    sessionStorage.removeItem(this.#draft);
    this.text = this.#saved;
    this.#check(this.text, this.data.type);
  }

  /** A template in place of the text: nothing is saved yet. */
  #begin({ target }) {
    const found = JOBS.find(({ name }) => name === target.value);
    target.value = '';
    if (found) this.#typed({ target: { value: found.text('examples', 'my job') } });
  }

  #typed({ target }) {
    this.text = target.value;
    sessionStorage.setItem(this.#draft, this.text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(this.text, this.data.type), PAUSE_MS);
  }

  /** Only the answer to the last question counts. */
  async #check(text, type) {
    const asked = ++this.#asked;
    let checked;
    try {
      checked = { text, answer: await this.#send('POST', '/jobs/check', text, type) };
    } catch (problem) {
      if (problem.status === undefined) return;
      checked = { text, errors: problem.errors.length ? problem.errors : [{ field: 'document', reason: problem.message }], detail: problem.message };
    }
    if (asked === this.#asked) this.checked = checked;
  }

  async #send(method, path, body, type) {
    return (await request(path, { method, body, headers: { 'Content-Type': type } })).json();
  }

  #outcome() {
    if (!this.checked) return html`<section class="card dim" role="status">Checking…</section>`;
    return this.checked.errors ? this.#errors(this.checked.errors) : this.#preview(this.checked.answer);
  }

  #errors(errors) {
    return html`<section class="card" role="alert">
      <h2>${errors.length === 1 ? 'One thing is' : `${errors.length} things are`} wrong <small>nothing can be saved yet</small></h2>
      <ul class="errors">${errors.map((error) => {
        const line = lineOf(this.checked.text, error);
        return html`<li><code>${error.field}</code> ${line ? html`<button class="plain" @click=${() => this.#goTo(line)}>line ${line}</button>` : nothing}
          <div>${error.value == null || error.value === '' ? nothing : html`<q>${typeof error.value === 'string' ? error.value : JSON.stringify(error.value)}</q> `}${error.reason}</div></li>`;
      })}</ul>
    </section>`;
  }

  /** They keep nobody from saving it. */
  #warnings(warnings) {
    return html`<section class="card" role="status" data-warnings>
      <h2>${warnings.length === 1 ? 'A credential is' : `${warnings.length} credentials are`} in plain text <small>you can save it; only admins see the value, others see ***</small></h2>
      <ul class="errors">${warnings.map((warning) => {
        const line = lineOf(this.checked.text, warning);
        return html`<li><code>${warning.field}</code> ${line ? html`<button class="plain" @click=${() => this.#goTo(line)}>line ${line}</button>` : nothing}
          <div>${warning.reason}</div></li>`;
      })}</ul>
    </section>`;
  }

  #goTo(line) {
    const area = this.querySelector('textarea');
    area.focus();
    area.setSelectionRange(...lineRange(area.value, line));
  }

  #preview(answer) {
    const steps = answer.graph.nodes.filter((node) => node.kind === 'step' && node.job_id === answer.id).map(({ name }) => name);
    const gone = (this.data.job?.steps ?? []).map(({ name }) => name).filter((name) => !steps.includes(name));
    return html`
      <section class="card" role="status"><h2>${RESULT[answer.result]}</h2>
        ${gone.length ? html`<p class="banner warn inline">Without ${gone.join(', ')}: running tasks of removed steps are canceled, and their times are deleted.</p>` : nothing}
        <millrace-job-graph .graph=${answer.graph} .job=${answer.id} .next=${Object.fromEntries(answer.triggers.map((trigger) => [trigger.name, trigger.next[0]?.due_at]))}></millrace-job-graph>
      </section>
      ${answer.warnings?.length ? this.#warnings(answer.warnings) : nothing}
      ${answer.triggers.length ? html`<section class="card"><h2>Next fires ${answer.paused ? html`<small>if it were not paused</small>` : nothing}</h2>
        ${answer.triggers.map((trigger) => html`<div class="trigger" data-fires=${trigger.name}><b>${trigger.name}</b> <span class="dim">${trigger.schedule}</span>
          <ol>${trigger.next.map((fire) => html`<li>${time(fire.logical_time, true)}${fire.due_at === fire.logical_time ? nothing : html` <span class="dim">due ${time(fire.due_at, true)}</span>`}</li>`)}</ol>${trigger.next.length ? nothing : html`<p class="dim">It never fires again.</p>`}
          ${trigger.due ? html`<p class="dim">${this.#past(trigger)}</p>` : nothing}</div>`)}
      </section>` : nothing}`;
  }

  /** What a new trigger has before it that is behind it already. */
  #past({ due, catchup }) {
    const many = due === 1 ? 'One fire since its start is' : `${due < MOST_DUE ? number(due) : `${number(MOST_DUE)} or more`} fires since its start are`;
    return `${many} due already: ${catchup === 'none' ? 'missed, because this trigger does not catch up' : 'caught up once it is saved'}.`;
  }

  async #save() {
    const saved = await this.act(() => this.#send('PUT', '/jobs', this.text, this.data.type), said);
    if (!saved) return;
    sessionStorage.removeItem(this.#draft);
    location.hash = `#/job/${saved.id}`;
  }
}

customElements.define('millrace-job-definition', JobDefinition);
