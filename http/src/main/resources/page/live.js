// The one stream of the page: what has changed of all of it, once a second. Who listens hears of each moment, and of trouble.
import { events, signedIn } from './api.js';

const AGAIN_MS = 1000;
const SILENT_MS = 5000;
const IDLE_MS = 60_000;

/** The moment that was heard of last, whether the node answers, and what is wrong if not. */
export const live = { now: null, up: true, trouble: '' };

/** Whether nobody has used this tab for a while: then it asks less often. */
export const isIdle = () => performance.now() - usedAt > IDLE_MS;

let usedAt = performance.now();
for (const sign of ['pointermove', 'pointerdown', 'keydown', 'wheel', 'hashchange']) {
  addEventListener(sign, () => (usedAt = performance.now()), { capture: true, passive: true });
}

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

/** A stream that breaks is opened again at once. Only if that fails, too, the node does not answer. */
async function follow(signal) {
  for (let failed = 0; !signal.aborted && signedIn(); ) {
    failed = (await once(signal)) ? 0 : failed + 1;
    if (signal.aborted || !signedIn()) return;
    if (failed === 0) continue;
    change({ up: false });
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** Until it is cut off, or nothing was heard for too long. Returns whether anything was heard. */
async function once(signal) {
  let heard = false;
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENT_MS);
  try {
    for await (const { event, data } of events('/events', AbortSignal.any([signal, silence.signal]), { Prefer: 'changes' })) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENT_MS);
      const said = JSON.parse(data);
      heard = true;
      if (event === 'trouble') change({ up: true, trouble: said.detail });
      else change({ now: event === 'change' ? { ...live.now, ...said } : said, up: true, trouble: '' });
    }
  } catch {
    // Tried again by whoever called.
  } finally {
    clearTimeout(timer);
  }
  return heard;
}

addEventListener('pagehide', stop);

/** A page that comes back as it was left begins to listen again. */
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted || !signedIn()) return;
  start();
  tell();
});
