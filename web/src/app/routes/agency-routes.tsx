import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { requireAgency } from './guards.ts';
import { privateRoute } from './private-route.tsx';

const agencyRoute = createRoute({
  getParentRoute: () => privateRoute,
  path: '/agency',
  beforeLoad: requireAgency,
  component: lazyRouteComponent(() => import('../../screens/agency/agency.tsx'), 'AgencyScreen'),
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
  component: lazyRouteComponent(() => import('../../screens/agency/clients.tsx'), 'ClientsScreen'),
});

const client = createRoute({
  getParentRoute: () => agencyRoute,
  path: '/clients/$id/{-$view}',
  staticData: { title: 'Client' },
  component: lazyRouteComponent(() => import('../../screens/agency/client.tsx'), 'ClientScreen'),
});

const overview = createRoute({
  getParentRoute: () => agencyRoute,
  path: '/overview',
  staticData: { title: 'Overview' },
  component: lazyRouteComponent(() => import('../../screens/agency/overview.tsx'), 'AgencyOverviewScreen'),
});

const branding = createRoute({
  getParentRoute: () => agencyRoute,
  path: '/branding',
  staticData: { title: 'Branding' },
  component: lazyRouteComponent(() => import('../../screens/agency/branding.tsx'), 'BrandingScreen'),
});

const templates = createRoute({
  getParentRoute: () => agencyRoute,
  path: '/templates',
  staticData: { title: 'Templates' },
  component: lazyRouteComponent(() => import('../../screens/agency/templates.tsx'), 'AgencyTemplatesScreen'),
});

const billing = createRoute({
  getParentRoute: () => agencyRoute,
  path: '/billing',
  staticData: { title: 'Billing' },
  component: lazyRouteComponent(() => import('../../screens/agency/billing.tsx'), 'AgencyBillingScreen'),
});

const features = createRoute({
  getParentRoute: () => agencyRoute,
  path: '/features',
  staticData: { title: 'Feature management' },
  component: lazyRouteComponent(() => import('../../screens/agency/features.tsx'), 'FeaturesScreen'),
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
