import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireAdmin } from './guards.ts';
import { privateRoute } from './private-route.tsx';

const dashboard = createRoute({
  getParentRoute: () => privateRoute,
  path: '/admin/dashboard',
  staticData: { title: 'Organizations' },
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('../../features/admin/organizations-page.tsx'), 'OrganizationsPage'),
});

const organization = createRoute({
  getParentRoute: () => privateRoute,
  path: '/admin/organizations/$id',
  staticData: { title: 'Organization' },
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('../../features/admin/organization-page.tsx'), 'AdminOrganizationScreen'),
});

const system = createRoute({
  getParentRoute: () => privateRoute,
  path: '/admin/system',
  staticData: { title: 'System' },
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('../../features/admin/system-page.tsx'), 'SystemPage'),
});

const templates = createRoute({
  getParentRoute: () => privateRoute,
  path: '/admin/templates',
  staticData: { title: 'Templates' },
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('../../features/admin/templates-page.tsx'), 'TemplatesPage'),
});

export const adminRoutes = [dashboard, organization, system, templates];
