// Runs before the first paint: a dark page must never flash white. A separate file, because the
// Content-Security-Policy refuses inline scripts.
(() => {
  let choice = 'auto';
  try {
    choice = localStorage.getItem('mantine-color-scheme-value') || 'auto';
  } catch {
    // Storage may be closed off; the system's choice then holds.
  }
  const dark = choice === 'dark' || (choice === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
