// Keyboard shortcuts: a letter does something, unless somebody types.
const isTyping = (target) => target.closest?.('input, textarea, select, [contenteditable]') != null;

/** @param keys letter → what it does */
export function shortcuts(keys) {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (event.key === 'Escape' && isTyping(event.target)) event.target.blur();
    if (isTyping(event.target)) return;
    const work = keys[event.key];
    if (work) {
      event.preventDefault();
      work();
    }
  });
}
