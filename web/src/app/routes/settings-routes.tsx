import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { privateRoute } from './private-route.tsx';
import { idParam, textParam } from './search-params.ts';

const settingsRoute = createRoute({
  getParentRoute: () => privateRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('../../screens/settings/settings.tsx'), 'SettingsScreen'),
});

const settingsIndex = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/account' as string, replace: true });
  },
});

const members = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/members',
  staticData: { title: 'Team members' },
  component: lazyRouteComponent(() => import('../../screens/settings/members.tsx'), 'MembersScreen'),
});

const integrations = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/integrations',
  // What a CRM's page of consent leads back with.
  validateSearch: (search) => ({
    state: textParam(search, 'state'),
    code: textParam(search, 'code'),
    error: textParam(search, 'error'),
  }),
  staticData: { title: 'Integrations' },
  component: lazyRouteComponent(() => import('../../screens/settings/integrations.tsx'), 'IntegrationsScreen'),
});

const knowledgeBase = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/knowledge-base',
  staticData: { title: 'Knowledge base' },
  component: lazyRouteComponent(() => import('../../screens/settings/knowledge-base.tsx'), 'KnowledgeBaseScreen'),
});

const signatures = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/signatures',
  staticData: { title: 'Signatures' },
  component: lazyRouteComponent(() => import('../../screens/settings/signatures.tsx'), 'SignaturesScreen'),
});

const excludedDomains = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/excluded-domains',
  staticData: { title: 'Excluded domains' },
  component: lazyRouteComponent(() => import('../../screens/settings/excluded-domains.tsx'), 'ExcludedDomainsScreen'),
});

const suppressions = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/suppressions',
  staticData: { title: 'Suppression list' },
  component: lazyRouteComponent(() => import('../../screens/settings/suppressions.tsx'), 'SuppressionsScreen'),
});

const billing = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/billing',
  staticData: { title: 'Billing' },
  // What the payment page leads back with.
  validateSearch: (search) => ({ bought: idParam(search, 'bought') }),
  component: lazyRouteComponent(() => import('../../screens/settings/billing.tsx'), 'BillingScreen'),
});

const plan = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/plan',
  staticData: { title: 'Plan and credits' },
  component: lazyRouteComponent(() => import('../../screens/settings/plan.tsx'), 'PlanScreen'),
});

const security = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/security',
  // A try of Single Sign-On that came back.
  validateSearch: (search) => ({ sso: textParam(search, 'sso') }),
  staticData: { title: 'Security' },
  component: lazyRouteComponent(() => import('../../screens/settings/security.tsx'), 'SecurityScreen'),
});

const account = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/account',
  staticData: { title: 'Account' },
  component: lazyRouteComponent(() => import('../../screens/settings/account.tsx'), 'AccountScreen'),
});

export const settingsRoutes = settingsRoute.addChildren([
  settingsIndex,
  members,
  integrations,
  knowledgeBase,
  signatures,
  excludedDomains,
  suppressions,
  billing,
  plan,
  security,
  account,
]);
