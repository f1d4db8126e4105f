// Rows stay where they are while somebody points at them: they change, and new ones wait.

/**
 * @param shown what is on the screen
 * @param fresh what the node answered now
 * @param lists the name of each list → the key of a row
 * @returns the rows on the screen with their newest values, and how many new ones wait
 */
export function hold(shown, fresh, lists) {
  const names = Object.keys(lists).filter((name) => shown[name] && fresh[name]);
  if (!names.length) return fresh;
  const held = { ...fresh, waiting: 0 };
  for (const name of names) {
    const key = lists[name];
    const now = new Map(fresh[name].map((row) => [key(row), row]));
    held[name] = shown[name].map((row) => now.get(key(row)) ?? row);
    for (const row of shown[name]) now.delete(key(row));
    held.waiting += now.size;
  }
  return held;
}
