// What all views have in common: they show what they fetched last, and fetch again when something has changed.
import { LitElement, html } from 'lit';
import { Problem } from './api.js';
import { isIdle, listen, live } from './live.js';
import { emptyState } from './parts.js';

const IDLE_PACE_MS = 5000;

export class View extends LitElement {
  static properties = { data: { state: true }, problem: { state: true }, session: { attribute: false }, route: { attribute: false } };

  #fetching = false;
  #again = false;
  #revision = '';
  #fetchedAt = 0;
  #unlisten = null;

  constructor() {
    super();
    this.data = null;
    this.problem = null;
  }

  /** Their styles are the page's. */
  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#unlisten = listen((now) => this.heard(now));
    this.refetch();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#unlisten?.();
  }

  willUpdate(changed) {
    if (changed.has('route') && changed.get('route') !== undefined) {
      this.routed();
      this.refetch();
    }
  }

  /** The title of the tab is the heading of the view. */
  updated() {
    const heading = this.querySelector('h1');
    if (heading && this.isConnected) document.title = `${heading.textContent.replaceAll(/\s+/g, ' ').trim()} · Millrace`;
  }

  /** The address is another one. */
  routed() {}

  /** After this time it is fetched again, whatever the stream says. */
  get anywayMs() {
    return 2000;
  }

  /** It is not fetched more often than that, however much changes. */
  get paceMs() {
    return 0;
  }

  get mayChange() {
    return this.session?.role === 'admin' || this.session?.role === 'operator';
  }

  heard({ now, up }) {
    this.requestUpdate();
    const age = Date.now() - this.#fetchedAt;
    const old = age > this.anywayMs;
    if (age < Math.max(this.paceMs, isIdle() ? IDLE_PACE_MS : 0)) return;
    if (up && !document.hidden && (now?.revision !== this.#revision || old)) {
      this.#revision = now?.revision;
      this.refetch();
    }
  }

  /** One at a time; whatever came meanwhile is fetched once more. */
  async refetch() {
    if (this.#fetching) {
      this.#again = true;
      return;
    }
    this.#fetching = true;
    this.#fetchedAt = Date.now();
    try {
      this.data = await this.fetch();
      this.problem = null;
    } catch (problem) {
      // A node that is gone is said at the top; what was shown stays.
      if (problem instanceof Problem) this.problem = problem;
    } finally {
      this.#fetching = false;
      if (this.#again && this.isConnected) {
        this.#again = false;
        this.refetch();
      }
    }
  }

  /** Asks the node; what it answers is `data`. */
  async fetch() {
    return {};
  }

  render() {
    if (this.problem && !this.data) {
      return emptyState(this.problem.status === 404 ? 'Not found' : 'That did not work', this.problem.message);
    }
    return this.data ? this.show(this.data) : html`<div class="loading" aria-busy="true">Loading…</div>`;
  }

  show() {
    return html``;
  }

  /** Does something that changes the node, and shows what it said. */
  async act(work, done) {
    try {
      const answer = await work();
      this.say(typeof done === 'function' ? done(answer) : done);
      this.refetch();
      return answer;
    } catch (problem) {
      this.say(problem.message, true);
      return null;
    }
  }

  say(text, wrong = false) {
    if (text) dispatchEvent(new CustomEvent('said', { detail: { text, wrong } }));
  }

  get live() {
    return live;
  }
}
