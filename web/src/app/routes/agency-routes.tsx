import { createRoute, redirect } from '@tanstack/react-router';
import { requireAgency } from './guards.ts';
import { laterPage } from './later-page.ts';
import { privateRoute } from './private-route.tsx';

const agencyRoute = createRoute({
  getParentRoute: () => privateRoute,
  path: '/agency',
  beforeLoad: requireAgency,
  component: laterPage('AgencyScreen'),
});

const agencyIndex = createRoute({
  getParentRoute: () => agencyRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/agency/clients' as string, replace: true });
  },
});

const clients = createRoute({
  getParentRoute: () => agencyRoute,
  path: '/clients',
  staticData: { title: 'Clients' },
  component: laterPage('ClientsPage'),
});

const client = createRoute({
  getParentRoute: () => agencyRoute,
  path: '/clients/$id/{-$view}',
  staticData: { title: 'Client' },
  component: laterPage('ClientScreen'),
});

const overview = createRoute({
  getParentRoute: () => agencyRoute,
  path: '/overview',
  staticData: { title: 'Overview' },
  component: laterPage('OverviewPage'),
});

const branding = createRoute({
  getParentRoute: () => agencyRoute,
  path: '/branding',
  staticData: { title: 'Branding' },
  component: laterPage('BrandingPage'),
});

const templates = createRoute({
  getParentRoute: () => agencyRoute,
  path: '/templates',
  staticData: { title: 'Templates' },
  component: laterPage('AgencyTemplatesPage'),
});

const billing = createRoute({
  getParentRoute: () => agencyRoute,
  path: '/billing',
  staticData: { title: 'Billing' },
  component: laterPage('AgencyBillingPage'),
});

const features = createRoute({
  getParentRoute: () => agencyRoute,
  path: '/features',
  staticData: { title: 'Feature management' },
  component: laterPage('FeaturesPage'),
});

export const agencyRoutes = agencyRoute.addChildren([
  agencyIndex,
  clients,
  client,
  overview,
  branding,
  templates,
  billing,
  features,
]);
