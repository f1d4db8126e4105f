// One task: what it is, and its log as it is written.
import { html, nothing } from 'lit';
import { get, post } from './api.js';
import { View } from './view.js';
import { ask, badge, field } from './parts.js';
import { between, time } from './words.js';
import { againOf } from './task-again.js';
import { likelyStart, place, waitLine } from './waits.js';
import './log.js';

class Task extends View {
  get #id() {
    return this.route.rest.join('/');
  }

  fetch() {
    return get(`/tasks/${encodeURIComponent(this.#id)}`);
  }

  show(task) {
    const open = !task.finished_at;
    return html`
      <div class="bar">
        <h1><a class="dim" href="#/tasks">Tasks</a> / ${task.source} / ${task.collection}</h1>
        ${badge(task.status)}
        ${this.mayChange ? this.#actions(task, open) : nothing}
      </div>
      ${task.percent == null ? nothing : html`<progress max="100" value=${task.percent} aria-label="How much is done"></progress>`}
      ${task.message || task.user_message ? html`<p class="lead">${task.message}${task.user_message ? html` <span class="dim">For the user: ${task.user_message}</span>` : nothing}</p>` : nothing}
      <dl class="facts card">
        ${task.wait ? html`${field('Waits for', waitLine(task.wait))}${field('Likely start', likelyStart(task.wait))}${field('Its place', place(task.wait))}` : nothing}
        ${field('Queued', time(task.created_at, true))}
        ${field('Started', task.started_at ? html`${time(task.started_at, true)} <span class="dim">after ${between(task.created_at, task.started_at)}</span>` : '')}
        ${field('Ended', task.finished_at ? html`${time(task.finished_at, true)}${task.started_at ? html` <span class="dim">after ${between(task.started_at, task.finished_at)}</span>` : nothing}` : '')}
        ${field('Deadline', task.deadline ? time(task.deadline, true) : '')}
        ${field('Reason', `${task.reason}, attempt ${task.attempt_no}`)}
        ${field('Channel', html`<a href="#/flow/${task.pool}">${task.pool}</a> / ${task.system}`)}
        ${field('Worker', task.worker ? html`<a href="#/tasks?worker=${encodeURIComponent(task.worker)}">${task.worker}</a>` : '')}
        ${field('Progress', task.user_friendly_status)}
        ${field('Of', this.#owner(task))}
        ${field('Planned for', task.logical_time && task.of.kind !== 'step' ? time(task.logical_time) : '')}
        ${field('Id', html`<code>${task.id}</code>`)}
      </dl>
      <section class="card"><h2>Log</h2><millrace-log .task=${task.id}></millrace-log></section>`;
  }

  #actions(task, open) {
    if (open) return html`<div class="buttons"><button class="danger" @click=${() => this.#cancel(task)}>Cancel</button></div>`;
    const again = task.status === 'SUCCESS' ? null : againOf(task);
    return again ? html`<div class="buttons"><button @click=${() => this.#retry(again)}>Retry</button></div>` : nothing;
  }

  async #retry(again) {
    const answer = await this.act(again, 'It is queued');
    if (answer?.task_id) location.hash = `#/task/${encodeURIComponent(answer.task_id)}`;
  }

  /** The job at its logical time, or the user-site or collection; nothing if it no longer exists. */
  #owner({ of, source, collection }) {
    const name = `${source} / ${collection}`;
    switch (of.kind) {
      case 'step':
        return html`<a href="#/job/${of.job}/${encodeURIComponent(of.logical_time)}/${encodeURIComponent(of.step)}">${name}</a> at ${time(of.logical_time)}`;
      case 'user-site':
      case 'collection':
        return html`<a href="#/refresh/${encodeURIComponent(source)}/${encodeURIComponent(collection)}?kind=${of.kind}">${name}</a>`;
      default:
        return of.kind === 'request' ? `${collection}, which asked for a channel` : `${name}, which no longer exists`;
    }
  }

  async #cancel(task) {
    if (await ask({ title: 'Cancel this task?', text: 'You cannot undo this. Retries and next steps follow the usual rules.', action: 'Cancel it', danger: true })) {
      this.act(() => post(`/tasks/${encodeURIComponent(task.id)}/cancel`), 'It is canceled');
    }
  }
}

customElements.define('millrace-task', Task);
