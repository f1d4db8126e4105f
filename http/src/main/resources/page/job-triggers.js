// The triggers of a job: what comes next, what was fired, and what was missed and can be fired by hand.
import { html, nothing } from 'lit';
import { post } from './api.js';
import { ask, emptyState } from './parts.js';
import { clockText, duration, number, time, words } from './words.js';

const SHOWN = 3;
const CATCH_UP = { none: 'does not catch up', earliest: 'catches up, the earliest first', latest: 'catches up, the latest first', random: 'catches up, in any order' };

export function triggers(view, data) {
  const { job } = data;
  return html`<section class="card triggers">
    <h2>Triggers</h2>
    ${data.triggers.length ? data.triggers.map((trigger) => one(view, job, trigger, data.missed.find(({ name }) => name === trigger.name))) : emptyState('It has no trigger', 'Its steps run when a step of another job has ended, or by hand.')}
  </section>`;
}

function one(view, job, trigger, fires) {
  const { last_fire: last, next: [next] } = trigger;
  return html`<div class="trigger" data-trigger=${trigger.name}>
    <b>${trigger.name}</b> <span class="dim">${trigger.schedule}${trigger.offset === '0s' ? '' : `, due ${trigger.offset} after its logical time`}; ${CATCH_UP[trigger.catchup]}</span>
    <dl class="facts">
      <div class="fact"><dt>Next fire</dt><dd>${job.paused ? 'when unpaused' : next ? time(next.due_at, true) : 'none'}</dd></div>
      <div class="fact"><dt>Last fire</dt><dd>${last ? html`${time(last.logical_time, true)} <span class="dim">${last.late_seconds >= 1 ? `${duration(last.late_seconds * 1000)} late` : 'in time'}</span>` : 'none yet'}</dd></div>
      <div class="fact"><dt>Fired</dt><dd>${number(trigger.fired)}${trigger.caught_up ? `, ${number(trigger.caught_up)} caught up` : ''}${trigger.waiting ? `, ${number(trigger.waiting)} to catch up` : ''}</dd></div>
      <div class="fact"><dt>Missed</dt><dd>${trigger.missed ? html`<span class="badge warn"><i aria-hidden="true"></i>${number(trigger.missed)}</span>` : 'none'}</dd></div>
    </dl>
    ${fires?.missed_ranges.length ? html`<ol class="timeline missed">${fires.missed_ranges.slice(0, SHOWN).map((range) => missed(view, job, trigger, range))}</ol>` : nothing}
    ${fires?.missed_ranges.length > SHOWN ? html`<details><summary>What it missed before</summary>
      <ol class="timeline missed">${fires.missed_ranges.slice(SHOWN).map((range) => missed(view, job, trigger, range))}</ol></details>` : nothing}
  </div>`;
}

function missed(view, job, trigger, range) {
  const one = range.first === range.last;
  return html`<li>
    ${one ? time(range.first, true) : html`${time(range.first, true)} to ${time(range.last, true)}`}
    <span class="dim">${range.at_least ? 'at least ' : ''}${number(range.fires)} ${range.fires === 1 ? 'fire' : 'fires'}, ${reason(range.reason)}</span>
    ${range.made_good_at ? html`<span class="badge good"><i aria-hidden="true"></i>fired by hand at ${clockText(range.made_good_at)}</span>` : view.mayChange ? html`<button @click=${() => fire(view, job, trigger, range)}>Fire…</button>` : nothing}
  </li>`;
}

const reason = (name) => ({ 'catchup-none': 'because it does not catch up', 'over-the-cap': 'more than are caught up at once' })[name] ?? words(name);

/** Counted first, then a person decides. */
async function fire(view, job, trigger, { first, last }) {
  const path = `/jobs/${job.id}/triggers/${encodeURIComponent(trigger.name)}/fire`;
  const counted = await view.act(() => post(path, { first, last, dry_run: true }));
  if (!counted) return;
  const many = `${number(counted.fires)} ${counted.fires === 1 ? 'time' : 'times'}`;
  const title = `Fire ${trigger.name} ${many}?`;
  if (await ask({ title, text: `From ${clockText(counted.first, true)} to ${clockText(counted.last, true)}, with the lowest priority. Steps that already ran for one of these times are skipped.`, action: 'Fire them' })) {
    view.act(() => post(path, { first, last, dry_run: false }), (done) => `${number(done.fires)} will fire`);
  }
}
