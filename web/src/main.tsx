import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadAskedPage } from './app/router.tsx';

const root = document.getElementById('root');
loadAskedPage();
if (root) createRoot(root).render(<App />);
