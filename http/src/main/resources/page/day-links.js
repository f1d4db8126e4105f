// Where the numbers of a day lead: a number and the list behind it have the same filter and period.
import { url } from './api.js';

const DAY = 86_400_000;

export const utcDay = (ms) => new Date(ms).toISOString().slice(0, 10);

/** The tasks that ended in a period. */
export const endedBetween = (from, to, filter) => url('#/tasks', { ...filter, finished_start: new Date(from).toISOString(), finished_end: new Date(to).toISOString() });

/** The tasks that ended on a day of UTC. */
export function endedIn(date, filter) {
  const start = Date.parse(`${date}T00:00:00Z`);
  return endedBetween(start, start + DAY, filter);
}

/** The tasks that were queued in a period. */
export const queuedBetween = (from, to, filter) => url('#/tasks', { ...filter, minutes: 'between', start: new Date(from).toISOString(), end: new Date(to).toISOString() });

const SITES = { href: '#/admin/sites', title: 'The sites' };
const USERS = { href: '#/admin/users', title: 'The users' };
const PLACES = {
  'provider-blacklisted': SITES,
  'site-not-supported': SITES,
  'site-in-maintenance': SITES,
  'recently-required-mfa': { href: '#/sources', title: 'The user-sites' },
  'being-migrated': { href: '#/sources', title: 'The user-sites' },
  'interaction-needed': { href: '#/sources?status=STEP_NEEDED', title: 'The user-sites whose user has to do something' },
  'recently-refreshed': { href: '#/tasks?status=SUCCESS', title: 'What succeeded lately' },
  'already-queued-or-running': { href: '#/tasks?status=RUNNING', title: 'What runs' },
  'user-blocked': USERS,
  'no-user-sites': USERS,
  'never-logged-in': USERS,
  'not-logged-in-recently': USERS,
  'disabled-until-update': { href: '#/sources?kind=disabled', title: 'What is disabled' },
};

/** Where the entries are that a rule looks at. */
export const skipPlace = (reason) => PLACES[reason] ?? {};
