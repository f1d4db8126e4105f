// A field that completes: what is typed is looked up, and the browser shows what fits.
import { LitElement, html } from 'lit';
import { get } from './api.js';

const WAIT_MS = 200;
const MOST = 12;

const fits = (text) => (name) => name.toLowerCase().includes(text.toLowerCase());
const refreshes = async (kind, search, name) => (await get('/refreshes', { kind, search, limit: MOST })).refreshes.map((row) => row[name]);

/** A text that one of them does not take, such as a space, is no trouble for the others. */
const all = async (...lists) => (await Promise.all(lists.map((list) => list.catch(() => [])))).flat();
const ids = async (kind, search) => (await get(`/${kind}`, { search, limit: MOST }))[kind].map(({ id }) => id);
const jobs = async (search) => (await get('/jobs', { search, limit: MOST })).jobs.map(({ project, name }) => `${project}.${name}`);

/** Where values come from, by what they are. Each answers with a bounded page. */
const VALUES = {
  source: (text) => all(refreshes('collection', text, 'source'), ids('sites', text), jobs(text)),
  collection: (text) => all(refreshes('user-site', text, 'collection'), refreshes('collection', text, 'collection')),
  worker: async () => (await get('/workers', { limit: 200 })).workers.map(({ id }) => id),
  message: async () => (await get('/today')).failures.map(({ reason }) => reason).filter(Boolean),
  site: (text) => ids('sites', text),
  user: (text) => ids('users', text),
};

class Complete extends LitElement {
  static properties = { of: {}, label: {}, value: {}, type: {}, values: { state: true } };

  #timer = null;

  constructor() {
    super();
    this.type = 'text';
    this.values = [];
  }

  createRenderRoot() {
    return this;
  }

  /** What somebody is typing stays, whatever the address says meanwhile. */
  willUpdate(changed) {
    const field = this.querySelector('input');
    if (changed.has('value') && field && document.activeElement !== field) field.value = this.value ?? '';
  }

  render() {
    const list = `values-of-${this.of}`;
    return html`<input type=${this.type} maxlength="200" list=${list} placeholder=${this.label} aria-label=${this.label} .defaultValue=${this.value ?? ''} autocomplete="off" @focus=${this.#look} @input=${this.#typed}>
      <datalist id=${list}>${this.values.map((value) => html`<option value=${value}></option>`)}</datalist>`;
  }

  #typed({ target }) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#look();
      if (this.isConnected) this.dispatchEvent(new CustomEvent('chosen', { detail: target.value.trim() }));
    }, WAIT_MS);
  }

  /** Nothing that completes is no trouble. */
  async #look() {
    const text = this.querySelector('input').value.trim();
    try {
      const found = await VALUES[this.of](text);
      this.values = [...new Set(found)].filter(fits(text)).slice(0, MOST);
    } catch {
      this.values = [];
    }
  }
}

customElements.define('millrace-complete', Complete);
