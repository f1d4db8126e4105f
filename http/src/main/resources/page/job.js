// One job: its steps at a logical time, what they wait for, its times, its triggers, and what can be done.
import { html, nothing } from 'lit';
import { get, post } from './api.js';
import { View } from './view.js';
import { ask, emptyState } from './parts.js';
import { firstToSee } from './job-words.js';
import { clockText, time } from './words.js';
import { grid } from './job-grid.js';
import { token } from './job-token.js';
import { triggers } from './job-triggers.js';
import { fromInput, toInput } from './job-rerun.js';
import { deleteJob } from './job-delete.js';
import './job-graph.js';
import './waterfall.js';

const TIMES = 30;

class Job extends View {
  static properties = { ...View.properties, again: { state: true } };

  constructor() {
    super();
    this.again = false;
  }

  get anywayMs() {
    return 900;
  }

  /** One job, at whichever time. */
  subject({ rest }) {
    return rest[0];
  }

  routed() {
    if (!this.data) this.again = false;
  }

  async fetch() {
    const [id = '', wantedTime, wantedStep] = this.route.rest;
    const path = `/jobs/${encodeURIComponent(id)}`;
    const after = this.route.query.get('after') ?? '';
    const [job, graph, { triggers: all }, times] = await Promise.all([
      get(path),
      get(`${path}/graph`),
      get(`${path}/triggers`),
      get(`${path}/times`, { limit: TIMES, after }),
    ]);
    const missed = await Promise.all(all.filter((trigger) => trigger.missed > 0).map(({ name }) => get(`${path}/triggers/${encodeURIComponent(name)}/fires`)));
    const at = wantedTime || this.#latest(times.times);
    const cells = at ? await this.#cells(path, at, times.times) : {};
    const steps = job.steps.map(({ name }) => name);
    const step = steps.includes(wantedStep) ? wantedStep : firstToSee(steps, cells);
    const state = at && step ? (await get(`${path}/tokens/${encodeURIComponent(at)}`, { step })).steps[0] : null;
    return { job, graph, triggers: all, missed, times: times.times, older: times.after, at, cells, steps, step, state };
  }

  /** The latest that has come: a step may wait for one that has not. */
  #latest(times) {
    const now = this.live.now?.at ?? new Date().toISOString();
    return (times.find(({ logical_time: at }) => at <= now) ?? times[0])?.logical_time ?? '';
  }

  async #cells(path, at, times) {
    const shown = times.find((one) => Date.parse(one.logical_time) === Date.parse(at));
    if (shown) return shown.steps;
    const { tokens } = await get(`${path}/tokens`, { first: at, last: at, limit: 1000 });
    return Object.fromEntries(tokens.map(({ step, ...cell }) => [step, cell]));
  }

  /** The address of a step at a time; without a time it follows the latest. */
  #to(at, step, more = '') {
    const path = [this.data.job.id, at, step].filter(Boolean).map(encodeURIComponent).join('/');
    return `#/job/${path}${more}`;
  }

  show(data) {
    const { job, at } = data;
    return html`
      <div class="bar">
        <h1><a class="dim" href="#/jobs">Jobs</a> / ${job.project} / ${job.name}</h1>
        ${job.paused ? html`<span class="badge warn"><i aria-hidden="true"></i>paused</span>` : nothing}
        <div class="buttons">
          <a class="button" href="#/job-definition/${job.id}">${this.mayChange ? 'Edit' : 'Definition'}</a>
          ${this.mayChange ? html`
            <button @click=${() => (this.again = !this.again)} aria-expanded=${this.again}>Run again…</button>
            <button class="danger" @click=${() => deleteJob(this, data)}>Delete…</button>
            ${job.paused ? html`<button class="primary" @click=${this.#unpause}>Unpause</button>` : html`<button @click=${this.#pause}>Pause…</button>`}` : nothing}
        </div>
      </div>
      ${job.paused ? html`<p class="banner warn inline">Paused by ${job.paused_by} at ${time(job.paused_at)}: ${job.pause_reason || 'no reason given'}. Its triggers stop, and steps that could start wait; running steps continue.</p>` : nothing}
      ${job.description ? html`<p class="lead dim">${job.description}</p>` : nothing}
      ${this.again && this.mayChange ? html`<millrace-job-rerun .job=${job.id} .steps=${data.steps} .at=${at} @close=${() => (this.again = false)} @done=${() => this.refetch()}></millrace-job-rerun>` : nothing}
      ${this.#steps(data)}
      <div class="columns">
        ${data.state ? token(this, data) : nothing}
        ${triggers(this, data)}
      </div>
      ${at ? html`<millrace-waterfall .job=${job.id} .at=${at} .cells=${data.cells} .link=${(step) => this.#to(at, step, this.#paged)}></millrace-waterfall>
        <millrace-slowest-steps .job=${job.id} .cells=${data.cells} .link=${(step) => this.#to(at, step, this.#paged)}></millrace-slowest-steps>` : nothing}
      ${grid(data, (time, step) => this.#to(time, step, this.#paged), this.route.query.get('after') ?? '', this.route.rest[1] ?? '')}`;
  }

  get #paged() {
    const after = this.route.query.get('after');
    return after ? `?after=${encodeURIComponent(after)}` : '';
  }

  #steps({ job, graph, triggers: all, times, at, cells, step }) {
    const place = times.findIndex((one) => one.logical_time === at);
    const chosen = this.route.rest[2] ?? '';
    const older = times[place + 1]?.logical_time;
    const newer = place > 0 ? times[place - 1].logical_time : '';
    return html`<section class="card">
      <div class="bar">
        <h2>Steps ${at ? html`<small>at ${time(at, true)}${this.route.rest[1] ? '' : ', the latest'}</small>` : html`<small>nothing ran yet</small>`}</h2>
        <div class="buttons pick">
          ${older ? html`<a class="button plain" href=${this.#to(older, chosen, this.#paged)} aria-label="The time before" title="The time before">‹ Older</a>` : nothing}
          ${newer ? html`<a class="button plain" href=${this.#to(newer, chosen, this.#paged)} aria-label="The time after" title="The time after">Newer ›</a>` : nothing}
          ${this.route.rest[1] ? html`<a class="button plain" href=${this.#to('')} title="Follow the latest time">Latest</a>` : nothing}
          <input type="datetime-local" step="any" aria-label="Logical time" title="Another logical time" .value=${toInput(at)} @change=${({ target }) => target.value && (location.hash = this.#to(fromInput(target.value), chosen))}>
        </div>
      </div>
      <millrace-job-graph .graph=${graph} .job=${job.id} .cells=${cells} .chosen=${step ?? ''}
        .next=${Object.fromEntries(all.map((trigger) => [trigger.name, job.paused ? '' : trigger.next[0]?.due_at]))}
        .link=${(node) => (node.job_id === job.id ? (node.kind === 'step' && at ? this.#to(at, node.name, this.#paged) : this.#to(this.route.rest[1] ?? '', chosen)) : `#/job/${node.job_id}`)}></millrace-job-graph>
      ${graph.nodes.length ? nothing : emptyState('It has no steps')}
    </section>`;
  }

  async #pause() {
    const reason = await ask({ title: `Pause ${this.data.job.name}?`, text: 'Its triggers stop, and steps that could start wait; running steps continue. Everybody sees the reason.', input: 'Why', action: 'Pause it', danger: true });
    if (reason) this.act(() => post(`/jobs/${this.data.job.id}/pause`, { reason }), 'It is paused');
  }

  #unpause() {
    this.act(() => post(`/jobs/${this.data.job.id}/unpause`), `It is unpaused: what was due since ${clockText(this.data.job.paused_at)} is caught up`);
  }
}

customElements.define('millrace-job', Job);
