// To run once more what a task was of.
import { get, post } from './api.js';

/** The request that runs the owner of a task once more; null if the owner is not there. */
export function againOf({ of, source, collection }) {
  switch (of.kind) {
    case 'step':
      return () => post(`/jobs/${of.job}/steps/${encodeURIComponent(of.step)}/run`, { logical_time: of.logical_time });
    case 'user-site':
      return () => post(`/user-sites/${encodeURIComponent(collection)}/refresh`);
    case 'collection':
      return () => post(`/tasks?${new URLSearchParams({ source, collection })}`);
    default:
      return null;
  }
}

/** The same from a list, whose tasks do not say what they are of. */
export async function runAgain(id) {
  const again = againOf(await get(`/tasks/${encodeURIComponent(id)}`));
  if (!again) throw new Error('The owner of this task no longer exists');
  return again();
}
