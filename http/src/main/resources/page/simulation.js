// Simulations: starts one, waits until it is done, and says in a sentence what it found.
import { get, post } from './api.js';
import { duration, number } from './words.js';

const LOOK_MS = 700;

/** Starts a simulation and waits for it. Calls back with its progress, from 0 to 1. */
export async function simulate(request, progress = () => {}, goOn = () => true) {
  const { id } = await post('/simulations', request);
  for (;;) {
    const simulation = await get(`/simulations/${id}`);
    progress(simulation.progress);
    if (simulation.state === 'failed') throw new Error(simulation.error);
    if (simulation.state === 'done') return simulation;
    if (!goOn()) return null;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** The longest waiting time of a system that 95 % of its tasks do not exceed. */
export const waitingP95 = ({ pools }) => Math.max(0, ...pools.flatMap((pool) => pool.systems.map((system) => system.p95_ms)));

export const most = (values) => values.reduce((a, b) => Math.max(a, b), 0);

export const waited = (ms) => (ms < 1000 ? '< 1 s' : duration(ms));

const percent = (part) => `${part > 0 ? '+' : part < 0 ? '−' : ''}${Math.abs(100 * part).toFixed(1)} %`;

/** How right the simulation of a past day was. */
export function backTestText({ expected, actual, total_error: total, per_minute_error: minutes }) {
  if (!actual) return `${number(expected)} starts expected, and nothing happened on that day`;
  return `${number(expected)} starts expected, ${number(actual)} happened: ${percent(total)} in all, ${(100 * minutes).toFixed(1)} % minute by minute`;
}

const KINDS = { slower: 'is slower', faster: 'is faster', grown: 'has more work', shrunk: 'has less work', 'node-lost': 'was lost' };

export const differenceText = ({ kind, name }) => `${name} ${KINDS[kind] ?? kind}`;

const DAY = 86_400_000;
export const dayText = (ms) => new Date(ms).toISOString().slice(0, 10);
export const tomorrow = () => dayText(Date.now() + DAY);
export const yesterday = () => dayText(Date.now() - DAY);

/** The newest simulation of a day as it will be, without changes; null if there is none. */
export const doneOf = (simulations, day) => simulations.find(({ state, request }) => state === 'done' && request.date === day && !request.changes) ?? null;

/** How right the newest simulation of yesterday was; null if nobody has asked for one. */
export async function newestBackTest() {
  const { simulations } = await get('/simulations');
  const found = doneOf(simulations, yesterday());
  return found ? ((await get(`/simulations/${found.id}`)).result?.back_test ?? null) : null;
}
