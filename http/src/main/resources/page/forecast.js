// The forecast's curve: what happened and what will, on one axis, with the present moment marked.
import { Chart, MINUTE, nowLine } from './chart.js';
import { colour } from './theme.js';

class Forecast extends Chart {
  static properties = { result: { attribute: false }, past: { attribute: false } };

  get label() {
    return 'Starts per minute: what happened, the plan, jobs, and channels in use';
  }

  #series() {
    const { result, past } = this;
    const from = result ? Date.parse(result.from) : 0;
    const points = (values, start = from) => (values ?? []).map((n, minute) => [start + minute * MINUTE, n]);
    const minutes = result?.minutes;
    const counted = (name) => (past ?? []).map((minute) => [Date.parse(minute.at), minute[name] ?? 0]);
    const happened = counted('started');
    const rest = minutes?.started.map((n, i) => n - minutes.planned[i] - minutes.jobs[i]);
    return [
      ['Actual starts', 'happened', 'accent', 'line', result?.actual_started ? points(result.actual_started) : happened],
      ['By the plan', 'planned', 'good', 'bar', minutes ? points(minutes.planned) : counted('planned')],
      ['Steps of jobs', 'jobs', 'warn', 'bar', points(minutes?.jobs)],
      ['Schedules and retries', 'rest', 'muted', 'bar', points(rest)],
      ['Channels in use', 'running', 'text', 'line', points(minutes?.running)],
      ['Waiting', 'waiting', 'bad', 'line', points(minutes?.waiting)],
    ];
  }

  draw() {
    if (!this.chart) return;
    const series = this.#series().map(([name, id, shade, type, data], place) => ({
      id, name, type, data, showSymbol: false, stack: type === 'bar' ? 'starts' : undefined, barMaxWidth: 14, animation: false,
      lineStyle: { width: place === 0 ? 1.6 : 1, color: colour(shade), type: place === 0 ? 'solid' : [4, 3] },
      itemStyle: { color: colour(shade) }, z: type === 'line' ? 3 : 2,
      markLine: place === 0 ? nowLine(Date.now()) : undefined,
    }));
    this.drawAll(series);
  }
}

customElements.define('millrace-forecast', Forecast);
