// How jobs, tokens and what they wait for are put in words and signs.
import { between, clockText, number } from './words.js';

/** state → how it looks, its sign, its word: colour is never all there is. */
const STATES = {
  SUCCESS: ['good', '✓', 'succeeded'],
  FAILED: ['bad', '✕', 'failed'],
  ACTIVE: ['run', '▸', 'under way'],
  WAITING: ['wait', '…', 'waits'],
  CANCELED: ['off', '⊘', 'canceled'],
};
const NOTHING = ['none', '', 'not reached'];

export const look = (state) => (STATES[state] ?? NOTHING)[0];
export const sign = (state) => (STATES[state] ?? NOTHING)[1];
export const word = (state) => (STATES[state] ?? NOTHING)[2];

/** Such as “waits, 1 of 2”. */
export const standing = (cell, threshold) =>
  cell?.state === 'WAITING' && threshold > 1 ? `waits, ${cell.count} of ${threshold}` : word(cell?.state);

/** The state that matters most, and all of them counted: 1 failed, 3 succeeded. */
export function summary(states) {
  const order = ['FAILED', 'ACTIVE', 'WAITING', 'CANCELED', 'SUCCESS'].filter((state) => states[state]);
  return { state: order[0], text: order.map((state) => `${number(states[state])} ${word(state)}`).join(', ') };
}

/** The step that somebody should look at first; if all is well, the last one that ran. */
export const firstToSee = (steps, cells) =>
  ['FAILED', 'ACTIVE', 'WAITING'].map((state) => steps.find((step) => cells[step]?.state === state)).find(Boolean) ?? steps.findLast((step) => cells[step]) ?? steps.at(-1);

/** A reference such as !daily import/step/load@1h as words: the failure of load of daily import, 1h before. */
export function source(text) {
  const failed = text.startsWith('!');
  const [path, offset] = text.replace(/^!/, '').split('@');
  const parts = path.split('/');
  const [kind, name] = parts.slice(-2);
  const job = parts.slice(0, -2).join('/');
  const what = kind === 'trigger' ? 'the fire of' : failed ? 'the failure of' : 'the success of';
  const when = !offset ? '' : offset.startsWith('-') ? `, ${offset.slice(1)} later` : `, ${offset} before`;
  return `${what} ${name}${job ? ` of ${job}` : ''}${when}`;
}

const because = (task) => (task?.message ? `, because ${task.message}` : '');
const list = (words) => words.join(words.length === 2 ? ' and ' : ', ');

function missing(token) {
  const left = token.threshold - token.count;
  const come = list(token.missing.map(source));
  if (left >= token.missing.length) return come ? `Still to come: ${come}.` : '';
  return `${left === 1 ? 'One' : number(left)} more of these makes it run: ${come}.`;
}

/** How a token stands and why, in a sentence or two. */
export function tokenText(token, paused) {
  const run = token.runs[0];
  const attempts = run && run.attempt_no > 1 ? ` after ${run.attempt_no} attempts` : '';
  switch (token.state) {
    case 'ACTIVE':
      if (token.next_retry) return `Attempt ${run.attempt_no + 1} at ${clockText(token.next_retry, true)}${because(run)}.`;
      if (run?.status === 'RUNNING') return `Attempt ${run.attempt_no} runs since ${clockText(run.started_at, true)}.`;
      return run ? `Attempt ${run.attempt_no} waits in the pool ${run.pool} since ${clockText(run.created_at, true)}.` : 'It is under way.';
    case 'SUCCESS':
      return run ? `It succeeded at ${clockText(run.finished_at, true)}${attempts}, and took ${between(run.started_at, run.finished_at)}.` : 'All arrivals are in; the next steps were started.';
    case 'FAILED':
      return `It failed for good${run ? ` at ${clockText(run.finished_at, true)}${attempts}` : ''}${because(run)}.`;
    case 'CANCELED':
      return `It was canceled${run ? ` at ${clockText(run.finished_at, true)}` : ''}; nothing follows.`;
    default:
      if (token.count >= token.threshold) return paused ? 'All arrivals are in, but the job is paused.' : 'All arrivals are in; it is about to start.';
      return `${token.count ? `${number(token.count)} of ${number(token.threshold)} arrived.` : 'Nothing has arrived yet.'} ${missing(token)}`;
  }
}

/** All that follows a step at once or later, by their names; those of other jobs with theirs. */
export function following({ nodes, edges }, from) {
  const found = new Set();
  for (let open = [from]; open.length; ) {
    const at = open.pop();
    for (const edge of edges) if (edge.from === at && edge.to !== from && !found.has(edge.to)) found.add(edge.to) && open.push(edge.to);
  }
  return nodes.filter(({ id }) => found.has(id));
}
