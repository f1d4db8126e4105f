// Every request to the node: with the token in a header, never in an address.

const KEY = 'millrace-token';
const ANSWER_MS = 200;
const KNOWN = 20;
let token = sessionStorage.getItem(KEY) ?? '';

/** The last answers, by what was asked: one that is the same again is not sent again. */
const known = new Map();

/** The tabs of this browser that show the same node. A new tab asks them for their token; no disk ever has it. */
const tabs = new BroadcastChannel('millrace-tabs');

tabs.onmessage = ({ data }) => {
  if (data.asks && token) tabs.postMessage({ token });
  if (data.token && !token) keep(data.token);
  if (data.leaves && token) {
    signOut(false);
    dispatchEvent(new CustomEvent('signed-out'));
  }
};

/** Resolves when the other tabs had time to answer. */
export const otherTabs = token
  ? Promise.resolve()
  : new Promise((resolve) => {
      tabs.postMessage({ asks: true });
      addEventListener('signed-in-elsewhere', resolve, { once: true });
      setTimeout(resolve, ANSWER_MS);
    });

function keep(text) {
  token = text;
  sessionStorage.setItem(KEY, text);
  dispatchEvent(new CustomEvent('signed-in-elsewhere'));
}

/** What the node answered, if it was not what was asked for. */
export class Problem extends Error {
  constructor(status, body) {
    super(body?.detail ?? `The node answered ${status}`);
    this.status = status;
    this.type = body?.type ?? '';
    this.errors = body?.errors ?? [];
  }
}

export const signedIn = () => token !== '';

export function signIn(text) {
  known.clear();
  token = text;
  sessionStorage.setItem(KEY, text);
}

/** Signs out the other tabs as well, unless they began. */
export function signOut(tell = true) {
  known.clear();
  token = '';
  sessionStorage.removeItem(KEY);
  if (tell) tabs.postMessage({ leaves: true });
}

export const bearer = () => ({ Authorization: `Bearer ${token}` });

export async function request(path, options = {}) {
  const response = await fetch(path, {
    ...options,
    headers: { ...bearer(), ...options.headers },
    cache: 'no-store',
  });
  if (response.ok || response.status === 304) return response;
  const body = await response.json().catch(() => null);
  if (response.status === 401 && signedIn()) {
    signOut(false);
    dispatchEvent(new CustomEvent('signed-out'));
  }
  throw new Problem(response.status, body);
}

const body = async (response) => (response.status === 204 ? null : response.json());

/** A path with its parameters; those without a value are left out. */
export function url(path, parameters = {}) {
  const given = Object.entries(parameters).filter(([, value]) => value !== '' && value != null);
  return given.length ? `${path}?${new URLSearchParams(given)}` : path;
}

export async function get(path, parameters, signal) {
  const asked = url(path, parameters);
  const before = known.get(asked);
  const response = await request(asked, { signal, headers: { 'If-None-Match': before?.tag ?? 'W/"none"' } });
  if (response.status === 304 && before) return before.answer;
  const answer = await body(response);
  known.delete(asked);
  known.set(asked, { tag: response.headers.get('ETag') ?? 'W/"none"', answer });
  if (known.size > KNOWN) known.delete(known.keys().next().value);
  return answer;
}

/** What a person typed may name nothing: then the list is empty, and says why. */
export async function orWhyNot(answer, empty) {
  try {
    return await answer;
  } catch (problem) {
    if (problem.status === 400 || problem.status === 404) return { ...empty, whyNot: problem.message };
    throw problem;
  }
}

export const post = async (path, json) =>
  body(await request(path, { method: 'POST', body: json === undefined ? undefined : JSON.stringify(json) }));
export const put = async (path, json) => body(await request(path, { method: 'PUT', body: JSON.stringify(json) }));

/** Server-sent events. EventSource cannot send a header, so they are read from the response. */
export async function* events(path, signal, headers = {}) {
  const response = await request(path, { signal, headers: { Accept: 'text/event-stream', ...headers } });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop();
    for (const block of blocks) {
      const event = { event: 'message', data: '' };
      for (const line of block.split('\n')) {
        const colon = line.indexOf(':');
        if (colon > 0) event[line.slice(0, colon)] = line.slice(colon + 1).replace(/^ /, '');
      }
      if (event.data) yield event;
    }
  }
}
