// Views with a name, kept in this browser. A view is its address, so it can be sent to somebody as well.
import { LitElement, html, nothing } from 'lit';
import { ask } from './parts.js';

const KEY = 'millrace-views';
const MOST = 30;

function read() {
  try {
    const views = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(views) ? views.filter(({ name, address }) => name && String(address).startsWith('#/')) : [];
  } catch {
    return [];
  }
}

class SavedViews extends LitElement {
  static properties = { of: {}, views: { state: true } };

  constructor() {
    super();
    this.views = read();
  }

  createRenderRoot() {
    return this;
  }

  /** Those of this view only: `of` is its name in addresses. */
  get #own() {
    return this.views.filter(({ address }) => address.split('?')[0] === `#/${this.of}`);
  }

  render() {
    return html`<details class="saved">
      <summary>Saved views</summary>
      ${this.#own.length ? html`<ul>${this.#own.map((view) => html`<li><a href=${view.address}>${view.name}</a> <button class="plain icon" aria-label=${`Forget ${view.name}`} title="Forget it" @click=${() => this.#forget(view)}>✕</button></li>`)}</ul>` : nothing}
      <button @click=${this.#save}>Save this view…</button>
    </details>`;
  }

  async #save() {
    const address = location.hash;
    const name = await ask({ title: 'Save this view', text: 'Its filter and order are kept in this browser under this name. To share it, send its address.', input: 'Name', action: 'Save' });
    if (name) this.#store([...read().filter((view) => view.name !== name || view.address.split('?')[0] !== address.split('?')[0]), { name, address }].slice(-MOST));
  }

  #forget(view) {
    this.#store(read().filter((other) => other.name !== view.name || other.address !== view.address));
  }

  #store(views) {
    localStorage.setItem(KEY, JSON.stringify(views));
    this.views = views;
  }
}

customElements.define('millrace-saved-views', SavedViews);
