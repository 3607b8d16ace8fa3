import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireAdmin } from './guards.ts';
import { privateRoute } from './private-route.tsx';

const dashboard = createRoute({
  getParentRoute: () => privateRoute,
  path: '/admin/dashboard',
  staticData: { title: 'Organizations' },
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('../../screens/admin/admin-dashboard.tsx'), 'AdminDashboardScreen'),
});

const organization = createRoute({
  getParentRoute: () => privateRoute,
  path: '/admin/organizations/$id',
  staticData: { title: 'Organization' },
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('../../screens/admin/organization.tsx'), 'AdminOrganizationScreen'),
});

const system = createRoute({
  getParentRoute: () => privateRoute,
  path: '/admin/system',
  staticData: { title: 'System' },
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('../../screens/admin/system.tsx'), 'AdminSystemScreen'),
});

const templates = createRoute({
  getParentRoute: () => privateRoute,
  path: '/admin/templates',
  staticData: { title: 'Templates' },
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('../../screens/admin/templates.tsx'), 'AdminTemplatesScreen'),
});

export const adminRoutes = [dashboard, organization, system, templates];
