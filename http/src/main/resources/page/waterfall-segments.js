// What happened to a step and when, and the time axis on which all steps of a run are drawn. Nothing here draws.
const ms = Date.parse;
const WIDTH = 1000;
const SHORTEST_MS = 1000;

/** A cut is this long, as a part of all the time in which something was queued or ran. Less than a minute is never cut. */
const CUT = 0.15;
const SHORTEST_CUT_MS = 60_000;

/** Such as trigger/daily, or reports/load/trigger/daily. */
const isTrigger = (source) => source.split('@')[0].split('/').at(-2) === 'trigger';

/** How long it waited for its triggers, from the logical time on, and then for what else has to arrive. */
function waits(step, now, logicalTime, queued) {
  const open = step.state === 'WAITING' ? now : null;
  const at = (list) => list.map((one) => ms(one.at)).sort((a, b) => a - b);
  const fires = at(step.arrived.filter(({ source }) => isTrigger(source)));
  const others = at(step.arrived.filter(({ source }) => !isTrigger(source)));
  const waitsForTrigger = (step.missing ?? []).some(isTrigger);
  const all = [];
  const fired = waitsForTrigger ? open : fires.at(-1) ?? null;
  if (fired !== null && logicalTime < fired) all.push({ kind: 'trigger', from: logicalTime, to: fired });
  const arrived = [...fires, ...others].sort((a, b) => a - b);
  if (arrived.length) {
    const from = Math.max(arrived[0], fires.at(-1) ?? 0);
    const to = queued ?? open ?? arrived.at(-1);
    if (to >= from) all.push({ kind: 'arrivals', from, to });
  }
  return all;
}

/**
 * What happened to a step, in its order: kind, begin and end, with the attempt if there is one.
 *
 * @param at its logical time
 */
export function segments(step, now, at) {
  const runs = [...step.runs].reverse();
  const all = waits(step, now, at, runs.length ? ms(runs[0].created_at) : null);
  const add = (kind, from, to, run) => to >= from && all.push({ kind, from, to, run });
  runs.forEach((run, i) => {
    const queued = ms(run.created_at);
    const started = run.started_at ? ms(run.started_at) : null;
    const ended = run.finished_at ? ms(run.finished_at) : now;
    if (i > 0 && run.reason === 'retry') add('retry', ms(runs[i - 1].finished_at), queued, run);
    add('channel', queued, started ?? ended, run);
    if (started) add('run', started, ended, run);
  });
  if (step.next_retry && runs.length) add('retry', ms(runs.at(-1).finished_at), Math.max(now, ms(step.next_retry)));
  return all;
}

/** Whether something goes on, so that it looks different a moment later. */
export const isOpen = (step) => step.state === 'ACTIVE' || step.runs.some((run) => !run.finished_at);

/** The times in which anything was queued or ran, joined where they meet. */
function busy(all) {
  const joined = [];
  for (const { from, to } of all.filter(({ kind }) => kind === 'run' || kind === 'channel').sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/**
 * The axis of these segments. A long time in which nothing was queued or ran is cut, so that a run days later does not
 * squeeze the others.
 *
 * @returns first and last; `x` of a time, from 0 to 1,000; `time` of such a place; and the cuts, with from and to
 */
export function timeAxis(all) {
  const first = Math.min(...all.map(({ from }) => from));
  const last = Math.max(first + SHORTEST_MS, ...all.map(({ to }) => to));
  const times = busy(all);
  const spent = times.reduce((sum, { from, to }) => sum + to - from, 0);
  const shown = Math.max(SHORTEST_MS, spent * CUT);
  const parts = [];
  let at = first;
  const add = (from, to, isBusy) => {
    if (to <= from) return;
    const cut = !isBusy && to - from > Math.max(SHORTEST_CUT_MS, spent);
    parts.push({ from, to, cut, length: cut ? shown : to - from });
  };
  for (const { from, to } of times) {
    add(at, from, false);
    add(Math.max(at, from), to, true);
    at = Math.max(at, to);
  }
  add(at, last, false);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  let begin = 0;
  for (const part of parts) {
    part.x = (WIDTH * begin) / length;
    part.width = (WIDTH * part.length) / length;
    begin += part.length;
  }
  const within = (value, begin, size) => Math.min(1, Math.max(0, (value - begin) / size));
  const x = (time) => {
    const part = parts.find(({ to }) => time <= to) ?? parts.at(-1);
    return part.x + part.width * within(time, part.from, part.to - part.from);
  };
  const time = (place) => {
    const part = parts.find((one) => place <= one.x + one.width) ?? parts.at(-1);
    return part.from + (part.to - part.from) * within(place, part.x, part.width);
  };
  return { first, last, x, time, cuts: parts.filter(({ cut }) => cut) };
}
