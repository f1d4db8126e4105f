// Many tasks at once: the node counts first, then a person decides.
import { post } from './api.js';
import { ask } from './parts.js';
import { clockText, number, words } from './words.js';

const body = ({ source, collection, status, start, end }) =>
  Object.fromEntries(Object.entries({ source, collection, status, start, end }).filter(([, value]) => value));

const refusals = (refused) =>
  Object.entries(refused).map(([reason, n]) => `${number(n)} not: ${words(reason)}`).join(', ');

/** The filter in words, so that nobody cancels what he does not see. */
const scope = ({ source, collection, status, start, end }) =>
  `Tasks: ${[
    words(status.toLowerCase()),
    source && `source ${source}`,
    collection && `name ${collection}`,
    start && `from ${clockText(start)}`,
    end && `to ${clockText(end)}`,
  ].filter(Boolean).join(', ')}.`;

async function bulk(view, path, wanted, question) {
  const counted = await view.act(() => post(path, { ...wanted, dry_run: true }));
  if (!counted) return;
  if (!counted.matched) {
    view.say('No tasks match');
    return;
  }
  const many = `${number(counted.matched)}${counted.more ? ' (the newest; there are more)' : ''}`;
  if (await ask(question(many))) {
    view.act(
      () => post(path, { ...wanted, dry_run: false }),
      (done) => [`${number(done.done)} done`, refusals(done.refused)].filter(Boolean).join('; '),
    );
  }
}

export function cancelAll(view, filter) {
  const open = ['SCHEDULED', 'RUNNING'].includes(filter.status) ? filter.status : '';
  return bulk(view, '/history/cancel', body({ ...filter, status: open }), (many) => ({
    title: `Cancel ${many} tasks?`,
    text: `${scope({ ...filter, status: open || 'queued and running' })} Those that wait leave the queue; those that run are stopped. Canceled is final.`,
    action: 'Cancel them',
    danger: true,
  }));
}

export function rerunAll(view, filter) {
  const ended = ['SUCCESS', 'FAILED', 'CANCELED'].includes(filter.status) ? filter.status : 'FAILED';
  return bulk(view, '/history/rerun', body({ ...filter, status: ended }), (many) => ({
    title: `Refresh ${many} again?`,
    text: `${scope({ ...filter, status: ended })} Each source, user-site or step of a job with such a task runs once, now.`,
    action: 'Run them again',
  }));
}
