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
  component: lazyRouteComponent(() => import('../../features/agency/clients/clients-page.tsx'), 'ClientsPage'),
});

const client = createRoute({
  getParentRoute: () => agencyRoute,
  path: '/clients/$id/{-$view}',
  staticData: { title: 'Client' },
  component: lazyRouteComponent(() => import('../../features/agency/clients/client-page.tsx'), 'ClientScreen'),
});

const overview = createRoute({
  getParentRoute: () => agencyRoute,
  path: '/overview',
  staticData: { title: 'Overview' },
  component: lazyRouteComponent(() => import('../../features/agency/overview/overview-page.tsx'), 'OverviewPage'),
});

const branding = createRoute({
  getParentRoute: () => agencyRoute,
  path: '/branding',
  staticData: { title: 'Branding' },
  component: lazyRouteComponent(() => import('../../features/branding/branding-page.tsx'), 'BrandingPage'),
});

const templates = createRoute({
  getParentRoute: () => agencyRoute,
  path: '/templates',
  staticData: { title: 'Templates' },
  component: lazyRouteComponent(
    () => import('../../features/agency/templates/templates-page.tsx'),
    'AgencyTemplatesPage',
  ),
});

const billing = createRoute({
  getParentRoute: () => agencyRoute,
  path: '/billing',
  staticData: { title: 'Billing' },
  component: lazyRouteComponent(() => import('../../features/agency/billing/billing-page.tsx'), 'AgencyBillingPage'),
});

const features = createRoute({
  getParentRoute: () => agencyRoute,
  path: '/features',
  staticData: { title: 'Feature management' },
  component: lazyRouteComponent(() => import('../../features/agency/features/features-page.tsx'), 'FeaturesPage'),
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
