// The address of the same view, while somebody types.

/** It takes the place of the entry in the history: the way back leads to before the typing, and nothing jumps. */
export function replaceAddress(hash) {
  if (hash === location.hash) return;
  history.replaceState({ ...history.state, y: scrollY }, '', hash);
  dispatchEvent(new HashChangeEvent('hashchange'));
}
