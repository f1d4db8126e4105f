// A form of administration: its fields, what is wrong with each of them, and text that is kept until it is saved.
import { LitElement, html, nothing } from 'lit';
import { toTexts, toValues } from './admin-fields.js';

const under = (path, name) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
const shown = (value) => (typeof value === 'string' ? value : JSON.stringify(value));

class AdminForm extends LitElement {
  static properties = {
    fields: { attribute: false }, values: { attribute: false }, draft: {}, action: {}, send: { attribute: false },
    texts: { state: true }, errors: { state: true }, conflict: { state: true }, busy: { state: true },
  };

  #before = '';

  constructor() {
    super();
    this.values = {};
    this.draft = '';
    this.action = 'Save';
    this.texts = {};
    this.errors = [];
    this.conflict = '';
    this.busy = false;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    const before = toTexts(this.fields, this.values);
    this.#before = JSON.stringify(before);
    this.texts = { ...before, ...JSON.parse(sessionStorage.getItem(this.draft) ?? '{}') };
  }

  /** Who makes something begins to type at once. */
  firstUpdated() {
    if (!Object.keys(this.values).length) this.querySelector('.field input, .field select')?.focus();
  }

  get #changed() {
    return JSON.stringify(this.texts) !== this.#before;
  }

  /** Secrets stay out of the storage of the tab. */
  #set(field, value) {
    this.texts = { ...this.texts, [field.name]: value };
    this.errors = this.errors.filter((error) => !under(error.field, field.name));
    const kept = Object.fromEntries(this.fields.filter(({ kind }) => kind !== 'secret').map(({ name }) => [name, this.texts[name]]));
    if (this.draft) sessionStorage.setItem(this.draft, JSON.stringify(kept));
  }

  #discard() {
    sessionStorage.removeItem(this.draft);
    this.texts = JSON.parse(this.#before);
    this.errors = [];
    this.conflict = '';
  }

  render() {
    const elsewhere = this.errors.filter((error) => !this.fields.some(({ name }) => under(error.field, name)));
    return html`<form class="admin-form" novalidate @submit=${(event) => this.#save(event)}>
      ${this.conflict ? html`<div class="banner warn inline" role="alert">${this.conflict} What you typed is kept.
        <div class="buttons"><button type="button" @click=${() => this.#again()}>Take what is saved</button><button type="button" class="danger" @click=${() => this.#save(null, true)}>Save mine instead</button></div></div>` : nothing}
      ${this.#changed && this.draft ? html`<p class="banner inline" role="status">This is not saved. <button type="button" class="plain" @click=${this.#discard}>Discard it</button></p>` : nothing}
      ${elsewhere.length ? html`<ul class="errors" role="alert">${elsewhere.map((error) => html`<li>${error.field ? html`<code>${error.field}</code> ` : nothing}${error.reason}</li>`)}</ul>` : nothing}
      ${this.fields.map((field) => (field.when && !field.when(this.texts) ? nothing : this.#field(field)))}
      <div class="buttons">
        <button type="button" class="plain" @click=${() => this.dispatchEvent(new CustomEvent('leave'))}>Leave it</button>
        <button class="primary" ?disabled=${this.busy}>${this.action}</button></div>
    </form>`;
  }

  #field(field) {
    const { name, label, help, required, kind, preview } = field;
    const wrong = this.errors.filter((error) => under(error.field, name));
    const described = [help && `hint-${name}`, wrong.length && `wrong-${name}`].filter(Boolean).join(' ') || nothing;
    const text = this.texts[name];
    const said = html`${help ? html`<p class="hint" id="hint-${name}">${help}</p>` : nothing}
      ${preview && text ? preview(text) : nothing}
      ${wrong.length ? html`<p class="wrong" id="wrong-${name}" role="alert">${wrong.map((error) => html`<span>${error.field === name ? nothing : html`<code>${error.field}</code> `}${error.value == null || error.value === '' || kind === 'secret' ? nothing : html`<q>${shown(error.value)}</q> `}${error.reason}</span> `)}</p>` : nothing}`;
    if (kind === 'check') {
      return html`<div class="field" data-field=${name}><label class="check"><input type="checkbox" id="field-${name}" .checked=${Boolean(text)} @change=${({ target }) => this.#set(field, target.checked)} aria-describedby=${described}> ${label}</label>${said}</div>`;
    }
    if (kind === 'checks') {
      return html`<fieldset class="field checks" data-field=${name} aria-describedby=${described}><legend>${label}</legend>
        ${field.options.map((option) => html`<label class="check"><input type="checkbox" .checked=${text.includes(option)} @change=${({ target }) => this.#set(field, field.options.filter((one) => (one === option ? target.checked : text.includes(one))))}> ${option}</label>`)}${said}</fieldset>`;
    }
    return html`<div class="field" data-field=${name}>
      <label for="field-${name}">${label}${required || kind === 'select' ? nothing : html` <small>optional</small>`}</label>
      ${this.#input(field, text, described, wrong.length ? 'true' : nothing)}${said}
    </div>`;
  }

  #input(field, text, described, invalid) {
    const typed = ({ target }) => this.#set(field, target.value);
    const id = `field-${field.name}`;
    switch (field.kind) {
      case 'select':
        return html`<select id=${id} aria-describedby=${described} aria-invalid=${invalid} @change=${typed}>
          ${field.options.map(([value, word]) => html`<option value=${value} .selected=${value === text}>${word}</option>`)}</select>`;
      case 'json':
        return html`<textarea id=${id} rows=${Math.min(14, Math.max(2, String(text).split('\n').length))} spellcheck="false" autocapitalize="off" autocomplete="off" aria-describedby=${described} aria-invalid=${invalid} .value=${text} @input=${typed}></textarea>
          ${field.templates ? html`<div class="templates">Begin with ${field.templates.map(([word, value]) => html`<button type="button" class="plain" @click=${() => this.#set(field, value)}>${word}</button>`)}</div>` : nothing}`;
      case 'secret':
        return html`<input id=${id} type="password" autocomplete="new-password" spellcheck="false" ?required=${field.required} aria-describedby=${described} aria-invalid=${invalid} .value=${text} @input=${typed}>`;
      default:
        return html`<input id=${id} type=${field.kind === 'number' ? 'number' : field.kind === 'time' ? 'datetime-local' : 'text'} ?readonly=${field.fixed} ?required=${field.required} list=${field.among ? `among-${field.name}` : nothing} autocomplete="off" autocapitalize="off" spellcheck="false" placeholder=${field.placeholder ?? nothing} aria-describedby=${described} aria-invalid=${invalid} .value=${String(text)} @input=${typed}>
          ${field.among ? html`<datalist id="among-${field.name}">${field.among.map((one) => html`<option value=${one}></option>`)}</datalist>` : nothing}`;
    }
  }

  #again() {
    sessionStorage.removeItem(this.draft);
    this.dispatchEvent(new CustomEvent('again'));
  }

  async #save(event, anyway = false) {
    event?.preventDefault();
    const { values, errors } = toValues(this.fields.filter((field) => !field.when || field.when(this.texts)), this.texts, this.values);
    this.errors = errors;
    if (!errors.length) await this.#sent(values, anyway);
    if (this.errors.length) {
      await this.updateComplete;
      this.querySelector('[aria-invalid], .errors')?.focus();
    }
  }

  async #sent(values, anyway) {
    this.busy = true;
    try {
      const answer = await this.send(values, anyway);
      sessionStorage.removeItem(this.draft);
      this.dispatchEvent(new CustomEvent('saved', { detail: answer }));
    } catch (problem) {
      if (problem.status === undefined) this.errors = [{ field: '', reason: 'The node does not answer. What you typed is kept.' }];
      else if (problem.status === 412) this.conflict = 'Somebody else changed it while you were editing.';
      else this.errors = problem.errors.length ? problem.errors : [{ field: '', reason: problem.message }];
    } finally {
      this.busy = false;
    }
  }
}

customElements.define('millrace-admin-form', AdminForm);
