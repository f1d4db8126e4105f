// What all views have in common: they show what they fetched last, and fetch again when something has changed.
import { LitElement, html } from 'lit';
import { Problem } from './api.js';
import { hold } from './hold.js';
import { isIdle, listen, live } from './live.js';
import { emptyState } from './parts.js';

const IDLE_PACE_MS = 5000;
const TITLES = { 403: 'Not allowed', 404: 'Not found' };

export class View extends LitElement {
  static properties = { data: { state: true }, problem: { state: true }, session: { attribute: false }, route: { attribute: false } };

  #fetching = false;
  #again = false;
  #revision = '';
  #fetchedAt = 0;
  #unlisten = null;
  #shown = null;
  #pointing = false;

  constructor() {
    super();
    this.data = null;
    this.problem = null;
    this.addEventListener('pointerover', ({ target }) => this.#point(target.closest('[data-holds]') !== null));
    this.addEventListener('pointerleave', () => this.#point(false));
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
    const before = changed.get('route');
    if (before === undefined) return;
    if (this.subject(before) !== this.subject(this.route)) {
      this.data = null;
      this.problem = null;
    }
    this.routed();
    this.refetch();
  }

  /** The title of the tab is the heading of the view. */
  updated() {
    const heading = this.querySelector('h1, .empty strong');
    if (heading && this.isConnected) document.title = `${heading.textContent.replaceAll(/\s+/g, ' ').trim()} · Millrace`;
  }

  /** The address is another one. */
  routed() {}

  /** What an address is about. Nothing of one subject is shown under the address of another. */
  subject({ view, rest }) {
    return JSON.stringify([view, rest]);
  }

  /** The lists in `data` whose rows stay while somebody points at them, each with the key of its rows. */
  get lists() {
    return {};
  }

  /** Whether a person has typed what would be lost. */
  get hasUnsaved() {
    return false;
  }

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
    const asked = this.route;
    try {
      const answer = await this.fetch();
      if (asked === this.route) this.#take(answer);
    } catch (problem) {
      // A node that is gone is said at the top; what was shown stays.
      if (problem instanceof Problem && asked === this.route) this.#refused(problem);
    } finally {
      this.#fetching = false;
      if (this.#again && this.isConnected) {
        this.#again = false;
        this.refetch();
      }
    }
  }

  /** An answer to another address replaces everything: nobody pointed at its rows. */
  #take(answer) {
    this.data = this.#pointing && this.data && this.#shown === this.route ? hold(this.data, answer, this.lists) : answer;
    this.#shown = this.route;
    this.problem = null;
  }

  /** What is gone, not allowed, or of another address is not shown any more. A node in trouble takes nothing away. */
  #refused(problem) {
    this.problem = problem;
    if ((problem.status in TITLES || this.#shown !== this.route) && !this.hasUnsaved) this.data = null;
  }

  #point(pointing) {
    if (pointing === this.#pointing) return;
    this.#pointing = pointing;
    if (!pointing && this.data?.waiting !== undefined) this.refetch();
  }

  /** The rows that waited are shown, too. */
  release() {
    this.#pointing = false;
    this.refetch();
  }

  /** Asks the node; what it answers is `data`. */
  async fetch() {
    return {};
  }

  render() {
    if (this.problem && !this.data) {
      return emptyState(TITLES[this.problem.status] ?? 'That did not work', this.problem.message);
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
