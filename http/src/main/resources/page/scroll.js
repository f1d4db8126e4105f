// Where one was on the page: kept with each entry of the history, and found again on the way back.
const SETTLE_MS = 120;
const PATIENCE_MS = 3000;
let timer = 0;

/** Notes the position in the entry of the history that is shown. */
export function keepScroll() {
  history.scrollRestoration = 'manual';
  addEventListener('scroll', () => {
    clearTimeout(timer);
    timer = setTimeout(() => history.replaceState({ ...history.state, y: scrollY }, ''), SETTLE_MS);
  });
}

/** An entry that was shown before has a position; a new one begins at the top. */
export function restoreScroll() {
  clearTimeout(timer);
  const y = history.state?.y ?? 0;
  const until = performance.now() + PATIENCE_MS;
  const entry = location.hash;
  const step = () => {
    if (location.hash !== entry) return;
    scrollTo(0, y);
    if (Math.abs(scrollY - y) > 1 && performance.now() < until) requestAnimationFrame(step);
  };
  scrollTo(0, 0);
  requestAnimationFrame(step);
}
