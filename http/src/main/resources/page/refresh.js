// One user-site or collection: how it stands, why, what was tried, and what can be done.
import { html, nothing } from 'lit';
import { get, post, put, request } from './api.js';
import { View } from './view.js';
import { ask, badge, emptyState, field } from './parts.js';
import { between, clockText, time, words } from './words.js';

class Refresh extends View {
  get #id() {
    const [source, collection] = this.route.rest;
    return { source, collection, userSite: this.route.query.get('kind') !== 'collection' };
  }

  async fetch() {
    const { source, collection, userSite } = this.#id;
    const path = userSite ? `/user-sites/${encodeURIComponent(collection)}/explain` : `/sources/${encodeURIComponent(source)}/collections/${encodeURIComponent(collection)}`;
    const [state, attempts] = await Promise.all([get(path), get('/history', { source, collection, limit: 25 })]);
    return { state, tasks: attempts.tasks };
  }

  show({ state, tasks }) {
    const { source, collection, userSite } = this.#id;
    return html`
      <div class="bar">
        <h1><a class="dim" href="#/sources">Sources</a> / ${source} / ${collection}</h1>
        ${badge(...this.#word(state))}
        ${this.mayChange ? html`<div class="buttons">
          <button class="primary" @click=${this.#refresh}>Refresh now</button>
          ${state.state === 'disabled' ? html`<button @click=${this.#enable}>Re-enable</button>` : nothing}
          ${userSite && state.state === 'idle' ? html`<button @click=${this.#disable}>Disable …</button>` : nothing}
        </div>` : nothing}
      </div>
      <p class="lead">${this.#sentence(state, tasks)}</p>
      <dl class="facts card">
        ${field('Next refresh', state.next ? html`${state.next.at ? html`${time(state.next.at)} – ` : nothing}${state.next.text}` : state.refresh_at ? html`${time(state.refresh_at)}, ${words(state.refresh_reason)}` : 'nothing is booked')}
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
        <section class="card"><h2>Attempts</h2>${this.#timeline(tasks)}</section>
        ${userSite ? this.#why(state) : nothing}
      </div>`;
  }

  #word({ state, failing_since: failing }) {
    return state === 'idle' && failing ? ['failing', 'failing'] : [state, state];
  }

  #sentence(state, tasks) {
    if (state.state === 'disabled') return `Disabled since ${clockText(state.refresh_disabled_until_update)}: ${state.refresh_disabled_user_friendly_reason}. Nothing refreshes it until it is saved again.`;
    if (state.state === 'running') return `Attempt ${state.refresh_attempt_no} runs since ${clockText(state.refresh_attempt_at, true)}.`;
    if (state.state === 'queued') return `Attempt ${state.refresh_attempt_no} waits for a channel.`;
    const last = tasks[0];
    if (last?.status === 'FAILED') {
      const next = state.refresh_reason === 'retry' ? `Retry ${state.refresh_attempt_no} at ${clockText(state.refresh_at)}` : state.refresh_at ? `Tried again by its schedule at ${clockText(state.refresh_at)}` : 'Nothing is booked';
      return `${next}, because ${last.message || 'it failed'}.`;
    }
    return last ? `Last ended ${words(last.status.toLowerCase())} at ${clockText(last.finished_at)}.` : 'It was not refreshed yet.';
  }

  #timeline(tasks) {
    if (!tasks.length) return emptyState('No attempt within the last week', this.mayChange ? 'Refresh it now to see one.' : '');
    return html`<ol class="timeline">${tasks.map((task) => html`<li>
      ${badge(task.status)} <a href="#/task/${encodeURIComponent(task.id)}">${time(task.created_at, true)}</a>
      <span class="dim">${task.reason}, attempt ${task.attempt_no}${task.started_at ? `, ${between(task.started_at, task.finished_at || null)}` : ''}</span>
      ${task.message ? html`<div class="message">${task.message}</div>` : nothing}
    </li>`)}</ol>`;
  }

  #why(state) {
    return html`<section class="card">
      <h2>Why <small>${state.allowed ? 'every rule lets the plan refresh it' : 'a rule is in the way'}</small></h2>
      <ol class="rules">${state.rules.map((rule) => html`<li class=${rule.passes ? 'passes' : 'stops'}>
        <i aria-hidden="true">${rule.passes ? '✓' : '✕'}</i><span>${words(rule.rule)}<span class="hidden">${rule.passes ? ' passes' : ' is in the way'}</span></span>
        <span class="dim">${Object.entries(rule.values).map(([name, value]) => `${words(name)}: ${value === '' || value == null ? '–' : value}`).join(', ')}</span>
      </li>`)}</ol>
      <h2>Last decisions</h2>
      ${state.decisions.length ? html`<ol class="timeline">${state.decisions.map((decision) => html`<li>${time(decision.at, true)} <b>${decision.what}</b> <span class="dim">${decision.asked_by ? `asked by ${decision.asked_by}` : ''}</span><div class="message">${decision.detail}</div></li>`)}</ol>` : emptyState('None yet')}
    </section>`;
  }

  #refresh() {
    const { source, collection, userSite } = this.#id;
    this.act(
      () => post(userSite ? `/user-sites/${encodeURIComponent(collection)}/refresh` : `/tasks?${new URLSearchParams({ source, collection })}`),
      'It is queued',
    );
  }

  async #disable() {
    const reason = await ask({ title: 'Disable it?', text: 'Nothing refreshes it until somebody saves it again. Its user is shown the reason.', input: 'Why', action: 'Disable it', danger: true });
    if (reason) this.act(() => post(`/user-sites/${encodeURIComponent(this.#id.collection)}/disable`, { reason }), 'It is disabled');
  }

  async #enable() {
    const { collection, userSite } = this.#id;
    if (!(await ask({ title: 'Re-enable it?', text: userSite ? 'The user-site is saved as it is, and refreshed again.' : 'The sources are saved as they are: all that are disabled are refreshed again.', action: 'Re-enable' }))) return;
    this.act(async () => {
      if (!userSite) {
        const document = await (await request('/sources')).text();
        await request('/sources', { method: 'PUT', body: document });
        return;
      }
      const path = `/user-sites/${encodeURIComponent(collection)}`;
      const entry = await get(path);
      const names = ['id', 'user', 'site', 'status', 'migrating', 'last_refresh', 'last_mfa_required_at'];
      await put(path, Object.fromEntries(names.filter((name) => entry[name] !== '' && entry[name] != null).map((name) => [name, entry[name]])));
    }, 'It is enabled again');
  }
}

customElements.define('millrace-refresh', Refresh);
