import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { privateRoute } from './private-route.tsx';

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

export const today = createRoute({
  getParentRoute: () => privateRoute,
  path: '/today',
  staticData: { title: 'Today' },
  component: lazyRouteComponent(() => import('../../features/today/today-page.tsx'), 'TodayPage'),
});
