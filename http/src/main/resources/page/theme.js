// Dark or light: as the system says, until somebody says otherwise.
const KEY = 'millrace-theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

export const isDark = () => (localStorage.getItem(KEY) ?? (dark.matches ? 'dark' : 'light')) === 'dark';

export function apply() {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
  dispatchEvent(new CustomEvent('theme'));
}

export function toggle() {
  localStorage.setItem(KEY, isDark() ? 'light' : 'dark');
  apply();
}

dark.addEventListener('change', apply);

/** A colour of the style sheet, for what is drawn and not styled. */
export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
