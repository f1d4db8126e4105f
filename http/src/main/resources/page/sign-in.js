// Sign in with a token of the API.
import { LitElement, html, nothing } from 'lit';
import { get, signIn, signOut } from './api.js';

class SignIn extends LitElement {
  static properties = { wrong: { state: true } };

  constructor() {
    super();
    this.wrong = '';
  }

  createRenderRoot() {
    return this;
  }

  async #submit(event) {
    event.preventDefault();
    signIn(new FormData(event.target).get('token').trim());
    try {
      const session = await get('/session');
      this.dispatchEvent(new CustomEvent('signed-in', { detail: session, bubbles: true }));
    } catch (problem) {
      signOut(false);
      this.wrong = problem.status === 401 ? 'There is no such token, or it has expired.' : problem.message;
    }
  }

  render() {
    return html`<main class="sign-in">
      <form class="card" @submit=${this.#submit}>
        <h1>Millrace</h1>
        <p>Sign in with a token. The token of this node is in <code>.millrace/admin-token</code>, or in <code>MILLRACE_ADMIN_TOKEN</code>.</p>
        <input class="hidden" name="username" autocomplete="username" value="millrace" tabindex="-1" aria-hidden="true" readonly>
        <label for="token">Token</label>
        <input id="token" name="token" type="password" required autofocus autocomplete="current-password" spellcheck="false">
        ${this.wrong ? html`<p class="wrong" role="alert">${this.wrong}</p>` : nothing}
        <button class="primary">Sign in</button>
      </form>
    </main>`;
  }
}

customElements.define('millrace-sign-in', SignIn);
