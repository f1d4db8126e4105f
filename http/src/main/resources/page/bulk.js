// Many tasks at once: the node counts first, then a person decides, then it works in the background.
import { get, post } from './api.js';
import { ask } from './parts.js';
import { clockText, number, words } from './words.js';

const ENDED = ['SUCCESS', 'FAILED', 'CANCELED'];
const OPEN = ['SCHEDULED', 'RUNNING'];
const NAMES = ['source', 'collection', 'message', 'worker', 'reason', 'start', 'end'];

const given = (filter, names) => Object.fromEntries(names.filter((name) => filter[name]).map((name) => [name, filter[name]]));

/** A filter in words, so that people see what they cancel. */
export const scope = ({ statuses, source, collection, message, worker, reason, start, end, newest }) =>
  [
    statuses.map((status) => words(status.toLowerCase())).join(' or '),
    newest && 'nothing of the same ended since',
    source && `source ${source}`,
    collection && `name ${collection}`,
    message && `message with “${message}”`,
    worker && `worker ${worker}`,
    reason && `reason ${words(reason)}`,
    start ? `from ${clockText(start)}` : 'of the last week',
    end && `to ${clockText(end)}`,
  ].filter(Boolean).join(', ');

const tasks = (n) => `${number(n)} ${n === 1 ? 'task' : 'tasks'}`;

/** How many there are now: one count for each status. */
async function count(filter, statuses, newest) {
  const counts = await Promise.all(statuses.map((status) => get('/history/count', { ...given(filter, NAMES), status, newest })));
  return { n: counts.reduce((sum, one) => sum + one.tasks, 0), more: counts.some((one) => one.more) };
}

async function bulk(view, action, filter, statuses, question) {
  const counted = await view.act(() => count(filter, statuses, action === 'rerun' ? true : ''));
  if (!counted) return;
  if (!counted.n && !counted.more) {
    view.say('No tasks match');
    return;
  }
  const many = `${counted.more ? 'at least ' : ''}${tasks(counted.n)}`;
  if (!(await ask(question(many)))) return;
  const status = statuses.length === 1 ? { status: statuses[0] } : {};
  const begun = await view.act(() => post('/bulk-operations', { action, ...given(filter, NAMES), ...status }), 'The bulk operation has started');
  if (begun) location.hash = `#/bulk/${begun.id}`;
}

export function cancelAll(view, filter) {
  const statuses = OPEN.includes(filter.status) ? [filter.status] : OPEN;
  return bulk(view, 'cancel', filter, statuses, (many) => ({
    title: `Cancel ${many}?`,
    text: `Tasks: ${scope({ ...filter, statuses })}. Waiting tasks leave the queue, and running tasks are stopped. You cannot undo this. It runs in the background as ${view.session.name}, and you can abort it.`,
    action: 'Cancel them',
    danger: true,
  }));
}

export function rerunAll(view, filter) {
  const statuses = [ENDED.includes(filter.status) ? filter.status : 'FAILED'];
  return bulk(view, 'rerun', filter, statuses, (many) => ({
    title: `Run ${many} again?`,
    text: `Tasks: ${scope({ ...filter, statuses })}. Each source, user-site or job step runs once, now, if one of these tasks is its last. Others are skipped. It runs in the background as ${view.session.name}, and you can abort it.`,
    action: 'Run them again',
  }));
}

/** Whether the buttons make sense for what is shown. */
export const mayCancel = (status) => !ENDED.includes(status);
export const mayRerun = (status) => !OPEN.includes(status);
