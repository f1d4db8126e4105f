// Jobs: find one, and see how it stands at its latest logical time.
import { html, nothing } from 'lit';
import { get, url } from './api.js';
import { View } from './view.js';
import { replaceAddress } from './address.js';
import { emptyState, newRows } from './parts.js';
import { look, summary, word } from './job-words.js';
import { clockText, number, time } from './words.js';

const LIMIT = 100;

class Jobs extends View {
  #timer = null;

  get #filter() {
    return Object.fromEntries(['search', 'after'].map((name) => [name, this.route.query.get(name) ?? '']));
  }

  /** What only waits starts no task, and the stream does not hear of it. */
  get anywayMs() {
    return 900;
  }

  fetch() {
    return get('/jobs', { ...this.#filter, limit: LIMIT });
  }

  get lists() {
    return { jobs: ({ id }) => id };
  }

  #typed({ target }) {
    const search = target.value.trim();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.isConnected && replaceAddress(url('#/jobs', { search })), 200);
  }

  show({ jobs, after }) {
    const filter = this.#filter;
    return html`
      <div class="bar">
        <h1>Jobs</h1>
        <input type="search" placeholder="Project or name" aria-label="Search" .value=${filter.search} @input=${this.#typed}>
        ${this.mayChange ? html`<div class="buttons"><a class="button" href="#/job-definition/new">New job</a></div>` : nothing}
      </div>
      <div data-holds>${jobs.length ? this.#table(jobs) : this.#none(filter)} ${newRows(this, 'job')}</div>
      <div class="pages">
        ${filter.after ? html`<a class="button plain" href=${url('#/jobs', { search: filter.search })}>← First</a>` : nothing}
        ${after ? html`<a class="button plain" href=${url('#/jobs', { ...filter, after })}>More →</a>` : nothing}
      </div>`;
  }

  #none({ search, after }) {
    if (search || after) return emptyState('No jobs match', 'Clear the search, or look for a part of its project or its name.');
    return emptyState('There is no job yet', this.mayChange ? html`A job has triggers, which say when it runs, and steps, which say what runs. Create one with “New job”, <a href="#/admin">begin with a template</a>, or send one: PUT /jobs, see docs/examples/job.yaml.` : 'An operator can create one: PUT /jobs, see docs/examples/job.yaml.');
  }

  #table(jobs) {
    return html`<table class="list jobs">
      <thead><tr><th>State</th><th>Project</th><th>Name</th><th>Latest time</th><th>Recent failures</th><th class="wide">How it stands</th><th>Next fire</th></tr></thead>
      <tbody>${jobs.map((job) => {
        const all = job.latest ? summary(job.latest.states) : null;
        return html`<tr data-job=${job.id}>
          <td>${job.paused ? html`<span class="badge warn"><i aria-hidden="true"></i>paused</span>` : html`<span class="badge ${all ? look(all.state) : 'off'}"><i aria-hidden="true"></i>${all ? word(all.state) : 'new'}</span>`}</td>
          <td class="dim">${job.project}</td>
          <td><a href="#/job/${job.id}">${job.name}</a></td>
          <td data-label="latest">${job.latest ? html`<a class="dim" href="#/job/${job.id}/${encodeURIComponent(job.latest.logical_time)}">${time(job.latest.logical_time, true)}</a>` : nothing}</td>
          <td data-label="recent failures">${this.#recent(job)}</td>
          <td class="wide">${all ? all.text : html`<span class="dim">nothing ran yet</span>`}${job.paused ? html`<div class="message">Paused by ${job.paused_by} since ${clockText(job.paused_at)}${job.pause_reason ? `: ${job.pause_reason}` : ''}</div>` : job.description ? html`<div class="message">${job.description}</div>` : nothing}</td>
          <td data-label="next">${this.#next(job)}</td>
        </tr>`;
      })}</tbody>
    </table>`;
  }

  /** Of the last steps over all logical times, with the way to the latest that failed. */
  #recent({ id, recent }) {
    if (!recent.steps) return html`<span class="dim">–</span>`;
    if (!recent.failed) return html`<span class="dim">none of ${number(recent.steps)}</span>`;
    return html`<a class="failures" href="#/job/${id}/${encodeURIComponent(recent.last_failed)}" title="The latest one failed at ${clockText(recent.last_failed, true)}">${number(recent.failed)} of ${number(recent.steps)} steps</a>`;
  }

  #next({ paused, triggers, next_fire: next }) {
    if (paused) return html`<span class="dim">when unpaused</span>`;
    if (next) return html`${time(next.due_at, true)} <span class="dim">${next.trigger}</span>`;
    return html`<span class="dim">${triggers.length ? 'none' : 'by hand'}</span>`;
  }
}

customElements.define('millrace-jobs', Jobs);
