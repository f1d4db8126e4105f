// The fields of a form: from what the node says to what is typed, and back.
import { fieldTime, ofField } from './words.js';

const NAME = /^[A-Za-z0-9._-]{1,100}$/;

/** In one line if it is short. */
function jsonText(value) {
  const line = JSON.stringify(value);
  return line.length <= 90 ? line : JSON.stringify(value, null, 2);
}

const texts = {
  check: (value) => value ?? false,
  checks: (value) => value ?? [],
  json: (value) => (value === undefined || value === null ? '' : typeof value === 'string' ? value : jsonText(value)),
  list: (value) => (value ?? []).join(', '),
  secret: () => '',
  time: (value) => fieldTime(value),
  text: (value) => (value === undefined || value === null ? '' : String(value)),
};

/** What is typed in each field at first. */
export const toTexts = (fields, values) =>
  Object.fromEntries(fields.map(({ name, kind, initial }) => [name, (texts[kind] ?? texts.text)(values[name] ?? initial)]));

/** A text that begins like JSON is JSON; any other is a text. */
function fromJson(text) {
  const plain = text.trim();
  return /^[[{"]/.test(plain) ? JSON.parse(plain) : plain;
}

/** A field shows minutes: a time that nobody changed keeps its seconds. */
const isSameTime = ({ name, kind }, given, before) => kind === 'time' && before[name] && given[name] === texts.time(before[name]);

function valueOf({ kind }, text) {
  if (kind === 'check' || kind === 'checks') return text;
  if (String(text).trim() === '') return undefined;
  switch (kind) {
    case 'number':
      return Number(text);
    case 'json':
      return fromJson(text);
    case 'list':
      return text.split(/[\s,]+/).filter(Boolean);
    case 'time':
      return ofField(text);
    case 'secret':
      return text;
    default:
      return text.trim();
  }
}

/** What is sent, and what can be seen to be wrong without asking the node. Empty fields are left out. */
export function toValues(fields, given, before) {
  const values = {};
  const errors = [];
  for (const field of fields) {
    let value;
    try {
      value = isSameTime(field, given, before) ? before[field.name] : valueOf(field, given[field.name]);
    } catch (fault) {
      errors.push({ field: field.name, reason: `is not JSON: ${fault.message}` });
      continue;
    }
    if (value === undefined && field.required) errors.push({ field: field.name, reason: 'is missing' });
    else if (value !== undefined && field.isName && !NAME.test(value)) errors.push({ field: field.name, value, reason: 'must be 1 to 100 letters, digits, ".", "-", "_"' });
    else if (value !== undefined && !(field.kind === 'check' && field.quiet && !value)) values[field.name] = value;
  }
  return { values, errors };
}
