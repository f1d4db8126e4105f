// The latest logical times of a job, and how each step stands at each: a click leads to that token.
import { html, nothing } from 'lit';
import { emptyState } from './parts.js';
import { look, sign, word } from './job-words.js';
import { clockText, time } from './words.js';

const sameTime = (a, b) => Date.parse(a) === Date.parse(b);

/**
 * @param to (time, step) → its address
 * @param after where this page begins; empty = with the latest
 */
export function grid({ job, times, older, at, steps, step }, to, after, chosen) {
  return html`<section class="card">
    <h2>Times <small>the latest first, in your zone</small></h2>
    ${times.length ? html`<div class="scroll" tabindex="0" role="group" aria-label="Logical times and steps">
      <table class="grid">
        <thead><tr><th scope="col"><span class="hidden">Step</span></th>
          ${times.map((one) => html`<th scope="col" class=${sameTime(one.logical_time, at) ? 'chosen' : ''}><a class="dim" href=${to(one.logical_time, '')}>${time(one.logical_time, true)}</a></th>`)}
        </tr></thead>
        <tbody>${steps.map((name) => html`<tr>
          <th scope="row" title=${name}>${name}</th>
          ${times.map((one) => {
            const state = one.steps[name]?.state;
            const text = `${name} at ${clockText(one.logical_time, true)}: ${word(state)}`;
            const here = sameTime(one.logical_time, at);
            return html`<td class=${here ? 'chosen' : ''}><a class="cell ${look(state)}" href=${to(one.logical_time, name)} aria-label=${text} title=${text} aria-current=${here && name === step ? 'true' : nothing}>${sign(state)}</a></td>`;
          })}
        </tr>`)}</tbody>
      </table>
    </div>` : emptyState(after ? 'There is nothing older' : 'Nothing ran yet', after ? '' : job.triggers.length ? 'The next fire of a trigger starts it. Or choose a time above, and run a step.' : 'It has no trigger: choose a time above, and run a step for it.')}
    <div class="pages">
      ${after ? html`<a class="button plain" href="#/job/${job.id}${chosen ? `/${encodeURIComponent(chosen)}` : ''}">← Latest</a>` : nothing}
      ${older ? html`<a class="button plain" href="#/job/${job.id}/${encodeURIComponent(at)}?after=${encodeURIComponent(older)}">Older →</a>` : nothing}
    </div>
  </section>`;
}
