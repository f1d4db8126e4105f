// One user-site or collection: how it stands, why, what was tried, and what can be done.
import { html, nothing } from 'lit';
import { get, post } from './api.js';
import { View } from './view.js';
import { ask, badge, emptyState, field, newRows } from './parts.js';
import { enable, pathOf, refreshNow } from './refresh-actions.js';
import { dataAge, stateBadges } from './refresh-words.js';
import { ago, between, clockText, time, withTimes, words } from './words.js';
import { ruleText } from './rules.js';
import { likelyStart, place, waitLine } from './waits.js';

const ALL_THAT_IS_KEPT = '1970-01-01T00:00:00Z';

class Refresh extends View {
  get #id() {
    const [source, collection] = this.route.rest;
    const kind = this.route.query.get('kind') === 'collection' ? 'collection' : 'user-site';
    return { source, collection, kind, userSite: kind === 'user-site' };
  }

  get #path() {
    return pathOf(this.#id);
  }

  async fetch() {
    const { source, collection } = this.#id;
    const [state, attempts] = await Promise.all([get(`${this.#path}/explain`), get('/history', { source, collection, start: ALL_THAT_IS_KEPT, limit: 25 })]);
    return { state, tasks: attempts.tasks };
  }

  show({ state, tasks }) {
    const { source, collection, userSite } = this.#id;
    return html`
      <div class="bar">
        <h1><a class="dim" href="#/sources">Sources</a> / ${source} / ${collection}</h1>
        ${stateBadges({ ...state, data: state.freshness, state: state.state === 'idle' && state.failing_since ? 'failing' : state.state, last: tasks.find((task) => task.finished_at)?.status })}
        ${this.mayChange ? html`<div class="buttons">
          <button class="primary" @click=${this.#refresh}>Refresh now</button>
          ${state.refresh_disabled_until_update ? html`<button @click=${this.#enable}>Re-enable</button>` : html`<button @click=${this.#disable}>Disable…</button>`}
        </div>` : nothing}
      </div>
      <p class="lead">${this.#sentence(state, tasks)}</p>
      <dl class="facts card">
        ${field('Data', this.#data(state.freshness))}
        ${field('Next refresh', state.next ? html`${state.next.at ? html`${time(state.next.at)} – ` : nothing}${withTimes(state.next.text)}` : state.refresh_at ? html`${time(state.refresh_at)}, ${words(state.refresh_reason)}` : 'nothing is booked')}
        ${state.wait ? html`${field('Waits for', waitLine(state.wait))}${field('Likely start', likelyStart(state.wait))}${field('Its place', place(state.wait))}` : nothing}
        ${field('Schedule', state.schedule || (userSite ? 'the daily plan' : 'by hand only'))}
        ${field('User', state.user ? html`<a href="#/sources?user=${state.user}">${state.user}</a>` : '')}
        ${field('Connection', state.status ? badge(state.status) : '')}
        ${field('Last refresh', state.last_refresh ? time(state.last_refresh) : '')}
        ${field('Second factor wanted', state.last_mfa_required_at ? time(state.last_mfa_required_at) : '')}
        ${field('Failing since', state.failing_since ? time(state.failing_since) : '')}
        ${field('Times out', state.refresh_timeout_at ? time(state.refresh_timeout_at, true) : '')}
        ${field('Task', state.task_id ? html`<a href="#/task/${encodeURIComponent(state.task_id)}">follow it</a>` : '')}
      </dl>
      <div class="columns">
        <section class="card" data-holds><h2>Attempts</h2>${this.#timeline(tasks)} ${newRows(this, 'attempt')}</section>
        ${this.#why(state, userSite)}
      </div>`;
  }

  get lists() {
    return { tasks: ({ id }) => id };
  }

  /** How old it is, what is promised, and when it is renewed. */
  #data(data) {
    if (!data) return '';
    const then = data.state === 'stale' ? html`; since ${time(data.since)}` : data.stale_at ? html`; stale at ${time(data.stale_at)}` : nothing;
    return html`${dataAge(data)} <span class="dim">(${data.promise.objective}, by the ${words(data.promised_by)})</span>${then}`;
  }

  #sentence(state, tasks) {
    const reason = state.refresh_disabled_user_friendly_reason;
    const then = reason ? ` Disabled by hand: ${reason}. Nothing follows this attempt.` : '';
    const no = tasks.find((task) => task.id === state.task_id)?.attempt_no ?? state.refresh_attempt_no;
    if (state.state === 'disabled') return `Disabled since ${clockText(state.refresh_disabled_until_update)}: ${state.refresh_disabled_message || reason}. Nothing refreshes it until it is saved again. For the user: ${reason}`;
    if (state.state === 'running') return `Attempt ${no} of ${state.refresh_attempts} runs since ${clockText(state.refresh_attempt_at, true)}.${then}`;
    if (state.state === 'queued') return html`Attempt ${no} of ${state.refresh_attempts} waits${state.wait ? html`: ${waitLine(state.wait)}` : ' for a channel'}.${then}`;
    const last = tasks[0];
    if (last?.status === 'FAILED') {
      const next = state.refresh_reason === 'retry' ? `Retry ${state.refresh_attempt_no} of ${Math.max(state.refresh_attempts - 1, state.refresh_attempt_no)} at ${clockText(state.refresh_at)}` : state.refresh_at ? `Tried again by its schedule at ${clockText(state.refresh_at)}` : 'Nothing is booked';
      return `${next}, because ${last.message || 'it failed'}.`;
    }
    if (!last) return state.last_refresh ? `Refreshed ${ago(state.last_refresh)}. No attempt of it is kept.` : 'It was not refreshed yet.';
    if (last.status === 'SUCCESS') return `Refreshed ${ago(last.finished_at)}, at ${clockText(last.finished_at)}.`;
    const good = state.freshness?.last_success || tasks.find((task) => task.status === 'SUCCESS')?.finished_at || state.last_refresh;
    return `Canceled ${ago(last.finished_at)}. ${good ? `The data is from ${clockText(good)}, ${ago(good)}.` : 'No attempt that is kept succeeded.'}`;
  }

  #timeline(tasks) {
    if (!tasks.length) return emptyState('No attempt yet', this.mayChange ? 'Refresh it now to see one.' : '');
    return html`<ol class="timeline">${tasks.map((task) => html`<li>
      ${badge(task.status)} <a href="#/task/${encodeURIComponent(task.id)}">${time(task.created_at, true)}</a>
      <span class="dim">${task.reason}, attempt ${task.attempt_no}${task.started_at ? `, ${between(task.started_at, task.finished_at || null)}` : ''}</span>
      ${task.message ? html`<div class="message">${task.message}</div>` : nothing}
    </li>`)}</ol>`;
  }

  #why(state, userSite) {
    return html`<section class="card">
      <h2>Why <small>${state.allowed ? userSite ? 'no rule blocks the plan' : 'no rule blocks it' : 'a rule blocks it'}</small></h2>
      <ol class="rules">${[...state.rules].sort((a, b) => a.passes - b.passes).map((rule) => html`<li class=${rule.passes ? 'passes' : 'stops'} title=${words(rule.rule)}>
        <i aria-hidden="true">${rule.passes ? '✓' : '✕'}</i><span>${ruleText(rule)}<span class="hidden">${rule.passes ? ', passes' : ', blocks it'}</span></span>
        <span class="dim">${withTimes(Object.entries(rule.values).map(([name, value]) => `${words(name)}: ${value === '' || value == null ? '–' : value}`).join(', '))}</span>
      </li>`)}</ol>
      <h2>Last decisions</h2>
      ${state.decisions.length ? html`<ol class="timeline">${state.decisions.map((decision) => html`<li>${time(decision.at, true)} <b>${decision.what}</b> <span class="dim">${decision.asked_by ? `asked by ${decision.asked_by}` : ''}</span><div class="message">${withTimes(decision.detail)}</div></li>`)}</ol>` : emptyState('None yet')}
    </section>`;
  }

  #refresh() {
    const id = this.#id;
    this.act(() => refreshNow(id), 'It is queued');
  }

  async #disable() {
    const reason = await ask({ title: 'Disable it?', text: 'Nothing refreshes it until it is enabled, or saved, again. An attempt that runs may end. The reason is shown to its user.', input: 'Why', action: 'Disable it', danger: true });
    if (reason) this.act(() => post(`${this.#path}/disable`, { reason }), 'It is disabled');
  }

  async #enable() {
    if (await ask({ title: 'Re-enable it?', text: 'From now on it is refreshed again, as if it was saved.', action: 'Re-enable' })) {
      this.act(() => enable(this.#id), 'It is enabled again');
    }
  }
}

customElements.define('millrace-refresh', Refresh);
