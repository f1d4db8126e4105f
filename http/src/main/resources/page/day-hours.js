// The day hour by hour: the numbers of its curve, each with the way to what it counts.
import { LitElement, html, nothing } from 'lit';
import { endedBetween, queuedBetween } from './day-links.js';
import { number, time } from './words.js';

const HOUR = 3_600_000;

const COLUMNS = [
  ['Planned', 'planned', null],
  ['Queued', 'queued', (from, to) => queuedBetween(from, to, {})],
  ['Succeeded', 'success', (from, to) => endedBetween(from, to, { status: 'SUCCESS' })],
  ['Failed', 'failed', (from, to) => endedBetween(from, to, { status: 'FAILED' })],
  ['Skipped', 'skipped', null],
  ['Missed', 'missed', null],
];

/** Hours in which something was planned or happened, the first one first. */
export function hours(minutes) {
  const found = new Map();
  for (const minute of minutes) {
    const from = Math.floor(Date.parse(minute.at) / HOUR) * HOUR;
    const hour = found.get(from) ?? { from };
    for (const [, name] of COLUMNS) hour[name] = (hour[name] ?? 0) + (minute[name] ?? 0);
    if (minute.state === 'missed') hour.missed += minute.planned ?? 0;
    found.set(from, hour);
  }
  return [...found.values()].sort((a, b) => a.from - b.from);
}

class DayHours extends LitElement {
  static properties = { day: { attribute: false }, open: { attribute: false } };

  createRenderRoot() {
    return this;
  }

  /** A link that leads here shows it, once the view has its place. */
  updated(changed) {
    if (changed.has('open') && this.open) requestAnimationFrame(() => requestAnimationFrame(() => this.scrollIntoView({ block: 'nearest' })));
  }

  render() {
    return html`<details class="hours" ?open=${this.open}><summary>Hour by hour</summary>
      <table class="list" aria-label="The day, hour by hour">
        <thead><tr><th>From</th>${COLUMNS.map(([title]) => html`<th class="number">${title}</th>`)}</tr></thead>
        <tbody>${hours(this.day.minutes).map((hour) => html`<tr>
          <td>${time(new Date(hour.from).toISOString())}</td>
          ${COLUMNS.map(([title, name, href]) => html`<td class="number" data-label=${title.toLowerCase()}>${href && hour[name] ? html`<a href=${href(hour.from, hour.from + HOUR)}>${number(hour[name])}</a>` : hour[name] ? number(hour[name]) : nothing}</td>`)}
        </tr>`)}</tbody>
      </table>
    </details>`;
  }
}

customElements.define('millrace-day-hours', DayHours);
