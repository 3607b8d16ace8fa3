// Runs before the first paint: a dark page must never flash white, nor an English one turn German. A separate file, because
// the Content-Security-Policy refuses inline scripts.
(() => {
  const read = (key, storage = 'localStorage') => {
    try {
      return window[storage].getItem(key) || '';
    } catch {
      // Storage may be closed off; the system's choice then holds.
      return '';
    }
  };
  const page = document.documentElement;
  const choice = read('mantine-color-scheme-value') || 'auto';
  const dark = choice === 'dark' || (choice === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // The language of this tab (`?language=`), else that of the person who signed in here (JSON, written by src/lib/storage.ts), else the
  // first of the browser's that there is. Accented and right-to-left English are for tests of screens on one's own machine.
  const languages = ['en', 'de'];
  const spoken = (navigator.languages || []).map((language) => language.split('-')[0]);
  page.dataset.browserLanguage = spoken.find((language) => languages.includes(language)) || 'en';
  if (/^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname)) languages.push('en-XA', 'ar-XB');
  const asked = new URLSearchParams(location.search).get('language') || '';
  if (languages.includes(asked)) {
    try {
      sessionStorage.setItem('language', asked);
    } catch {
      // It then holds for this address alone.
    }
  }
  const wanted = [asked, read('language', 'sessionStorage'), read('language').replaceAll('"', '')];
  page.lang = wanted.find((language) => languages.includes(language)) || page.dataset.browserLanguage;
  page.dir = page.lang === 'ar-XB' ? 'rtl' : 'ltr';

  // Where a script of the first page can't be loaded, nothing else is there to say so.
  const texts =
    page.lang === 'de'
      ? {
          missing: 'Die Anwendung wurde nicht geladen. Prüfen Sie Ihre Verbindung.',
          retry: 'Erneut versuchen',
          updated: 'Die Anwendung wurde gerade aktualisiert. Laden Sie die Seite neu.',
          reload: 'Neu laden',
        }
      : {
          missing: 'The application was not loaded. Check your connection.',
          retry: 'Try again',
          updated: 'The application was just updated. Reload the page.',
          reload: 'Reload',
        };
  const sayMissing = ({ target }) => {
    const root = document.getElementById('root');
    if (!(target instanceof HTMLScriptElement) || !root || root.hasChildNodes()) return;
    const text = document.createElement('p');
    text.setAttribute('role', 'alert');
    const again = document.createElement('button');
    again.style.cssText = 'margin-top: 16px; padding: 8px 16px; font: inherit';
    again.addEventListener('click', () => location.reload());
    [text.textContent, again.textContent] = [texts.missing, texts.retry];
    root.style.cssText = 'margin: 20vh auto; max-width: 40ch; padding: 0 16px; text-align: center; font: 15px system-ui';
    root.append(text, again);
    // The page of one version and the scripts of the next, while processes are replaced: the connection is fine.
    fetch('/', { cache: 'no-store' })
      .then(async (answer) => {
        if (!answer.ok || (await answer.text()).includes(target.getAttribute('src'))) return;
        [text.textContent, again.textContent] = [texts.updated, texts.reload];
      })
      .catch(() => {});
  };
  addEventListener('error', sayMissing, true);
})();
