import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireUser } from './guards.ts';
import { rootRoute } from './root.tsx';

/** Everything behind the sign-in, inside the shell. Screens hang below it, each in its own file of routes. */
export const privateRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'private',
  beforeLoad: requireUser,
  component: lazyRouteComponent(() => import('../shell/shell.tsx'), 'Shell'),
});
