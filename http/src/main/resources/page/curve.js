// The day's curve: what was planned against what ran, per minute, with the present moment marked.
import { Chart, MINUTE, nowLine } from './chart.js';
import { endedBetween } from './day-links.js';
import { colour } from './theme.js';

const STATUS = { success: 'SUCCESS', failed: 'FAILED' };
const SERIES = [
  ['Planned', 'planned', 'muted', 'line'],
  ['Started', 'started', 'accent', 'line'],
  ['Succeeded', 'success', 'good', 'bar'],
  ['Failed', 'failed', 'bad', 'bar'],
  ['Skipped', 'skipped', 'warn', 'bar'],
];

class Curve extends Chart {
  static properties = { day: { attribute: false }, past: { attribute: false } };

  get label() {
    return 'Refreshes per minute: planned, started, succeeded, failed and skipped';
  }
  #date = '';

  /** Every minute from the first to the last: one without anything is zero, not a gap. */
  #points(name) {
    const { minutes, at } = this.day;
    const found = new Map(minutes.map((minute) => [Date.parse(minute.at), minute[name] ?? 0]));
    const first = Date.parse(minutes[0].at);
    const last = Date.parse(minutes.at(-1).at);
    const until = this.past || name === 'planned' ? last : Date.parse(at);
    const points = [];
    for (let t = first; t <= until; t += MINUTE) points.push([t, found.get(t) ?? 0]);
    return points;
  }

  /** Around now; a whole day if it is over. */
  #shown(now) {
    const first = Date.parse(this.day.minutes[0].at);
    return this.past ? { startValue: first, endValue: Date.parse(this.day.minutes.at(-1).at) } : { startValue: Math.max(now - 90 * MINUTE, first), endValue: now + 30 * MINUTE };
  }

  async firstUpdated() {
    await super.firstUpdated();
    this.chart?.on('click', ({ seriesId, value }) => this.#list(seriesId, value[0]));
  }

  /** A bar leads to the tasks of its minute. */
  #list(key, from) {
    if (STATUS[key]) location.hash = endedBetween(from, from + MINUTE, { status: STATUS[key] });
  }

  draw(again = false) {
    if (!this.chart || !this.day?.minutes.length) return;
    const whole = again || this.#date !== this.day.date; // another day has another axis
    this.#date = this.day.date;
    const now = Date.parse(this.day.at);
    const series = SERIES.map(([name, key, shade, type], place) => ({
      id: key, name, type, data: this.#points(key), showSymbol: false, stack: type === 'bar' ? 'ended' : undefined,
      step: key === 'planned' ? 'end' : undefined, barMaxWidth: 14, cursor: STATUS[key] ? 'pointer' : 'default',
      lineStyle: { width: key === 'planned' ? 1 : 1.6, color: colour(shade), type: key === 'planned' ? [4, 3] : 'solid' },
      itemStyle: { color: colour(shade) }, z: type === 'line' ? 3 : 2, animation: false,
      markLine: place === 1 && !this.past ? nowLine(now, 0.5) : undefined,
    }));
    if (whole) this.drawAll(series, this.#shown(now));
    else this.chart.setOption({ series });
  }
}

customElements.define('millrace-curve', Curve);
