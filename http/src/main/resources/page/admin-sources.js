// The sources: one document, with the node's own check of every word before anything is saved.
import { html, nothing } from 'lit';
import { post, request, url } from './api.js';
import { AdminView, part } from './admin-view.js';
import { SOURCES, sourceText, withSource } from './admin-templates.js';
import { lineOf, lineRange } from './job-text.js';
import { number, time } from './words.js';

const YAML = 'application/yaml';
const PAUSE_MS = 350;
const DRAFT = 'millrace-draft-admin-sources';
const many = (n) => (n === 1 ? 'one collection' : `${number(n)} collections`);
const MARK = { added: 'new', changed: 'changed', removed: 'goes away' };

class AdminSources extends AdminView {
  static properties = { ...AdminView.properties, text: { state: true }, checked: { state: true }, conflict: { state: true }, done: { state: true } };

  #saved = null;
  #version = '';
  #timer = null;
  #asked = 0;

  constructor() {
    super();
    this.text = null;
    this.checked = null;
    this.conflict = false;
    this.done = null;
  }

  get followsChanges() {
    return false;
  }

  /** The text is taken once: nobody's typing is overwritten. */
  async fetch() {
    const response = await request('/sources');
    this.#version = response.headers.get('ETag');
    this.#saved = await response.text();
    this.text = sessionStorage.getItem(DRAFT) ?? this.#saved;
    if (this.mayChange) this.#check();
    return {};
  }

  get #changed() {
    return this.text !== this.#saved;
  }

  show() {
    return html`
      <div class="bar">${this.heading('Sources')}
        ${this.mayChange ? html`<select aria-label="Add a source from a template" .value=${''} @change=${this.#add}><option value="">Add a source…</option>${SOURCES.map(({ name, title }) => html`<option value=${name}>${title}</option>`)}</select>
        <div class="buttons"><button class="primary" ?disabled=${!this.#maySave} @click=${() => this.#save()}>Save</button></div>` : nothing}
      </div>
      ${this.conflict ? html`<div class="banner warn inline" role="alert">Somebody saved other sources meanwhile. What you typed is kept.
        <div class="buttons"><button @click=${this.#takeSaved}>Take what is saved</button><button class="danger" @click=${() => this.#save(true)}>Save mine instead</button></div></div>` : nothing}
      ${this.mayChange && this.#changed ? html`<p class="banner inline" role="status">This text is not saved. <button class="plain" @click=${this.#discard}>Discard it</button></p>` : nothing}
      ${this.done && !this.#changed ? this.#runs() : nothing}
      ${this.mayChange ? html`<div class="editor">
        <textarea aria-label="Sources" spellcheck="false" autocapitalize="off" autocomplete="off" wrap="off" aria-invalid=${this.checked?.errors ? 'true' : 'false'} .value=${this.text} @input=${this.#typed}></textarea>
        <div class="outcome"><section class="card"><h2><label for="find-collection">Find in it</label></h2><input id="find-collection" type="search" placeholder="Source or collection" @input=${this.#find}></section>${this.#outcome()}</div>
      </div>` : html`<pre class="card definition"><code>${this.text}</code></pre>`}`;
  }

  get #maySave() {
    return this.#changed && this.checked?.answer && this.checked.text === this.text;
  }

  #take(text) {
    this.text = text;
    this.done = null;
    sessionStorage.setItem(DRAFT, text);
    this.checked = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), PAUSE_MS);
  }

  #typed({ target }) {
    this.#take(target.value);
  }

  #add({ target }) {
    const template = SOURCES.find(({ name }) => name === target.value);
    target.value = '';
    if (!template) return;
    const text = withSource(this.text, sourceText(this.#free(template.name), 'main', template));
    if (text === null) this.say('The page cannot edit this document. Add the source in the text.', true);
    else {
      this.#take(text);
      this.updateComplete.then(() => this.#goTo(text.trimEnd().split('\n').length));
    }
  }

  /** A name that is not in the text yet. */
  #free(name) {
    for (let n = 1; ; n++) {
      const wanted = n === 1 ? name : `${name}-${n}`;
      if (!new RegExp(`(^|[\\s{,"])${wanted}"?\\s*:`, 'm').test(this.text)) return wanted;
    }
  }

  /** Goes to the first line that has the words. */
  #find({ target }) {
    const words = target.value.trim().toLowerCase();
    const at = words ? this.text.split('\n').findIndex((line) => line.toLowerCase().includes(words)) : -1;
    if (at >= 0) this.#goTo(at + 1, false);
  }

  #goTo(line, focus = true) {
    const area = this.querySelector('textarea');
    area.setSelectionRange(...lineRange(area.value, line));
    area.scrollTop = Math.max(0, (line - 6) * parseFloat(getComputedStyle(area).lineHeight));
    if (focus) area.focus();
  }

  #discard() {
    sessionStorage.removeItem(DRAFT);
    this.conflict = false;
    this.text = this.#saved;
    this.#check();
  }

  #takeSaved() {
    sessionStorage.removeItem(DRAFT);
    this.conflict = false;
    this.checked = null;
    this.refetch();
  }

  /** Only the answer to the last question counts. */
  async #check() {
    const asked = ++this.#asked;
    const { text } = this;
    let checked;
    try {
      const response = await request('/sources/check', { method: 'POST', body: text, headers: { 'Content-Type': YAML } });
      checked = { text, answer: await response.json() };
    } catch (problem) {
      if (problem.status === undefined) return;
      checked = { text, errors: problem.errors.length ? problem.errors : [{ field: 'document', reason: problem.message }] };
    }
    if (asked === this.#asked) this.checked = checked;
  }

  #outcome() {
    if (!this.checked) return html`<section class="card dim" role="status">Checking…</section>`;
    const { errors, answer } = this.checked;
    return errors ? this.#list('alert', `${errors.length === 1 ? 'One thing is' : `${errors.length} things are`} wrong`, 'nothing can be saved yet', errors) : this.#preview(answer);
  }

  #list(role, title, small, items) {
    return html`<section class="card" role=${role}><h2>${title} <small>${small}</small></h2>
      <ul class="errors">${items.map((item) => {
        const line = lineOf(this.checked.text, item);
        return html`<li><code>${item.field}</code> ${line ? html`<button class="plain" @click=${() => this.#goTo(line)}>line ${line}</button>` : nothing}
          <div>${item.value == null || item.value === '' ? nothing : html`<q>${typeof item.value === 'string' ? item.value : JSON.stringify(item.value)}</q> `}${item.reason}</div></li>`;
      })}</ul></section>`;
  }

  #preview({ collections, added, changed, removed, differences, warnings }) {
    const more = added + changed + removed - differences.length;
    return html`
      <section class="card" role="status"><h2>${this.#changed ? `In order: ${many(collections)}` : `As it was saved: ${many(collections)}`}</h2>
        ${removed ? html`<p class="banner warn inline">${removed === 1 ? 'One collection is' : `${number(removed)} collections are`} removed: Millrace no longer refreshes ${removed === 1 ? 'it' : 'them'}.</p>` : nothing}
        ${differences.length ? html`<ul class="differences">${differences.map((one) => html`<li data-change=${one.change}><span class="tag">${MARK[one.change]}</span> <b>${one.source} / ${one.collection}</b>
          <div class="dim">${one.change === 'removed' ? nothing : one.next.length ? html`${one.schedule}; next: ${one.next.map((at, i) => html`${i ? ', ' : ''}${time(at)}`)}` : 'by hand only'}</div></li>`)}</ul>` : nothing}
        ${more > 0 ? html`<p class="dim">And ${number(more)} more.</p>` : nothing}
      </section>
      ${warnings?.length ? this.#list('status', warnings.length === 1 ? 'A credential is in plain text' : `${warnings.length} credentials are in plain text`, 'you can save it; only admins see the value, others see ***', warnings) : nothing}`;
  }

  async #save(anyway = false) {
    const { differences } = this.checked.answer;
    const { text } = this;
    try {
      const headers = { 'Content-Type': YAML, ...(anyway ? {} : { 'If-Match': this.#version }) };
      const response = await request('/sources', { method: 'PUT', body: text, headers });
      this.#version = response.headers.get('ETag');
      this.#saved = text;
      this.conflict = false;
      if (this.text === text) sessionStorage.removeItem(DRAFT);
      this.done = differences.filter(({ change }) => change !== 'removed');
      this.say('The sources are saved, and in force');
      this.#check();
    } catch (problem) {
      if (problem.status === 412) this.conflict = true;
      else this.say(problem.message, true);
    }
  }

  /** What was just saved can be tried at once. */
  #runs() {
    return this.done.length ? html`<section class="card saved" role="status"><h2>Saved, and in force <small>try it at once</small></h2>
      ${this.done.slice(0, 5).map((one) => html`<div class="bar"><a href="#/refresh/${part(one.source)}/${part(one.collection)}?kind=collection">${one.source} / ${one.collection}</a><button @click=${() => this.#run(one)}>Run now</button></div>`)}</section>` : nothing;
  }

  async #run({ source, collection }) {
    const answer = await this.act(() => post(url('/tasks', { source, collection })), 'It is queued');
    if (answer) location.hash = `#/task/${part(answer.task_id)}`;
  }
}

customElements.define('millrace-admin-sources', AdminSources);
