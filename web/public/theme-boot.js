// Runs before the first paint so that a dark page never flashes white. A file of its own because the
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
