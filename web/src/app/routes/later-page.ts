import { pageOf } from '../page-of.ts';
import type { laterPages } from './later-pages.ts';

/** A page whose loader is itself loaded when it is asked for. */
export const laterPage = (name: keyof typeof laterPages) =>
  pageOf(async () => {
    const { laterPages } = await import('./later-pages.ts');
    return { page: await laterPages[name]() };
  }, 'page');
