// One token: how it stands and why, what has come and what it still waits for, its runs; to run or cancel it.
import { html, nothing } from 'lit';
import { post } from './api.js';
import { ask, badge } from './parts.js';
import { following, look, source, tokenText, word } from './job-words.js';
import { waitNote } from './waits.js';
import { between, clockText, number, time } from './words.js';

export function token(view, data) {
  const { job, at, state } = data;
  const shown = state.state === 'WAITING' && !state.arrived.length && !state.runs.length ? undefined : state.state;
  return html`<section class="card token" data-step=${state.step}>
    <div class="bar">
      <h2>${state.step} <small>at ${time(at, true)}</small></h2>
      <span class="badge ${look(shown)}"><i aria-hidden="true"></i>${word(shown)}</span>
      ${view.mayChange ? html`<div class="buttons">
        ${state.state === 'ACTIVE' ? html`<button class="danger" @click=${() => cancel(view, data)}>Cancel…</button>` : nothing}
        ${state.state === 'ACTIVE' && !state.next_retry ? nothing : html`<button @click=${() => run(view, data)}>Run now…</button>`}
      </div>` : nothing}
    </div>
    <p class="lead">${tokenText(state, job.paused)}</p>
    ${waitNote(state.wait)}
    ${waits(state)}
    ${state.runs.length ? html`<h2>Attempts</h2><ol class="timeline">${state.runs.map((task) => html`<li>
      ${badge(task.status)} <a href="#/task/${encodeURIComponent(task.id)}">${time(task.created_at, true)}</a>
      <span class="dim">${task.reason}, attempt ${task.attempt_no}${task.started_at ? `, ${between(task.started_at, task.finished_at || null)}` : ''}</span>
      ${task.message ? html`<div class="message">${task.message}</div>` : nothing}
      ${task.output == null ? nothing : html`<div class="message"><code>${JSON.stringify(task.output)}</code></div>`}
    </li>`)}</ol>` : nothing}
  </section>`;
}

/** What has come, and what has not. */
function waits({ arrived, missing, threshold }) {
  if (!arrived.length && !missing.length) return nothing;
  const enough = threshold < arrived.length + missing.length ? html` <small>${number(threshold)} of them make it run</small>` : nothing;
  return html`<h2>Waits for${enough}</h2>
    <ul class="rules waits">
      ${arrived.map((one) => html`<li class="passes"><i aria-hidden="true">✓</i><span>${source(one.source)}<span class="hidden"> has arrived</span></span>
        <span class="dim">${time(one.at, true)}${one.used ? '' : ', not used yet'}${one.output == null ? nothing : html` <code>${JSON.stringify(one.output)}</code>`}</span></li>`)}
      ${missing.map((one) => html`<li class="open"><i aria-hidden="true">…</i><span>${source(one)}</span><span class="dim">has not arrived</span></li>`)}
    </ul>`;
}

async function run(view, { job, graph, at, state }) {
  const node = graph.nodes.find((one) => one.kind === 'step' && one.job_id === job.id && one.name === state.step);
  const next = following(graph, node.id).map((one) => (one.job_id === job.id ? one.name : `${one.job} / ${one.name}`));
  const follows = next.length ? `${number(next.length)} ${next.length === 1 ? 'step' : 'steps'} may follow from how it ends: ${next.join(', ')}.` : 'Nothing follows it.';
  const title = `Run ${state.step} for ${clockText(at, true)} now?`;
  if (await ask({ title, text: `Runs once, now, before scheduled tasks, without waiting for arrivals. ${follows}`, action: 'Run it' })) {
    view.act(
      () => post(`/jobs/${job.id}/steps/${encodeURIComponent(state.step)}/run`, { logical_time: at }),
      ({ task_id: task }) => (task ? 'It is queued' : 'It has succeeded'),
    );
  }
}

async function cancel(view, { job, at, state }) {
  const title = `Cancel ${state.step} at ${clockText(at, true)}?`;
  if (await ask({ title, text: 'Its task is stopped and not retried, and no step follows.', action: 'Cancel it', danger: true })) {
    view.act(() => post(`/jobs/${job.id}/tokens/${encodeURIComponent(at)}/cancel`, { steps: [state.step] }), ({ canceled }) => (canceled ? 'It is canceled' : 'It had ended already'));
  }
}
