import { createRoute } from '@tanstack/react-router';
import { pageOf } from '../page-of.ts';
import { loadNotices } from '../shell/notices/notices.tsx';
import { requireUser } from './guards.ts';
import { rootRoute } from './root.tsx';

/** Everything behind the sign-in, inside the shell. Screens hang below it, each in its own file of routes. */
export const privateRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'private',
  beforeLoad: async ({ location }) => loadNotices(await requireUser({ location })),
  component: pageOf(() => import('../shell/shell.tsx'), 'Shell'),
});
