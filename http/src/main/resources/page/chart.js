// What all charts over time share: their place in the page, their size, their colours and their axes.
import { LitElement, html } from 'lit';
import { colour } from './theme.js';
import { clockText } from './words.js';

export const MINUTE = 60_000;

const clock = (t) => clockText(new Date(t).toISOString());

/** A line at this time; the charts that have one show it in one of their series. */
export const nowLine = (at, opacity) => ({
  symbol: 'none', silent: true, animation: false,
  label: { formatter: 'now', color: colour('text'), distance: 2 },
  lineStyle: { color: colour('text'), type: 'solid', width: 1, opacity },
  data: [{ xAxis: at }],
});

/** A subclass has a label and draws itself, again from the start if told so. */
export class Chart extends LitElement {
  #size = new ResizeObserver(() => this.chart?.resize());
  #themed = () => this.draw(true);

  constructor() {
    super();
    this.chart = null;
  }

  createRenderRoot() {
    return this;
  }

  render() {
    return html`<div class="chart" role="img" aria-label=${this.label}></div>`;
  }

  async firstUpdated() {
    const echarts = await import('echarts');
    if (!this.isConnected) return;
    const box = this.querySelector('.chart');
    this.chart = echarts.init(box, null, { renderer: 'canvas' });
    this.#size.observe(box);
    addEventListener('theme', this.#themed);
    this.draw(true);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('theme', this.#themed);
    this.#size.disconnect();
    this.chart?.dispose();
  }

  updated() {
    this.draw();
  }

  /** Shows these series, with new axes. The inner zoom may begin with a part of the time. */
  drawAll(series, shown = {}) {
    const line = { lineStyle: { color: colour('line') } };
    const axis = { axisLine: line, axisLabel: { color: colour('muted') }, splitLine: line };
    this.chart.setOption({
      animation: false,
      grid: { left: 8, right: 12, top: 48, bottom: 56, containLabel: true },
      legend: { top: 0, left: 0, itemWidth: 14, itemHeight: 8, textStyle: { color: colour('muted') }, inactiveColor: colour('line') },
      // Drawn on the canvas: as HTML it would need styles that the page's policy does not allow.
      tooltip: { trigger: 'axis', renderMode: 'richText', backgroundColor: colour('raised'), borderColor: colour('line'), textStyle: { color: colour('text'), fontSize: 12 }, axisPointer: { lineStyle: { color: colour('muted') } } },
      xAxis: { type: 'time', ...axis, splitLine: { show: false }, axisLabel: { ...axis.axisLabel, hideOverlap: true, formatter: clock } },
      yAxis: { type: 'value', minInterval: 1, ...axis, axisLine: { show: false } },
      dataZoom: [
        { type: 'inside', zoomOnMouseWheel: 'ctrl', ...shown },
        { type: 'slider', height: 22, bottom: 8, borderColor: colour('line'), fillerColor: colour('shade'), dataBackground: { lineStyle: { color: colour('muted') }, areaStyle: { color: colour('shade') } }, textStyle: { color: colour('muted') }, labelFormatter: clock },
      ],
      series,
    }, true);
  }
}
