// The steps of a job as a picture: what leads where, and how each stands at one logical time.
import { LitElement, html, nothing, svg } from 'lit';
import { isAtOnce, layout } from './layers.js';
import { look, sign, standing } from './job-words.js';
import { clockText } from './words.js';

const WIDTH = 182;
const HEIGHT = 46;
const EDGE = 26;
const SMALLEST = 0.78;
const NARROW = 600;
const short = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

class JobGraph extends LitElement {
  static properties = { graph: { attribute: false }, job: {}, cells: { attribute: false }, next: { attribute: false }, link: { attribute: false }, chosen: {}, width: { state: true } };

  #known = '';
  #layout = null;
  #sized = new ResizeObserver(([{ contentRect }]) => (this.width = contentRect.width));

  constructor() {
    super();
    this.cells = {};
    this.next = {};
    this.link = null;
    this.chosen = '';
    this.width = 0;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.width = this.clientWidth;
    this.#sized.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#sized.disconnect();
  }

  /** Laid out again only if it is another graph. */
  get #laid() {
    const key = JSON.stringify(this.graph);
    if (key !== this.#known) {
      this.#known = key;
      this.#layout = [layout(this.graph), layout(this.graph, true)];
    }
    return this.#layout;
  }

  /** Along the lines and across them: from left to right, or where that is too narrow from top to bottom. */
  get #size() {
    const [wide, long] = this.#laid;
    const right = { laid: wide, along: WIDTH, across: HEIGHT, gap: 58, beside: 20, point: (a, c) => [a, c] };
    const down = { laid: long, along: HEIGHT, across: WIDTH, gap: 46, beside: 12, point: (a, c) => [c, a] };
    const all = ({ laid, along, across, gap, beside, point }) => point(2 * EDGE + laid.layers * (along + gap) - gap, 2 * EDGE + laid.room * (across + beside) + across);
    const fits = (size) => all(size)[0] * SMALLEST <= this.width;
    const best = fits(right) || (this.width >= NARROW && !fits(down)) ? right : down;
    return { ...best, all: all(best) };
  }

  render() {
    const size = this.#size;
    const { laid, all: [width, height] } = size;
    const at = ({ layer, at: place }) => ({ a: EDGE + layer * (size.along + size.gap), c: EDGE + place * (size.across + size.beside) });
    return html`
      <div class="graph" tabindex="0" role="group" aria-label="The steps, and what leads to what">
        <svg viewBox="0 0 ${width} ${height}" width=${width}>
          ${laid.lines.map(({ edge, points }) => this.#line(edge, points.map(at), size, this.#beside(edge, laid.lines)))}
          ${laid.back.map((edge) => this.#back(edge, at(laid.places.get(edge.from)), at(laid.places.get(edge.to)), size))}
          ${this.graph.nodes.map((node) => this.#node(node, size.point(...Object.values(at(laid.places.get(node.id))))))}
        </svg>
      </div>
      ${this.#legend()}`;
  }

  /** It is drawn smaller to fit, but not too small to be read. */
  updated() {
    const drawn = this.querySelector('.graph svg');
    drawn.style.minWidth = `${Math.floor(drawn.viewBox.baseVal.width * SMALLEST)}px`;
  }

  /** Two lines between the same boxes are not on top of each other. */
  #beside(edge, lines) {
    const same = lines.filter((line) => line.edge.from === edge.from && line.edge.to === edge.to);
    return (same.findIndex((line) => line.edge === edge) - (same.length - 1) / 2) * 16;
  }

  /** Through the places between its ends, each passed straight on. */
  #line(edge, points, size, beside) {
    const middle = size.across / 2 + beside;
    const path = [];
    points.forEach(({ a, c }, i) => {
      if (i > 0) {
        const from = points[i - 1].a + size.along;
        const half = (a - from) / 2;
        path.push(['C', [from + half, points[i - 1].c + middle], [a - half, c + middle], [a, c + middle]]);
      }
      if (i < points.length - 1) path.push([i ? 'L' : 'M', [a + size.along, c + middle]]);
    });
    const last = points.at(-1);
    const before = points.at(-2);
    const mark = [last.a - size.gap / 2, (last.c + before.c) / 2 + middle];
    return this.#drawn(edge, path, [last.a, last.c + middle], mark, size);
  }

  /** What comes from another logical time bends round. */
  #back(edge, from, to, size) {
    const path = [['M', [from.a + size.along, from.c + 12]], ['C', [from.a + size.along + 40, from.c - 26], [to.a - 40, to.c - 26], [to.a, to.c + 12]]];
    return this.#drawn(edge, path, [to.a, to.c + 12], [(from.a + size.along + to.a) / 2, Math.min(from.c, to.c) - 14], size);
  }

  #drawn(edge, path, tip, mark, size) {
    const text = ([a, c]) => size.point(a, c).map((n) => n.toFixed(1)).join(' ');
    const [a, c] = tip;
    const taken = isAtOnce(edge) && this.#isTaken(edge);
    const label = isAtOnce(edge) ? (edge.on === 'failure' ? '✕' : '') : `${edge.on === 'failure' ? '✕ ' : ''}@${edge.offset}`;
    return svg`<g class="edge ${edge.on} ${taken ? 'taken' : ''}" aria-hidden="true">
      <path d=${path.map(([letter, ...points]) => `${letter}${points.map(text).join(' ')}`).join('')}></path>
      <path class="tip" d=${`M${text([a, c])}L${text([a - 7, c - 4])}L${text([a - 7, c + 4])}Z`}></path>
      ${label ? svg`<text class="mark" x=${size.point(...mark)[0]} y=${size.point(...mark)[1] + 4}>${label}</text>` : nothing}
    </g>`;
  }

  /** Whether it has happened at this time; of another time nothing is known here. */
  #isTaken({ from, to, on }) {
    const cell = (id) => this.cells[this.#own(id)?.name]?.state;
    if (on === 'fire') return cell(to) !== undefined && cell(to) !== 'WAITING';
    return cell(from) === (on === 'failure' ? 'FAILED' : 'SUCCESS');
  }

  #own(id) {
    return this.graph.nodes.find((node) => node.id === id && node.kind === 'step' && node.job_id === this.job);
  }

  #node(node, [x, y]) {
    const own = node.job_id === this.job;
    const isStep = node.kind === 'step';
    const cell = own && isStep ? this.cells[node.name] : null;
    const isJoin = isStep && node.run === '';
    const what = !own ? `${isStep ? '' : 'trigger, '}of ${node.job}` : isStep ? `${isJoin ? 'join, ' : ''}${this.link ? standing(cell, node.threshold) : node.run || 'no run'}` : this.#fires(node.name);
    const state = !isStep ? 'trigger' : !own ? 'other' : this.link ? look(cell?.state) : 'plain';
    const shape = isJoin
      ? svg`<path class="box" d=${`M14 0H${WIDTH - 14}L${WIDTH} ${HEIGHT / 2}L${WIDTH - 14} ${HEIGHT}H14L0 ${HEIGHT / 2}Z`}></path>`
      : svg`<rect class="box" width=${WIDTH} height=${HEIGHT} rx=${isStep ? 8 : HEIGHT / 2}></rect>`;
    const name = `${isStep ? 'Step' : 'Trigger'} ${node.name}: ${what}`;
    return svg`<a class="node ${state} ${own ? '' : 'foreign'} ${own && isStep && node.name === this.chosen ? 'chosen' : ''}" href=${this.link ? this.link(node) : nothing} aria-label=${name} transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">
      <title>${name}</title>${shape}
      ${isStep ? svg`<circle cx="23" cy=${HEIGHT / 2} r="10"></circle><text class="sign" aria-hidden="true" x="23" y=${HEIGHT / 2 + 4.5}>${own ? sign(cell?.state) : '↗'}</text>` : svg`<g class="clock"><circle cx="23" cy=${HEIGHT / 2} r="9"></circle><path d=${`M23 ${HEIGHT / 2 - 5}v5l4 2.5`}></path></g>`}
      <text class="name" x="41" y="20">${short(node.name, 20)}</text><text class="what" x="41" y="35">${short(what, 23)}</text>
    </a>`;
  }

  #fires(name) {
    return this.next[name] ? `next ${clockText(this.next[name], true)}` : 'no more fires';
  }

  #legend() {
    const has = (test) => this.graph.edges.some(test);
    const later = this.graph.edges.find((edge) => !isAtOnce(edge));
    return html`<p class="legend dim">
      ${has(({ on }) => on === 'failure') ? html`<span><svg width="34" height="10" aria-hidden="true">${svg`<g class="edge failure"><path d="M0 5H30"></path></g>`}</svg> ✕ on failure</span>` : nothing}
      ${this.graph.nodes.some((node) => node.kind === 'step' && node.run === '') ? html`<span>⬡ join: runs nothing itself</span>` : nothing}
      ${later ? html`<span>@${later.offset}: of the logical time ${later.offset.replace('-', '')} ${later.offset.startsWith('-') ? 'later' : 'before'}</span>` : nothing}
      ${this.graph.nodes.some((node) => node.job_id !== this.job) ? html`<span>↗ of another job</span>` : nothing}
    </p>`;
  }
}

customElements.define('millrace-job-graph', JobGraph);
