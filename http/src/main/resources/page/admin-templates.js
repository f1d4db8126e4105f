// Sources and jobs to begin with: they work as they are.
import { uuid } from './job-text.js';

/** The templates marked "works" need nothing else. */
export const SOURCES = [
  { name: 'program', title: 'A program', works: true, run: '{process: [sh, -c, "echo looking; sleep 1; echo found 42 rows"]}' },
  { name: 'retried', title: 'A program that needs a retry', works: true, run: '{process: [sh, -c, "echo attempt $MILLRACE_ATTEMPT_NO; test $MILLRACE_ATTEMPT_NO -gt 1"]}', retry: '{delays: [5s, 1m]}' },
  { name: 'service', title: 'A web service', run: '{http: {url: "https://service.example/refresh"}}', retry: '{delays: [10s, 1m]}' },
  { name: 'worker', title: 'A remote worker', run: '{pull: {queue: default}}', timeout: '30m' },
  { name: 'nothing', title: 'Nothing yet', works: true, run: '{noop: {}}' },
];

export const SCHEDULES = [['', 'By hand only'], ['{every: 10m, from: "2026-01-01T00:00:00Z"}', 'Every 10 minutes'], ['"0 0 * * * ?"', 'Every hour'], ['"0 0 6 * * ?"', 'Every day at 06:00 UTC']];

const lines = (source, collection, { schedule = '"0 0 6,16 * * ?"', run, retry, timeout }) => [
  `${source}:`,
  '  collections:',
  `    - name: ${collection}`,
  ...(schedule ? [`      schedule: ${schedule}`] : []),
  `      run: ${run}`,
  ...(timeout ? [`      timeout: ${timeout}`] : []),
  ...(retry ? [`      retry: ${retry}`] : []),
];

export const sourceText = (source, collection, template) => lines(source, collection, template);

/**
 * The document with one source more at its end. Null if it is not written as lines, or if more than sources are in it.
 */
export function withSource(document, source) {
  const all = document.split('\n');
  const isText = (line) => /^\s*[^\s#]/.test(line) && line.trim() !== '---';
  const top = all.filter((line) => isText(line) && !/^\s/.test(line));
  if (!top.length || /^sources:\s*(\{\s*\})?\s*(#.*)?$/.test(document.trim())) return ['sources:', ...source.map((line) => `  ${line}`), ''].join('\n');
  if (top.length !== 1 || !/^sources:\s*(#.*)?$/.test(top[0])) return null;
  const first = all.find((line) => isText(line) && /^\s/.test(line));
  const indent = first.match(/^\s+/)[0];
  return [...document.trimEnd().split('\n'), ...source.map((line) => `${indent}${line}`), ''].join('\n');
}

const start = () => new Date(Math.floor(Date.now() / 60000) * 60000).toISOString().replace('.000', '');

export const JOBS = [
  {
    name: 'two-steps', title: 'Two steps, and an alarm if one fails', first: 'fetch',
    text: (project, name) => `id: ${uuid()}
project: ${project}
name: ${name}
description: What it is for.

triggers:
  - {name: often, start: ${start()}, period: 10m}

steps:
  - name: fetch
    depends: [trigger/often]
    run: {process: [sh, -c, "echo fetching for $MILLRACE_LOGICAL_TIME"]}
    timeout: 5m
    retry: {attempts: 3, delay: 30s}

  - name: load
    depends: [step/fetch]
    run: {process: [sh, -c, "echo loading"]}

  - name: alarm
    depends_failure: [step/load]
    run: {process: [sh, -c, "echo tell somebody"]}
`,
  },
  {
    name: 'daily', title: 'One program, every day', first: 'work',
    text: (project, name) => `id: ${uuid()}
project: ${project}
name: ${name}

triggers:
  - {name: daily, start: ${start()}, cron: "0 30 2 * * ?", zone: UTC}

steps:
  - name: work
    depends: [trigger/daily]
    run: {process: [sh, -c, "echo working"]}
    timeout: 30m
`,
  },
  {
    name: 'fan', title: 'Several at once, then one when all are done', first: 'begin',
    text: (project, name) => `id: ${uuid()}
project: ${project}
name: ${name}

triggers:
  - {name: hourly, start: ${start()}, period: 1h}

steps:
  - {name: begin, depends: [trigger/hourly], run: {process: [sh, -c, "echo begin"]}}
  - {name: north, depends: [step/begin], run: {process: [sh, -c, "echo north"]}}
  - {name: south, depends: [step/begin], run: {process: [sh, -c, "echo south"]}}
  - {name: report, depends: [step/north, step/south], run: {process: [sh, -c, "echo all are done"]}}
`,
  },
];
