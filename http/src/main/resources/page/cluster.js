// Cluster: the nodes, what lives where, the workers and what they run.
import { html, nothing } from 'lit';
import { get, url } from './api.js';
import { View } from './view.js';
import { badge, emptyState, meter, newRows } from './parts.js';
import { lostOnes } from './lost.js';
import { between, number, time } from './words.js';

const PAGE = 200;
const MOST_PAGES = 10;

/** All workers, the lost ones included, page by page. */
async function readWorkers() {
  const workers = [];
  let after = '';
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await get('/workers', { limit: PAGE, after });
    workers.push(...answer.workers);
    after = answer.after ?? '';
    if (!after) break;
  }
  return { workers, more: after !== '' };
}

class Cluster extends View {
  get lists() {
    return { members: ({ address }) => address, workers: ({ id }) => id, gone: ({ id }) => id };
  }

  async fetch() {
    const [{ members, lost }, { workers: all, more }] = await Promise.all([get('/cluster'), readWorkers()]);
    return { members, lost, workers: all.filter(({ state }) => state !== 'lost'), gone: all.filter(({ state }) => state === 'lost'), more };
  }

  show({ members, workers, lost, gone, more }) {
    const versions = new Set(members.map((member) => member.version));
    return html`
      <div class="bar"><h1>Cluster</h1>${versions.size > 1 ? html`<span class="badge warn"><i aria-hidden="true"></i>${versions.size} versions side by side</span>` : nothing}</div>
      <div data-holds><section class="card"><h2>Nodes</h2>
        <table class="list" aria-label="Nodes">
          <thead><tr><th>State</th><th>Node</th><th>Version</th><th>Roles</th><th class="number">Shards</th><th class="number">Awake</th><th class="wide"><span class="hidden">What it does</span></th></tr></thead>
          <tbody>${members.map((member) => html`<tr data-node=${member.address}>
            <td>${member.reachable ? badge(member.status, member.status.toLowerCase()) : badge('FAILED', 'unreachable')}</td>
            <td>${member.address}</td><td>${member.version}</td><td class="dim">${member.roles.join(', ')}</td>
            <td class="number" data-label="shards" title=${this.#kinds(member.shards)}>${number(this.#sum(member.shards))}</td>
            <td class="number" data-label="awake" title=${this.#kinds(member.awake)}>${number(this.#sum(member.awake))}</td>
            <td class="wide">${member.self ? html`<span class="tag">you are connected to this node</span>` : nothing} ${member.has_singletons ? html`<span class="tag" title="The flywheel, the waker, maintenance, the notifier and the callbacks run here">singletons</span>` : nothing} ${member.leader ? html`<span class="tag">leader</span>` : nothing}</td>
          </tr>`)}</tbody>
        </table>
      </section>
      <section class="card"><h2>Workers <small>${number(workers.length)}${more ? `, and more: these are of the first ${number(PAGE * MOST_PAGES)}` : ''}</small></h2>${workers.length ? this.#workers(workers) : emptyState('There is no worker', 'A node with millrace.worker.slots > 0 is one; others claim over HTTP, see docs/workers.md.')}</section>
      ${lostOnes(lost, gone)} ${newRows(this, 'row')}</div>`;
  }

  #sum(counts) {
    return Object.values(counts).reduce((sum, n) => sum + n, 0);
  }

  #kinds(counts) {
    return Object.entries(counts).map(([kind, n]) => `${n} of ${kind}`).join(', ');
  }

  #workers(workers) {
    return html`<table class="list" aria-label="Workers">
      <thead><tr><th>Kind</th><th>Worker</th><th class="wide">Load</th><th>Pools</th><th>Last heard of</th></tr></thead>
      <tbody>${workers.map((worker) => html`<tr>
        <td class="dim">${worker.kind}</td><td><a href=${url('#/tasks', { worker: worker.id })} title="What it ran">${worker.id}</a></td>
        <td class="wide"><div class="share">${meter(worker.running.length, Math.max(worker.slots, worker.running.length))}<span><a href=${url('#/tasks', { worker: worker.id, status: 'RUNNING' })}>${number(worker.running.length)}</a>${worker.slots ? ` of ${number(worker.slots)}` : ''}</span></div>
          ${worker.running.length ? html`<details><summary>what it runs</summary><ol class="timeline">${worker.running.map((run) => html`<li><a href="#/task/${encodeURIComponent(run.task_id)}">${run.task_id.replace(/_[0-9a-f-]{36}$/, '')}</a> <span class="dim">${run.system}, for ${between(run.started_at)}</span></li>`)}</ol></details>` : nothing}</td>
        <td class="dim">${worker.pools.join(', ')}${worker.queues.length ? ` (${worker.queues.join(', ')})` : ''}</td>
        <td>${time(worker.last_seen, true)}</td>
      </tr>`)}</tbody>
    </table>`;
  }
}

customElements.define('millrace-cluster', Cluster);
