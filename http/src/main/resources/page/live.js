// The one stream of the page: how all of it is, once a second. Who listens hears of each moment, and of trouble.
import { events, signedIn } from './api.js';

const AGAIN_MS = 1000;
const SILENT_MS = 5000;

/** The moment that was heard of last, whether the node answers, and what is wrong if not. */
export const live = { now: null, up: true, trouble: '' };

const listeners = new Set();

/** Returns how to stop listening. */
export function listen(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const tell = () => listeners.forEach((listener) => listener(live));

function change(values) {
  Object.assign(live, values);
  tell();
}

let running = null;

export function start() {
  stop();
  running = new AbortController();
  follow(running.signal);
}

export function stop() {
  running?.abort();
  running = null;
}

async function follow(signal) {
  while (!signal.aborted && signedIn()) {
    await once(signal);
    if (signal.aborted || !signedIn()) return;
    change({ up: false });
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** Until it is cut off, or nothing was heard for too long. */
async function once(signal) {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENT_MS);
  try {
    for await (const { event, data } of events('/events', AbortSignal.any([signal, silence.signal]))) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENT_MS);
      const said = JSON.parse(data);
      change(event === 'now' ? { now: said, up: true, trouble: '' } : { up: true, trouble: said.detail });
    }
  } catch {
    // Tried again by whoever called.
  } finally {
    clearTimeout(timer);
  }
}
