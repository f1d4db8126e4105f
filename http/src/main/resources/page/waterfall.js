// The steps of a job at one logical time on one time axis: what each waited for, and when its attempts ran.
import { LitElement, html, nothing, svg } from 'lit';
import { get } from './api.js';
import { meter } from './parts.js';
import { isOpen, segments, timeAxis } from './waterfall-segments.js';
import { between, clockText, duration, time } from './words.js';

const KINDS = {
  trigger: 'waits for its trigger',
  arrivals: 'waits for arrivals',
  channel: 'waits for a channel',
  run: 'runs',
  retry: 'waits for its retry',
};
const TICKS = 5;
const WIDTH = 1000;
const AGAIN_MS = 900;
const ms = Date.parse;

const total = (all, kind) => all.filter((one) => one.kind === kind).reduce((sum, { from, to }) => sum + to - from, 0);

/** Such as “load: waits for a channel 2 s, runs 40 s (attempt 1 failed), …”. */
function sentence(step, all) {
  const parts = all
    .filter(({ from, to, kind }) => kind === 'run' || to - from >= 1000)
    .map(({ kind, from, to, run }) => `${KINDS[kind]} ${duration(to - from)}${run && kind === 'run' ? ` (attempt ${run.attempt_no}, ${run.status.toLowerCase()})` : ''}`);
  return `${step.step}: ${parts.join(', ') || 'nothing took a second'}`;
}

class Waterfall extends LitElement {
  static properties = {
    job: { attribute: false }, at: { attribute: false }, cells: { attribute: false }, link: { attribute: false }, steps: { state: true },
  };

  #shown = '';
  #fetchedAt = 0;

  constructor() {
    super();
    this.steps = null;
  }

  createRenderRoot() {
    return this;
  }

  /** It is read again when a step has changed, and while a run is open: a start changes no step. */
  willUpdate(changed) {
    if (changed.get('at') || changed.get('job')) this.steps = null;
    const wanted = JSON.stringify([this.job, this.at, this.cells]);
    const again = this.steps?.some(isOpen) && Date.now() - this.#fetchedAt > AGAIN_MS;
    if (this.at && (wanted !== this.#shown || again)) {
      this.#shown = wanted;
      this.#fetch(wanted);
    }
  }

  async #fetch(wanted) {
    this.#fetchedAt = Date.now();
    try {
      const { steps } = await get(`/jobs/${encodeURIComponent(this.job)}/tokens/${encodeURIComponent(this.at)}`);
      if (wanted === this.#shown) this.steps = steps;
    } catch {
      this.#shown = ''; // the view says what is wrong
    }
  }

  render() {
    const now = Date.now();
    const rows = (this.steps ?? []).map((step) => ({ step, all: segments(step, now, ms(this.at)) })).filter(({ all }) => all.length);
    if (!rows.length) return nothing;
    const axis = timeAxis(rows.flatMap(({ all }) => all));
    const { first, last } = axis;
    const late = first - ms(this.at);
    return html`<section class="card waterfall">
      <h2>Waterfall <small>${duration(last - first)} in all${late >= 1000 ? `; it began ${duration(late)} after its logical time` : ''}</small></h2>
      <ol aria-label="Steps on one time axis">
        ${rows.map(({ step, all }) => html`<li data-step=${step.step}>
          <a href=${this.link(step.step)}>${step.step}</a>
          ${this.#bar(step, all, axis)}
          <span class="dim number">${all.some(({ kind }) => kind === 'run') ? duration(total(all, 'run')) : ''}</span>
        </li>`)}
        <li class="axis" aria-hidden="true"><span></span>${this.#ticks(axis)}<span></span></li>
      </ol>
      <p class="legend">${Object.entries(KINDS).map(([kind, text]) => html`<span><i class="key ${kind}" aria-hidden="true"></i>${text}</span>`)}${axis.cuts.length ? html`<span data-is="cuts"><i class="key cut" aria-hidden="true"></i>${axis.cuts.map(({ from, to }) => duration(to - from)).join(', ')} without a run, drawn shorter</span>` : nothing}</p>
      <details><summary>The same as a table</summary>${this.#table(rows)}</details>
    </section>`;
  }

  #bar(step, all, { x, cuts }) {
    return html`<svg viewBox="0 0 1000 20" preserveAspectRatio="none" role="img" aria-label=${sentence(step, all)}>
      ${all.map(({ kind, from, to, run }) => svg`<rect class="${kind} ${kind === 'run' ? run.status.toLowerCase() : ''}" x=${x(from)} y=${kind === 'run' ? 2 : 7} height=${kind === 'run' ? 16 : 6} width=${Math.max(x(to) - x(from), 2)}><title>${KINDS[kind]} ${duration(to - from)}, from ${clockText(new Date(from).toISOString(), true)}</title></rect>`)}
      ${cuts.map((cut) => svg`<rect class="cut" x=${cut.x} y="0" height="20" width=${cut.width}><title>${duration(cut.to - cut.from)} without a run, drawn shorter</title></rect>`)}
    </svg>`;
  }

  #ticks({ time: timeOf }) {
    const at = Array.from({ length: TICKS }, (_, i) => timeOf((WIDTH * i) / (TICKS - 1)));
    return html`<span class="ticks">${at.map((tick) => html`<span>${clockText(new Date(tick).toISOString(), true)}</span>`)}</span>`;
  }

  #table(rows) {
    return html`<table class="list" aria-label="Waterfall">
      <thead><tr><th>Step</th><th>Attempt</th><th>Queued</th><th class="number">Waited for its trigger</th><th class="number">Waited for arrivals</th><th class="number">Waited for a channel</th><th class="number">Ran</th><th class="wide">How it ended</th></tr></thead>
      <tbody>${rows.flatMap(({ step, all }) => (step.runs.length ? [...step.runs].reverse() : [null]).map((run, i) => html`<tr>
        <td>${step.step}</td>
        <td data-label="attempt">${run ? html`<a href="#/task/${encodeURIComponent(run.id)}">${run.attempt_no}</a>` : ''}</td>
        <td>${run ? time(run.created_at, true) : ''}</td>
        <td class="number" data-label="trigger">${i ? '' : duration(total(all, 'trigger'))}</td>
        <td class="number" data-label="arrivals">${i ? '' : duration(total(all, 'arrivals'))}</td>
        <td class="number" data-label="channel">${run ? between(run.created_at, run.started_at || run.finished_at || null) : ''}</td>
        <td class="number" data-label="ran">${run?.started_at ? between(run.started_at, run.finished_at || null) : ''}</td>
        <td class="wide message">${run ? `${run.status.toLowerCase()}${run.message ? `: ${run.message}` : ''}` : step.wait?.text ?? ''}</td>
      </tr>`))}</tbody>
    </table>`;
  }
}

customElements.define('millrace-waterfall', Waterfall);

/** The steps of a job by how long their attempts take. */
class SlowestSteps extends LitElement {
  static properties = { job: { attribute: false }, cells: { attribute: false }, link: { attribute: false }, steps: { state: true } };

  #shown = '';

  constructor() {
    super();
    this.steps = [];
  }

  createRenderRoot() {
    return this;
  }

  willUpdate() {
    const wanted = JSON.stringify([this.job, this.cells]);
    if (wanted !== this.#shown) {
      this.#shown = wanted;
      this.#fetch(wanted);
    }
  }

  async #fetch(wanted) {
    try {
      const { steps } = await get(`/jobs/${encodeURIComponent(this.job)}/durations`);
      if (wanted === this.#shown) this.steps = steps;
    } catch {
      this.#shown = '';
    }
  }

  render() {
    if (!this.steps.length) return nothing;
    const longest = Math.max(1, ...this.steps.map((step) => step.ran_max_ms));
    return html`<section class="card"><h2>Slowest steps <small>over the last 30 times</small></h2>
      <table class="list" aria-label="Slowest steps">
        <thead><tr><th>Step</th><th class="number">Half ran within</th><th class="number">Longest</th><th class="wide"><span class="hidden">Durations</span></th><th class="number">Half waited within</th><th class="number">Attempts</th></tr></thead>
        <tbody>${this.steps.slice(0, 10).map((step) => html`<tr data-step=${step.step}>
          <td><a href=${this.link(step.step)}>${step.step}</a></td>
          <td class="number" data-label="half ran within">${duration(step.ran_p50_ms)}</td>
          <td class="number" data-label="longest"><a href="#/task/${encodeURIComponent(step.slowest_task)}">${duration(step.ran_max_ms)}</a></td>
          <td class="wide">${meter(step.ran_p50_ms, longest)}</td>
          <td class="number" data-label="half waited within">${duration(step.waited_p50_ms)}</td>
          <td class="number" data-label="attempts">${step.attempts}${step.failed ? html` <span class="dim">${step.failed} failed</span>` : nothing}</td>
        </tr>`)}</tbody>
      </table></section>`;
  }
}

customElements.define('millrace-slowest-steps', SlowestSteps);
