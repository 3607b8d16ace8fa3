import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { forgetMissingStyles } from './app/broken-page.tsx';
import { loadAskedPage } from './app/router.tsx';
import { loadLanguage, shownLanguage } from './lib/language/language.ts';

const root = document.getElementById('root');
forgetMissingStyles();

function start(): void {
  loadAskedPage();
  if (root) createRoot(root).render(<App />);
}

// Texts that a page reads while it loads are in its language: no page is loaded before that is there. English is not waited for.
const language = loadLanguage();
if (shownLanguage === 'en') start();
else void language.then(start, start);
