// The kinds of entries that administration lists and edits: their columns, their fields, and what goes with them.
import { html, nothing } from 'lit';
import { get } from './api.js';
import { badge } from './parts.js';
import { number, time, words } from './words.js';
import './admin-fires.js';

const id = { name: 'id', label: 'Id', required: true, isName: true, help: 'Letters, digits, “.”, “-”, “_”. It never changes.' };
const yes = (value, word) => (value ? html`<span class="tag">${word}</span> ` : nothing);

export const RUNS = [
  ['a program', '{"process": ["sh", "-c", "echo looking; sleep 1; echo found 42 rows"]}'],
  ['a web service', '{"http": {"url": "https://service.example/refresh", "headers": {"Authorization": "Bearer ${secret.service-token}"}}}'],
  ['a remote worker', '{"pull": {"queue": "default"}}'],
  ['a container', '{"container": {"image": "registry.example/extract:1.4"}}'],
  ['nothing', '{"noop": {}}'],
];

const WORK = [
  { name: 'schedule', label: 'Schedule', kind: 'json', placeholder: '0 0 6,16 * * ?', help: 'A cron line, or {"every": "2h", "from": "2026-01-01T00:00:00Z"}. Without one: by the plan, or by hand.', preview: (text) => html`<millrace-next-fires .schedule=${text}></millrace-next-fires>` },
  { name: 'run', label: 'What runs', kind: 'json', templates: RUNS, help: 'Empty = a refresh does nothing and succeeds.' },
  { name: 'timeout', label: 'Timeout of one attempt', placeholder: '10m' },
  { name: 'retry', label: 'Retries', kind: 'json', help: 'Such as {"delays": ["0s", "5m"]} or {"attempts": 5, "delay": "1m", "factor": 2}.' },
  { name: 'align', label: 'When a retry and a planned time are close', kind: 'select', options: [['', 'as usual: planned'], ['planned', 'the planned time, if the retry would not end before it'], ['retry', 'always the retry'], ['planned-only', 'never the retry'], ['first', 'whichever comes first']] },
  { name: 'when_exhausted', label: 'When all attempts failed', kind: 'select', options: [['', 'as usual: wait'], ['wait', 'wait for the next planned time'], ['disable', 'disable it']] },
  { name: 'give_up_after', label: 'Give up after', placeholder: '7d' },
  { name: 'priority', label: 'Priority', kind: 'select', options: [['', 'as usual: high'], ['low', 'low'], ['high', 'high'], ['now', 'now']] },
  { name: 'pool', label: 'Pool', placeholder: 'default' },
  { name: 'system', label: 'System', placeholder: 'DEFAULT' },
  { name: 'project', label: 'Project', help: 'Tasks get the config and secrets of this project.' },
  { name: 'secrets', label: 'Secrets', kind: 'list', help: 'Names of secrets of the project, separated by commas.' },
  { name: 'user_messages', label: 'What the user reads after a failure', kind: 'json', help: 'Such as {"timeout": "Your bank is slow today."}.' },
];

async function howMany(path, parameters, field) {
  const answer = await get(path, { ...parameters, limit: 1000 });
  return { n: answer[field].length, text: `${number(answer[field].length)}${answer.after ? ' or more' : ''}` };
}

export const KINDS = {
  sites: {
    title: 'Sites', one: 'site', path: '/sites', what: 'The banks and services that users connect to: provider, refresh policy, flags.',
    filters: [['provider', 'Provider']],
    columns: [['Provider', (row) => row.provider], ['Schedule', (row) => (typeof row.schedule === 'object' ? JSON.stringify(row.schedule) : row.schedule)], ['Runs', (row) => (row.run ? Object.keys(row.run)[0] : 'nothing')], ['Flags', (row) => html`${yes(row.maintenance, 'maintenance')}${yes(!row.supported, 'not supported')}${yes(row.scraping, 'scraping')}`]],
    fields: [id, { name: 'provider', label: 'Provider', required: true }, { name: 'maintenance', label: 'In maintenance: nothing is refreshed', kind: 'check' }, { name: 'supported', label: 'Supported', kind: 'check', initial: true }, { name: 'scraping', label: 'Scraping', kind: 'check' }, ...WORK],
    async gone(key) {
      const { n, text } = await howMany('/user-sites', { site: key }, 'user_sites');
      return n ? `${text} user-sites belong to it, so the node will refuse. Delete those first.` : 'No user-site belongs to it. Tasks in the history stay.';
    },
  },
  clients: {
    title: 'Clients', one: 'client', path: '/clients', what: 'The organizations whose users are refreshed, and how often a day.',
    columns: [['Name', (row) => row.name], ['Refreshes a day', (row) => (row.refreshes_per_day == null ? html`<span class="dim">as configured</span>` : number(row.refreshes_per_day))], ['Flags', (row) => yes(row.requires_recent_login, 'recent login')]],
    fields: [id, { name: 'name', label: 'Name', required: true }, { name: 'refreshes_per_day', label: 'Refreshes a day', kind: 'number', help: '0 to 1,380. Empty = as configured.' }, { name: 'requires_recent_login', label: 'Only users who logged in lately', kind: 'check' }],
    async gone(key) {
      const { n, text } = await howMany('/users', { client: key }, 'users');
      return n ? `${text} users belong to it, so the node will refuse. Delete those first.` : 'No user belongs to it.';
    },
  },
  users: {
    title: 'Users', one: 'user', path: '/users', what: 'The people whose user-sites are kept fresh.',
    filters: [['client', 'Client']],
    columns: [['Client', (row) => row.client], ['Status', (row) => badge(row.status, row.status.toLowerCase())], ['Last login', (row) => time(row.last_login)]],
    fields: [id, { name: 'client', label: 'Client', required: true, isName: true, keeps: true, help: 'It never changes.' }, { name: 'status', label: 'Status', kind: 'select', initial: 'ACTIVE', options: [['ACTIVE', 'active'], ['BLOCKED', 'blocked: not refreshed by the plan']] }, { name: 'last_login', label: 'Last login', kind: 'time' }],
    async gone(key) {
      const { n, text } = await howMany('/user-sites', { user: key }, 'user_sites');
      return n ? `This also deletes the user’s ${text} user-sites and cancels their running tasks.` : 'The user has no user-sites.';
    },
  },
  'user-sites': {
    title: 'User-sites', one: 'user-site', path: '/user-sites', what: 'A user’s connection to a site: what is refreshed.',
    filters: [['user', 'User'], ['site', 'Site']],
    columns: [['User', (row) => row.user], ['Site', (row) => row.site], ['Connection', (row) => badge(row.status, words(row.status.toLowerCase()))], ['Flags', (row) => yes(row.migrating, 'migrating')]],
    fields: [id, { name: 'user', label: 'User', required: true, isName: true, keeps: true, help: 'It never changes.' }, { name: 'site', label: 'Site', required: true, isName: true, keeps: true, help: 'It never changes.' }, { name: 'status', label: 'Connection', kind: 'select', initial: 'CONNECTED', options: [['CONNECTED', 'connected'], ['STEP_NEEDED', 'the user has to do something'], ['DISCONNECTED', 'disconnected']] }, { name: 'migrating', label: 'Being migrated: nothing is refreshed', kind: 'check' }, { name: 'last_refresh', label: 'Last refresh', kind: 'time' }, { name: 'last_mfa_required_at', label: 'Last second factor', kind: 'time' }],
    note: 'If it is disabled, saving enables it.',
    see: (row) => `#/refresh/${encodeURIComponent(row.site)}/${encodeURIComponent(row.id)}?kind=user-site`,
    gone: async () => 'Its running task is canceled, and it is not refreshed again. Its tasks stay in the history.',
  },
};
