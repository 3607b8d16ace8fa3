import { createRoute } from '@tanstack/react-router';
import { pageOf } from '../page-of.ts';
import { laterPage } from './later-page.ts';
import { privateRoute } from './private-route.tsx';
import { idParam } from './search-params.ts';

export const activity = createRoute({
  getParentRoute: () => privateRoute,
  path: '/activity',
  staticData: { title: 'Campaign activity' },
  component: pageOf(() => import('../../features/activity/activity-page.tsx'), 'ActivityPage'),
});

export const goals = createRoute({
  getParentRoute: () => privateRoute,
  path: '/goals',
  staticData: { title: 'Goals' },
  component: laterPage('GoalsPage'),
});

export const exportsPage = createRoute({
  getParentRoute: () => privateRoute,
  path: '/exports',
  validateSearch: (search) => ({ link: idParam(search, 'link') }),
  staticData: { title: 'Exports' },
  component: laterPage('ExportsScreen'),
});

export const today = createRoute({
  getParentRoute: () => privateRoute,
  path: '/today',
  staticData: { title: 'Today' },
  component: laterPage('TodayPage'),
});
