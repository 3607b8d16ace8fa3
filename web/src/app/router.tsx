import { createRouter } from '@tanstack/react-router';
import { PageSpinner } from '../ui/feedback/spinner.tsx';
import { BrokenPage } from './broken-page.tsx';
import { routeTree } from './routes/route-tree.tsx';
import { t } from './texts.ts';

/** Search parameters stay text: a code such as 01234567 must not become a number. */
function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return text ? `?${text}` : '';
}

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: false,
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultPendingComponent: () => <PageSpinner label={t('loading')} />,
  defaultErrorComponent: ({ error, reset }) => <BrokenPage error={error} onRetry={reset} />,
  scrollRestoration: false,
});

/** The parts of the page asked for load beside the question who is signed in, not after it. */
export function loadAskedPage(): void {
  for (const { routeId } of router.matchRoutes(window.location.pathname, {})) {
    const part = router.routesById[routeId].options.component as { preload?: () => Promise<unknown> } | undefined;
    // The router asks again and shows what failed.
    void part?.preload?.().catch(() => undefined);
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** What the tab of the browser says while this route is open. */
    title?: string;
  }
}
