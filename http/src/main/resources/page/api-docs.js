// The API, to read and to try: Swagger UI on this node's own description of it.
import { LitElement, html } from 'lit';
import { bearer } from './api.js';

const here = new URL('.', import.meta.url).pathname;

function load(tag, values) {
  return new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement(tag), values, { onload: resolve, onerror: reject });
    document.head.append(element);
  });
}

let loaded = null;
const swagger = () =>
  (loaded ??= Promise.all([
    load('link', { rel: 'stylesheet', href: `${here}lib/swagger-ui/swagger-ui.css` }),
    load('script', { src: `${here}lib/swagger-ui/swagger-ui-bundle.js` }),
  ]));

class ApiDocs extends LitElement {
  createRenderRoot() {
    return this;
  }

  render() {
    document.title = 'API · Millrace';
    return html`<div class="bar"><h1>API</h1><a href="/openapi.yaml">openapi.yaml</a></div><div class="swagger card"></div>`;
  }

  async firstUpdated() {
    await swagger();
    globalThis.SwaggerUIBundle({
      url: '/openapi.yaml',
      domNode: this.querySelector('.swagger'),
      docExpansion: 'none',
      defaultModelsExpandDepth: -1,
      validatorUrl: null,
      showMutatedRequest: false, // the examples show what was asked, without the token
      requestInterceptor: (asked) => Object.assign(asked, { headers: { ...asked.headers, ...bearer() } }),
    });
  }
}

customElements.define('millrace-api-docs', ApiDocs);
