import { createRoute } from '@tanstack/react-router';
import { requireAdmin } from './guards.ts';
import { laterPage } from './later-page.ts';
import { privateRoute } from './private-route.tsx';

const dashboard = createRoute({
  getParentRoute: () => privateRoute,
  path: '/admin/dashboard',
  staticData: { title: 'Organizations' },
  beforeLoad: requireAdmin,
  component: laterPage('OrganizationsPage'),
});

const organization = createRoute({
  getParentRoute: () => privateRoute,
  path: '/admin/organizations/$id',
  staticData: { title: 'Organization' },
  beforeLoad: requireAdmin,
  component: laterPage('AdminOrganizationScreen'),
});

const system = createRoute({
  getParentRoute: () => privateRoute,
  path: '/admin/system',
  staticData: { title: 'System' },
  beforeLoad: requireAdmin,
  component: laterPage('SystemPage'),
});

const templates = createRoute({
  getParentRoute: () => privateRoute,
  path: '/admin/templates',
  staticData: { title: 'Templates' },
  beforeLoad: requireAdmin,
  component: laterPage('TemplatesPage'),
});

export const adminRoutes = [dashboard, organization, system, templates];
