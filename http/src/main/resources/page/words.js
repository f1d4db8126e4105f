// Times, durations and states, in words. Times are in the viewer's zone, with UTC in the title.
import { html, nothing } from 'lit';

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const seconds = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });
const numbers = new Intl.NumberFormat();

export const number = (n) => numbers.format(n ?? 0);

const sameDay = (a, b) => a.toDateString() === b.toDateString();

/** Such as 14:05, or Nov 16, 14:05 if that is not today. */
export function clockText(iso, withSeconds = false) {
  if (!iso) return '';
  const at = new Date(iso);
  const text = (withSeconds ? seconds : clock).format(at);
  return sameDay(at, new Date()) ? text : `${day.format(at)}, ${text}`;
}

export const time = (iso, withSeconds = false) =>
  iso ? html`<time datetime=${iso} title=${`${iso.replace('T', ' ').replace('Z', '')} UTC`}>${clockText(iso, withSeconds)}</time>` : nothing;

const ISO = /(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)/;

/** A text of the node with the times in it as all others are. */
export const withTimes = (text) => String(text).split(ISO).map((part, i) => (i % 2 ? time(part) : part));

/** A time for a field, in the zone of the reader, and back. */
export const fieldTime = (iso) => {
  if (!iso) return '';
  const at = new Date(iso);
  return new Date(at - at.getTimezoneOffset() * 60000).toISOString().slice(0, 16);
};
export const ofField = (text) => (text ? new Date(text).toISOString() : '');

/** Such as 12 s, 3 min, 2 h 5 min. */
export function duration(ms) {
  if (ms == null || Number.isNaN(ms)) return '';
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  const s = Math.round(ms / 1000);
  if (s < 90) return `${s} s`;
  const m = Math.round(s / 60);
  if (m < 90) return `${m} min`;
  const h = Math.floor(m / 60);
  if (h < 48) return m % 60 ? `${h} h ${m % 60} min` : `${h} h`;
  return `${Math.round(h / 24)} days`;
}

export const between = (from, to) => (from ? duration((to ? new Date(to) : new Date()) - new Date(from)) : '');

/** A name such as site-in-maintenance as words. */
export const words = (name) => name.replaceAll(/[-_]/g, ' ');

/** Such as 28 min ago. */
export const ago = (iso) => `${between(iso)} ago`;
