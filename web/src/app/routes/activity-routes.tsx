import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { privateRoute } from './private-route.tsx';
import { idParam } from './search-params.ts';

export const activity = createRoute({
  getParentRoute: () => privateRoute,
  path: '/activity',
  staticData: { title: 'Campaign activity' },
  component: lazyRouteComponent(() => import('../../features/activity/activity-page.tsx'), 'ActivityPage'),
});

export const goals = createRoute({
  getParentRoute: () => privateRoute,
  path: '/goals',
  staticData: { title: 'Goals' },
  component: lazyRouteComponent(() => import('../../features/goals/goals-page.tsx'), 'GoalsPage'),
});

export const exportsPage = createRoute({
  getParentRoute: () => privateRoute,
  path: '/exports',
  validateSearch: (search) => ({ link: idParam(search, 'link') }),
  staticData: { title: 'Exports' },
  component: lazyRouteComponent(() => import('../../screens/exports.tsx'), 'ExportsScreen'),
});

export const today = createRoute({
  getParentRoute: () => privateRoute,
  path: '/today',
  staticData: { title: 'Today' },
  component: lazyRouteComponent(() => import('../../features/today/today-page.tsx'), 'TodayPage'),
});
