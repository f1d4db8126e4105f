// What can be done to a pool and to its systems, wherever they are shown.
import { html } from 'lit';
import { post } from './api.js';
import { change, part } from './admin-view.js';
import { ask } from './parts.js';
import { number } from './words.js';

const say = (text, wrong = false) => dispatchEvent(new CustomEvent('said', { detail: { text, wrong } }));

async function tried(work, text) {
  try {
    await work();
    say(text);
    return true;
  } catch (problem) {
    say(problem.message, true);
    return false;
  }
}

const path = (pool, system, action) => `/flow-control/pools/${part(pool)}/systems/${part(system)}/${action}`;

/** The pause or the button of one system. */
export function systemAction({ pool, config }, name, done) {
  const { paused } = config.sourceSystems.find((system) => system.systemName === name) ?? {};
  const act = async (work, text) => (await tried(work, text)) && done();
  const pause = async () => {
    const reason = await ask({ title: `Pause ${name} in the pool ${pool}?`, text: 'It gets no new channels until you resume it. Running tasks continue. Its reserved channels stay reserved. Everybody sees the reason.', input: 'Why', action: 'Pause it', danger: true });
    if (reason) act(() => post(path(pool, name, 'pause'), { reason }), `${name} is paused`);
  };
  return paused
    ? html`<button aria-label="Resume ${name}" @click=${() => act(() => post(path(pool, name, 'resume'), {}), `${name} is resumed`)}>Resume</button>`
    : html`<button class="plain" aria-label="Pause ${name}…" @click=${pause}>Pause…</button>`;
}

/** Which systems are granted nothing, and why. */
export const pausedSystems = ({ config }) =>
  config.sourceSystems.filter(({ paused }) => paused).map(({ systemName, paused }) => html`<p class="banner warn inline" data-paused=${systemName}>${systemName} is paused: ${paused.replace(/[.\s]+$/, '')}. Its running tasks continue; it gets no new channels.</p>`);

/** Asks first; whether it is gone. */
export async function removePool({ pool, running, waiting, version }) {
  const open = running + waiting;
  const text = open
    ? `${number(open)} tasks run or wait in it, so the node will refuse. Let them end first.`
    : 'Its config is deleted; the list of its changes stays. The node refuses if a source, a site or a job names it.';
  if (!(await ask({ title: `Delete the pool ${pool}?`, text, action: 'Delete it', danger: true }))) return false;
  return tried(() => change('DELETE', `/flow-control/pools/${part(pool)}`, { version: `"${version}"` }), `The pool ${pool} is deleted`);
}

