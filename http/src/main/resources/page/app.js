// The page: who is signed in, which view is shown, what was said last, and whether the node answers.
import { LitElement, html, nothing } from 'lit';
import { get, otherTabs, signOut, signedIn } from './api.js';
import { listen, live, start, stop } from './live.js';
import { shortcuts } from './keys.js';
import { keepScroll, restoreScroll } from './scroll.js';
import { apply, isDark, toggle } from './theme.js';
import { number } from './words.js';
import './sign-in.js';
import './today.js';
import './freshness.js';
import './tomorrow.js';
import './refreshes.js';
import './refresh.js';
import './tasks.js';
import './task.js';
import './jobs.js';
import './job.js';
import './job-definition.js';
import './bulk-operations.js';
import './flow.js';
import './cluster.js';
import './admin.js';
import './api-docs.js';

const VIEWS = [
  ['today', 'Today', 't', (p) => html`<millrace-today .route=${p.route} .session=${p.session}></millrace-today>`],
  ['freshness', 'Freshness', 'r', (p) => html`<millrace-freshness .route=${p.route} .session=${p.session}></millrace-freshness>`],
  ['tomorrow', 'Tomorrow', 'o', (p) => html`<millrace-tomorrow .route=${p.route} .session=${p.session}></millrace-tomorrow>`],
  ['sources', 'Sources', 's', (p) => html`<millrace-refreshes .route=${p.route} .session=${p.session}></millrace-refreshes>`],
  ['tasks', 'Tasks', 'k', (p) => html`<millrace-tasks .route=${p.route} .session=${p.session}></millrace-tasks>`],
  ['jobs', 'Jobs', 'j', (p) => html`<millrace-jobs .route=${p.route} .session=${p.session}></millrace-jobs>`],
  ['flow', 'Flow', 'f', (p) => html`<millrace-flow .route=${p.route} .session=${p.session}></millrace-flow>`],
  ['cluster', 'Cluster', 'c', (p) => html`<millrace-cluster .route=${p.route} .session=${p.session}></millrace-cluster>`],
  ['admin', 'Admin', 'm', (p) => html`<millrace-admin .route=${p.route} .session=${p.session}></millrace-admin>`],
  ['api', 'API', 'a', (p) => html`<millrace-api-docs .route=${p.route} .session=${p.session}></millrace-api-docs>`],
];
const DETAILS = {
  task: (p) => html`<millrace-task .route=${p.route} .session=${p.session}></millrace-task>`,
  refresh: (p) => html`<millrace-refresh .route=${p.route} .session=${p.session}></millrace-refresh>`,
  bulk: (p) => html`<millrace-bulk .route=${p.route} .session=${p.session}></millrace-bulk>`,
  job: (p) => html`<millrace-job .route=${p.route} .session=${p.session}></millrace-job>`,
  'job-definition': (p) => html`<millrace-job-definition .route=${p.route} .session=${p.session}></millrace-job-definition>`,
};
const PARENT = { task: 'tasks', bulk: 'tasks', refresh: 'sources', job: 'jobs', 'job-definition': 'jobs' };

/** #/tasks?status=FAILED or #/task/an-id: what comes after the first slash is the view. */
function route() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  const [view, ...rest] = path.split('/').map(decodeURIComponent);
  return { view: view || 'today', rest, query: new URLSearchParams(query ?? '') };
}

/** A node that is back may be of another release: then its page is taken, whole. */
async function newer() {
  const index = await fetch('/').then((response) => response.text(), () => null);
  if (index && !index.includes(new URL('.', import.meta.url).pathname)) location.reload();
}

class App extends LitElement {
  static properties = { session: { state: true }, route: { state: true }, said: { state: true }, help: { state: true }, waiting: { state: true } };

  #silence = null;
  #wasDown = false;
  #entering = false;

  constructor() {
    super();
    this.session = null;
    this.route = route();
    this.said = null;
    this.help = false;
    this.waiting = 'Loading…';
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    apply();
    addEventListener('hashchange', () => {
      this.route = route();
      restoreScroll();
    });
    keepScroll();
    addEventListener('signed-out', () => this.#leave());
    addEventListener('said', ({ detail }) => this.#say(detail));
    addEventListener('theme', () => this.requestUpdate());
    listen(({ up }) => {
      if (up && this.#wasDown) newer();
      this.#wasDown = !up;
      this.requestUpdate();
    });
    shortcuts({
      ...Object.fromEntries(VIEWS.map(([view, , key]) => [key, () => (location.hash = `#/${view}`)])),
      d: toggle,
      '?': () => (this.help = !this.help),
      '/': () => this.querySelector('input[type=search]')?.focus(),
      Escape: () => (this.help = false),
    });
    addEventListener('signed-in-elsewhere', () => this.#enter());
    otherTabs.then(() => (signedIn() ? this.#enter() : this.#leave()));
  }

  /** Signed in. While the node does not answer, it is asked again. */
  async #enter(session) {
    if (this.#entering || this.session) return;
    this.#entering = true;
    try {
      this.session = session ?? (await get('/session'));
      start();
    } catch {
      this.waiting = signedIn() ? 'The node does not answer; trying again…' : '';
      if (signedIn()) setTimeout(() => this.#enter(), 1000);
    } finally {
      this.#entering = false;
    }
  }

  #leave() {
    stop();
    this.session = null;
    this.waiting = '';
  }

  #signOut() {
    signOut();
    this.#leave();
  }

  #say(said) {
    this.said = said;
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => (this.said = null), said.wrong ? 10000 : 5000);
  }

  render() {
    if (!this.session) {
      return this.waiting
        ? html`<div class="loading" role="status">${this.waiting}</div>`
        : html`<millrace-sign-in @signed-in=${(event) => this.#enter(event.detail)}></millrace-sign-in>`;
    }
    const { view } = this.route;
    const show = DETAILS[view] ?? (VIEWS.find(([name]) => name === view) ?? VIEWS[0])[3];
    return html`
      <a class="skip" href="#main" @click=${this.#toMain}>Skip to content</a>
      ${this.#header(PARENT[view] ?? view)} ${this.#banners()}
      <main id="main" tabindex="-1">${show(this)}</main>
      ${this.said ? html`<div class="said ${this.said.wrong ? 'wrong' : ''}" role="status">${this.said.text}</div>` : nothing}
      ${this.help ? this.#shortcuts() : nothing}`;
  }

  #toMain(event) {
    event.preventDefault();
    this.querySelector('main').focus();
  }

  #header(current) {
    const { now, up } = live;
    return html`<header>
      <a class="brand" href="#/today" aria-label="Millrace, today"><svg viewBox="0 0 32 32" aria-hidden="true"><circle cx="16" cy="14" r="9"/><circle cx="16" cy="14" r="2"/><path d="M16 5v5M16 18v5M7 14h5M20 14h5M3 28c3-3 5 0 8-2s5-1 8 0 5 1 10-1"/></svg><span>Millrace</span></a>
      <nav aria-label="Views">
        ${VIEWS.map(([view, title, key]) => html`<a href="#/${view}" aria-current=${current === view ? 'page' : nothing} title="${title} (${key})">${title}</a>`)}
      </nav>
      <div class="pulse" title=${up ? 'Live: the node answers' : 'The node does not answer'}>
        <i class=${up ? 'up' : 'down'} aria-hidden="true"></i>
        ${now ? html`<a href="#/tasks?status=RUNNING">${number(now.running)} running</a><a href="#/tasks?status=SCHEDULED">${number(now.waiting)} waiting</a>` : nothing}
      </div>
      <div class="who">
        <span title="Signed in with the token “${this.session.name}”, on ${this.session.node}, version ${this.session.version}">${this.session.role}</span>
        <button class="plain icon" @click=${toggle} aria-label=${isDark() ? 'Light' : 'Dark'} title="Dark or light (d)">${isDark() ? '☀' : '☾'}</button>
        <button class="plain icon" @click=${() => (this.help = !this.help)} aria-label="Keyboard shortcuts" title="Keyboard shortcuts (?)">?</button>
        <button class="plain" @click=${this.#signOut}>Sign out</button>
      </div>
    </header>`;
  }

  /** What must be seen wherever one is. */
  #banners() {
    const paused = (live.now?.pools ?? []).filter((pool) => !pool.enabled);
    return html`
      ${live.up ? nothing : html`<div class="banner wrong" role="alert">The node does not answer. What you see is as it was; trying again…</div>`}
      ${live.up && live.trouble ? html`<div class="banner wrong" role="alert">${live.trouble}.</div>` : nothing}
      ${paused.map((pool) => html`<div class="banner warn" role="status">The pool <a href="#/flow/${pool.pool}">${pool.pool}</a> is paused${pool.reason ? `: ${pool.reason}` : ''}</div>`)}`;
  }

  #shortcuts() {
    const keys = [...VIEWS.map(([, title, key]) => [key, title]), ['/', 'Search'], ['d', 'Dark or light'], ['?', 'This'], ['Esc', 'Close']];
    return html`<aside class="help card" aria-label="Keyboard shortcuts">
      <h2>Keyboard</h2>
      <dl>${keys.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl>
    </aside>`;
  }
}

customElements.define('millrace-app', App);
