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

/** An entry that was shown before has a position; a new one begins at the top. It is looked for until a person scrolls. */
export function restoreScroll() {
  clearTimeout(timer);
  const y = history.state?.y ?? 0;
  const until = performance.now() + PATIENCE_MS;
  const entry = location.hash;
  scrollTo(0, 0);
  let left = 0;
  const step = () => {
    if (location.hash !== entry || movedFrom(left)) return;
    scrollTo(0, y);
    left = scrollY;
    if (Math.abs(scrollY - y) > 1 && performance.now() < until) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** A page that becomes shorter moves by itself; anything else was a person. */
function movedFrom(y) {
  const end = document.documentElement.scrollHeight - innerHeight;
  return Math.abs(scrollY - Math.min(y, Math.max(0, end))) > 1;
}
