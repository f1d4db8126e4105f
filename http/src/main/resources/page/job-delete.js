// Deletes a job, and says before what goes with it.
import { request } from './api.js';
import { ask } from './parts.js';
import { number } from './words.js';

const many = (n, one, more) => (n === 1 ? `one ${one}` : `${number(n)} ${more}`);

/** What runs at the times that are shown. */
const running = (times) => times.flatMap(({ steps }) => Object.values(steps)).filter(({ state }) => state === 'ACTIVE').length;

export async function deleteJob(view, { job, triggers, times }) {
  const active = running(times);
  const text = `${many(triggers.length, 'trigger', 'triggers')} and ${many(job.steps.length, 'step', 'steps')} are deleted, with their times and missed fires. ${active ? `${many(active, 'step runs now and is canceled', 'steps run now and are canceled')}. ` : ''}Their tasks stay in the history. The node refuses if another job waits for something of it.`;
  const title = `Delete ${job.project} / ${job.name}?`;
  if (!(await ask({ title, text: text[0].toUpperCase() + text.slice(1), action: 'Delete it', danger: true }))) return;
  const gone = await view.act(() => request(`/jobs/${job.id}`, { method: 'DELETE', headers: { 'If-Match': `"${job.version}"` } }).then(() => true), `${job.name} is deleted`);
  if (gone) location.hash = '#/jobs';
}
