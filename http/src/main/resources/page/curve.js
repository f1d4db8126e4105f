// The day's curve: what was planned against what ran, per minute, with the present moment marked.
import { LitElement, html } from 'lit';
import { colour } from './theme.js';
import { clockText } from './words.js';

const MINUTE = 60_000;
const SERIES = [
  ['Planned', 'planned', 'muted', 'line'],
  ['Started', 'started', 'accent', 'line'],
  ['Succeeded', 'success', 'good', 'bar'],
  ['Failed', 'failed', 'bad', 'bar'],
  ['Skipped', 'skipped', 'warn', 'bar'],
];

class Curve extends LitElement {
  static properties = { day: { attribute: false }, past: { attribute: false } };

  #chart = null;
  #date = '';
  #size = new ResizeObserver(() => this.#chart?.resize());
  #themed = () => this.#draw(true);

  createRenderRoot() {
    return this;
  }

  render() {
    return html`<div class="chart" role="img" aria-label="Refreshes per minute: planned, started, succeeded, failed and skipped"></div>`;
  }

  async firstUpdated() {
    const echarts = await import('echarts');
    if (!this.isConnected) return;
    const box = this.querySelector('.chart');
    this.#chart = echarts.init(box, null, { renderer: 'canvas' });
    this.#size.observe(box);
    addEventListener('theme', this.#themed);
    this.#draw(true);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('theme', this.#themed);
    this.#size.disconnect();
    this.#chart?.dispose();
  }

  updated() {
    this.#draw();
  }

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

  #draw(again = false) {
    if (!this.#chart || !this.day?.minutes.length) return;
    const whole = again || this.#date !== this.day.date; // another day has another axis
    this.#date = this.day.date;
    const now = Date.parse(this.day.at);
    const axis = { axisLine: { lineStyle: { color: colour('line') } }, axisLabel: { color: colour('muted') }, splitLine: { lineStyle: { color: colour('line') } } };
    const series = SERIES.map(([name, key, shade, type], place) => ({
      id: key, name, type, data: this.#points(key), showSymbol: false, stack: type === 'bar' ? 'ended' : undefined,
      step: key === 'planned' ? 'end' : undefined, barMaxWidth: 14,
      lineStyle: { width: key === 'planned' ? 1 : 1.6, color: colour(shade), type: key === 'planned' ? [4, 3] : 'solid' },
      itemStyle: { color: colour(shade) }, z: type === 'line' ? 3 : 2, animation: false,
      markLine: place === 1 && !this.past ? { symbol: 'none', silent: true, animation: false, label: { formatter: 'now', color: colour('text'), distance: 2 }, lineStyle: { color: colour('text'), type: 'solid', width: 1, opacity: 0.5 }, data: [{ xAxis: now }] } : undefined,
    }));
    if (!whole) {
      this.#chart.setOption({ series });
      return;
    }
    this.#chart.setOption({
      animation: false,
      grid: { left: 8, right: 12, top: 48, bottom: 56, containLabel: true },
      legend: { top: 0, left: 0, itemWidth: 14, itemHeight: 8, textStyle: { color: colour('muted') }, inactiveColor: colour('line') },
      // Drawn on the canvas: as HTML it would need styles that the page's policy does not allow.
      tooltip: { trigger: 'axis', renderMode: 'richText', backgroundColor: colour('raised'), borderColor: colour('line'), textStyle: { color: colour('text'), fontSize: 12 }, axisPointer: { lineStyle: { color: colour('muted') } } },
      xAxis: { type: 'time', ...axis, splitLine: { show: false }, axisLabel: { ...axis.axisLabel, hideOverlap: true, formatter: (t) => clockText(new Date(t).toISOString()) } },
      yAxis: { type: 'value', minInterval: 1, ...axis, axisLine: { show: false } },
      dataZoom: [
        { type: 'inside', zoomOnMouseWheel: 'ctrl', ...this.#shown(now) },
        { type: 'slider', height: 22, bottom: 8, borderColor: colour('line'), fillerColor: colour('shade'), dataBackground: { lineStyle: { color: colour('muted') }, areaStyle: { color: colour('shade') } }, textStyle: { color: colour('muted') }, labelFormatter: (t) => clockText(new Date(t).toISOString()) },
      ],
      series,
    }, true);
  }
}

customElements.define('millrace-curve', Curve);
