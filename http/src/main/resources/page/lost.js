// Nodes and workers that were lost within the last day, what they ran, and what became of it.
import { html, nothing } from 'lit';
import { badge } from './parts.js';
import { time } from './words.js';

/** One that ran nothing is a node only; one whose node is still there is a worker only. */
function rows(nodes, workers) {
  const all = new Map(workers.map((worker) => [worker.id, { id: worker.id, kind: worker.kind, at: worker.lost_at, ran: worker.ran }]));
  for (const node of nodes) all.set(node.worker, { id: node.address, kind: 'node', at: node.at, ran: all.get(node.worker)?.ran ?? [] });
  return [...all.values()].sort((a, b) => b.at.localeCompare(a.at));
}

const task = ({ task_id: id, status, message }) => html`<li>${badge(status)} <a href="#/task/${encodeURIComponent(id)}">${id.replace(/_[0-9a-f-]{36}$/, '')}</a>${message ? html` <span class="dim">${message}</span>` : nothing}</li>`;

export function lostOnes(nodes, workers) {
  const lost = rows(nodes, workers);
  if (!lost.length) return nothing;
  return html`<section class="card lost"><h2>Lost <small>within the last day</small></h2>
    <table class="list" aria-label="Lost nodes and workers">
      <thead><tr><th>Kind</th><th>Which</th><th>Lost</th><th class="wide">What it ran, and what became of it</th></tr></thead>
      <tbody>${lost.map((one) => html`<tr data-lost=${one.id}>
        <td class="dim">${one.kind}</td><td>${one.id}</td><td>${time(one.at, true)}</td>
        <td class="wide">${one.ran.length ? html`<ol class="timeline">${one.ran.map(task)}</ol>` : html`<span class="dim">nothing</span>`}</td>
      </tr>`)}</tbody>
    </table></section>`;
}
