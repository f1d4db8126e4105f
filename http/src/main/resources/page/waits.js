// What something waits for, with the word of the API, and when it will probably start.
import { html, nothing } from 'lit';
import { number, time, withTimes } from './words.js';

/** The word, such as channels-in-use. */
export const blocker = (wait) => html`<span class="tag" data-blocker=${wait.blocker}>${wait.blocker}</span>`;

const rule = (wait) => (wait.rule ? html` <span class="tag">${wait.rule}</span>` : nothing);

/** The word, and the same in a sentence. */
export const waitLine = (wait) => html`${blocker(wait)}${rule(wait)} ${withTimes(wait.text)}`;

/** Its place in the queue; nothing of what is in none. */
export const place = (wait) =>
  wait.pool
    ? html`<a href="#/flow/${wait.pool}">${wait.pool}</a> / ${wait.system}${wait.queue ? ` (queue ${wait.queue})` : ''}: ${wait.before ? `${number(wait.before)} ${wait.before === 1 ? 'task comes' : 'tasks come'} first` : 'it is the first'}, ${number(wait.channels)} ${wait.channels === 1 ? 'channel' : 'channels'}`
    : '';

const WHY_NOT = {
  'not-measured': 'no task of the pool has ended recently',
  'too-far-back': 'too many tasks come first',
};

/** When it will probably start, or why nobody can say. */
export function likelyStart(wait) {
  if (wait.start_p50) return html`about ${time(wait.start_p50, true)} <span class="dim">(nine of ten times before ${time(wait.start_p90, true)})</span>`;
  return wait.no_estimate ? `no estimate: ${WHY_NOT[wait.no_estimate] ?? wait.no_estimate}` : '';
}

/** All of it in one paragraph; nothing of what does not wait. */
export function waitNote(wait) {
  if (!wait) return nothing;
  const start = likelyStart(wait);
  return html`<p class="waits">Waits for ${waitLine(wait)}.${start ? html` Likely start: ${start}.` : nothing}</p>`;
}
