// The forecast's curve: what happened and what will, on one axis, with the present moment marked.
import { LitElement, html } from 'lit';
import { colour } from './theme.js';
import { clockText } from './words.js';

const MINUTE = 60_000;

class Forecast extends LitElement {
  static properties = { result: { attribute: false }, past: { attribute: false } };

  #chart = null;
  #size = new ResizeObserver(() => this.#chart?.resize());
  #themed = () => this.#draw();

  createRenderRoot() {
    return this;
  }

  render() {
    return html`<div class="chart" role="img" aria-label="Starts per minute: what happened, the plan, jobs, and channels in use"></div>`;
  }

  async firstUpdated() {
    const echarts = await import('echarts');
    if (!this.isConnected) return;
    const box = this.querySelector('.chart');
    this.#chart = echarts.init(box, null, { renderer: 'canvas' });
    this.#size.observe(box);
    addEventListener('theme', this.#themed);
    this.#draw();
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

  #series() {
    const { result, past } = this;
    const from = result ? Date.parse(result.from) : 0;
    const points = (values, start = from) => (values ?? []).map((n, minute) => [start + minute * MINUTE, n]);
    const minutes = result?.minutes;
    const happened = (past ?? []).map((minute) => [Date.parse(minute.at), minute.started ?? 0]);
    const rest = minutes?.started.map((n, i) => n - minutes.planned[i] - minutes.jobs[i]);
    return [
      ['Actual starts', 'happened', 'accent', 'line', result?.actual_started ? points(result.actual_started) : happened],
      ['By the plan', 'planned', 'good', 'bar', points(minutes?.planned)],
      ['Steps of jobs', 'jobs', 'warn', 'bar', points(minutes?.jobs)],
      ['Schedules and retries', 'rest', 'muted', 'bar', points(rest)],
      ['Channels in use', 'running', 'text', 'line', points(minutes?.running)],
      ['Waiting', 'waiting', 'bad', 'line', points(minutes?.waiting)],
    ];
  }

  #draw() {
    if (!this.#chart) return;
    const axis = { axisLine: { lineStyle: { color: colour('line') } }, axisLabel: { color: colour('muted') }, splitLine: { lineStyle: { color: colour('line') } } };
    const series = this.#series().map(([name, id, shade, type, data], place) => ({
      id, name, type, data, showSymbol: false, stack: type === 'bar' ? 'starts' : undefined, barMaxWidth: 14, animation: false,
      lineStyle: { width: place === 0 ? 1.6 : 1, color: colour(shade), type: place === 0 ? 'solid' : [4, 3] },
      itemStyle: { color: colour(shade) }, z: type === 'line' ? 3 : 2,
      markLine: place === 0 ? { symbol: 'none', silent: true, animation: false, label: { formatter: 'now', color: colour('text'), distance: 2 }, lineStyle: { color: colour('text'), type: 'solid', width: 1 }, data: [{ xAxis: Date.now() }] } : undefined,
    }));
    this.#chart.setOption({
      animation: false,
      grid: { left: 8, right: 12, top: 48, bottom: 56, containLabel: true },
      legend: { top: 0, left: 0, itemWidth: 14, itemHeight: 8, textStyle: { color: colour('muted') }, inactiveColor: colour('line') },
      // Drawn on the canvas: as HTML it would need styles that the page's policy does not allow.
      tooltip: { trigger: 'axis', renderMode: 'richText', backgroundColor: colour('raised'), borderColor: colour('line'), textStyle: { color: colour('text'), fontSize: 12 } },
      xAxis: { type: 'time', ...axis, splitLine: { show: false }, axisLabel: { ...axis.axisLabel, hideOverlap: true, formatter: (t) => clockText(new Date(t).toISOString()) } },
      yAxis: { type: 'value', minInterval: 1, ...axis, axisLine: { show: false } },
      dataZoom: [
        { type: 'inside', zoomOnMouseWheel: 'ctrl' },
        { type: 'slider', height: 22, bottom: 8, borderColor: colour('line'), fillerColor: colour('shade'), textStyle: { color: colour('muted') } },
      ],
      series,
    }, true);
  }
}

customElements.define('millrace-forecast', Forecast);
