// Small pieces that all views are made of.
import { html, nothing, svg } from 'lit';
import { words } from './words.js';

const STATUS = {
  SCHEDULED: 'wait', RUNNING: 'run', SUCCESS: 'good', FAILED: 'bad', CANCELED: 'off',
  queued: 'wait', running: 'run', idle: 'good', failing: 'bad', disabled: 'off',
  fresh: 'good', 'at-risk': 'warn', stale: 'bad', exempt: 'off',
  CONNECTED: 'good', STEP_NEEDED: 'warn', DISCONNECTED: 'off', Up: 'good', ACTIVE: 'good',
};

/** A status as a dot and a word, so that colour is never all there is. */
export const badge = (status, text = words(status.toLowerCase())) =>
  html`<span class="badge ${STATUS[status] ?? 'off'}"><i aria-hidden="true"></i>${text}</span>`;

export const emptyState = (title, what) =>
  html`<div class="empty"><strong>${title}</strong>${what ? html`<p>${what}</p>` : nothing}</div>`;

/** The rows that wait while somebody points at the others. They are told of below, so that nothing moves. */
export const newRows = (view, what) =>
  view.data?.waiting ? html`<p class="held" role="status">${view.data.waiting === 1 ? `One new ${what}` : `${view.data.waiting} new ${what}s`} since you point at the list. <button class="plain" @click=${() => view.release()}>Show</button></p>` : nothing;

export const field = (label, value) =>
  value === '' || value == null || value === nothing ? nothing : html`<div class="fact"><dt>${label}</dt><dd>${value}</dd></div>`;

/** How much of the most; its number is written beside it. */
export const meter = (value, most, kind = '') =>
  html`<svg class="meter ${kind}" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">${svg`<rect width="100" height="6" class="all"></rect><rect width=${most > 0 ? Math.min(100, (100 * value) / most) : 0} height="6"></rect>`}</svg>`;

/** A question in a dialog; resolves to what its form says, or null. */
export function ask({ title, text, action, danger = false, input }) {
  return new Promise((resolve) => {
    const dialog = document.createElement('dialog');
    dialog.ariaLabel = title;
    const form = document.createElement('form');
    form.method = 'dialog';
    const add = (tag, values = {}) => form.appendChild(Object.assign(document.createElement(tag), values));
    add('h2', { textContent: title });
    if (text) add('p', { textContent: text });
    const given = input ? add('input', { required: true, maxLength: 500, placeholder: input, ariaLabel: input }) : null;
    const buttons = add('div', { className: 'buttons' });
    const button = (values) => buttons.appendChild(Object.assign(document.createElement('button'), values));
    button({ type: 'button', textContent: 'Leave it', className: 'plain', onclick: () => dialog.close('') });
    button({ type: 'submit', textContent: action, value: 'yes', className: danger ? 'danger' : 'primary' });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      dialog.close('yes');
    });
    const leave = () => dialog.close(''); // whoever goes elsewhere has no more to answer
    addEventListener('hashchange', leave);
    dialog.addEventListener('close', () => {
      removeEventListener('hashchange', leave);
      dialog.remove();
      resolve(dialog.returnValue === 'yes' ? (given ? given.value : true) : null);
    });
    dialog.append(form);
    document.body.append(dialog);
    dialog.showModal();
  });
}
