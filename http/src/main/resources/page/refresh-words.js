// How a user-site or a collection stands, and how old its data is: the same words in lists and details.
import { html, nothing } from 'lit';
import { badge } from './parts.js';
import { ago, clockText, duration, time, words } from './words.js';
import { waitLine } from './waits.js';

const DATA = { fresh: 'fresh', 'at-risk': 'at risk', stale: 'stale', exempt: 'exempt' };

const hasNone = (data) => data.state === 'fresh' && data.age_seconds == null;

/** The data against its promise, in a word. Data that never came is within its promise for a while, but not fresh. */
export function dataWord(data) {
  if (hasNone(data)) return 'no data yet';
  return data.state === 'exempt' && data.exemption ? `exempt: ${words(data.exemption)}` : DATA[data.state];
}

const dataBadge = (data) => badge(hasNone(data) ? 'new' : data.state, dataWord(data));

/** Such as “3 h old, promised within 6 h”; empty if nothing is promised. */
export function dataAge(data) {
  if (!data) return '';
  const age = data.age_seconds == null ? 'no data yet' : `${duration(data.age_seconds * 1000)} old`;
  return `${age}, promised within ${data.promise.within}`;
}

/** What happens with it, or what its last refresh came to. */
function stateBadge({ state, status, last }) {
  if (state !== 'idle') return badge(state);
  if (status && status !== 'CONNECTED') return badge(status, 'user action needed');
  if (!last) return badge('new');
  return last === 'SUCCESS' ? badge('idle', 'refreshed') : last === 'CANCELED' ? badge('CANCELED') : badge('failing');
}

/** @param data how old the data is against its promise; null if nothing is promised */
export const stateBadges = (row) =>
  row.data ? html`${row.state === 'idle' && (!row.status || row.status === 'CONNECTED') && row.last !== 'FAILED' ? nothing : html`${stateBadge(row)} `}${dataBadge(row.data)}` : stateBadge(row);

const because = (text) => (text ? `, because ${text.length > 160 ? `${text.slice(0, 160)}…` : text}` : '');

/** How a refreshing stands, in one sentence. */
export function standing(row) {
  const task = row.last_task;
  const then = row.disabled_reason ? `; nothing follows${because(row.disabled_reason)}` : '';
  switch (row.state) {
    case 'running':
      return `attempt ${task.attempt_no} of ${row.attempts} runs since ${clockText(task.started_at, true)}${task.user_friendly_status ? `: ${task.user_friendly_status}` : ''}${then}`;
    case 'queued':
      return html`attempt ${task.attempt_no} of ${row.attempts} waits since ${clockText(task.created_at, true)}${task.wait ? html`: ${waitLine(task.wait)}` : ' for a channel'}${then}`;
    case 'disabled':
      return `disabled until it is saved${because(row.disabled_reason)}`;
    case 'failing':
      if (row.retry) return `retry ${row.retry} of ${Math.max(row.attempts - 1, row.retry)} at ${clockText(row.refresh_at)}${because(task.message)}`;
      return `failed at ${clockText(task.finished_at)}${because(task.message)}`;
    default:
      if (row.status === 'STEP_NEEDED') return 'the user must act at the site';
      if (row.status === 'DISCONNECTED') return 'the user has disconnected it';
      if (!task) return 'not refreshed yet';
      return task.status === 'SUCCESS' ? `refreshed ${ago(task.finished_at)}` : `canceled ${ago(task.finished_at)}, so the data is older`;
  }
}

/** When it will really run, or which rule skips it. */
export function nextRun({ kind, next }) {
  const skip = next.skips[0];
  const skipped = skip ? html`<div class="dim">${time(skip.at)} is skipped: ${words(skip.rule)}</div>` : nothing;
  if (next.at && next.what !== 'end') return html`${time(next.at)}${next.what === 'plan' ? html` <span class="dim">by the plan</span>` : nothing}${skipped}`;
  if (skip) return skipped;
  if (next.what === 'end') return html`<span class="dim">${next.at ? html`ends by ${time(next.at)}` : 'nothing'}</span>`;
  if (next.what === 'start') return html`<span class="dim">when it starts</span>`;
  return html`<span class="dim">${next.what === 'nothing' && kind === 'user-site' ? 'not in the plan yet' : 'by hand'}</span>`;
}
