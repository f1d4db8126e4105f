// What the views of administration have in common: they ask again now and then, and save with the version that was read.
import { html, nothing } from 'lit';
import { request } from './api.js';
import { View } from './view.js';

const AGAIN_MS = 5000;

/** The page of a key that does not exist yet: no id has this letter. */
export const NEW = '+';

export const part = encodeURIComponent;

/** What is at a path, with its version. */
export async function read(path) {
  const response = await request(path);
  return { value: await response.json(), version: response.headers.get('ETag') };
}

/** Saves or deletes with the version that was read; `*` means that it must exist, and nothing that it does not matter. */
export async function change(method, path, { json, version } = {}) {
  const headers = version ? { 'If-Match': version } : {};
  const response = await request(path, { method, headers, body: json === undefined ? undefined : JSON.stringify(json) });
  return response.status === 204 ? null : response.json();
}

/** What is new must not replace anything. */
export function refuseExisting(field, value, exists) {
  if (exists) throw Object.assign(new Error(), { status: 400, errors: [{ field, value, reason: 'exists already' }] });
}

export class AdminView extends View {
  #askedAt = Date.now();

  /** Lists change by other people's hands: they are not asked for each time that a task ends. */
  heard({ up }) {
    this.requestUpdate();
    if (up && !document.hidden && this.followsChanges && Date.now() - this.#askedAt > AGAIN_MS) {
      this.#askedAt = Date.now();
      this.refetch();
    }
  }

  get followsChanges() {
    return true;
  }

  get isAdmin() {
    return this.session?.role === 'admin';
  }

  /** The words before the last one lead to the list. */
  heading(title, section, last) {
    return html`<h1><a class="dim" href="#/admin">Administration</a> / ${last ? html`<a class="dim" href="#/admin/${section}">${title}</a> / ${last}` : title}</h1>`;
  }

  /** Labels in the first cell of each row name what the others are of. */
  pages(filter, after, to) {
    return html`<div class="pages">
      ${filter.after ? html`<a class="button plain" href=${to({ after: '' })}>← First</a>` : nothing}
      ${after ? html`<a class="button plain" href=${to({ after })}>More →</a>` : nothing}
    </div>`;
  }
}
