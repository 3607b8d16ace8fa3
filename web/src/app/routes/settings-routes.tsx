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
  component: lazyRouteComponent(() => import('../../features/members/members-page.tsx'), 'MembersPage'),
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
  component: lazyRouteComponent(
    () => import('../../features/integrations/integrations-page.tsx'),
    'IntegrationsScreen',
  ),
});

const apiKeys = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/api',
  staticData: { title: 'API' },
  component: lazyRouteComponent(() => import('../../features/api-keys/api-keys-page.tsx'), 'ApiPage'),
});

const webhooks = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/webhooks',
  staticData: { title: 'Webhooks' },
  component: lazyRouteComponent(() => import('../../features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const data = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/data',
  staticData: { title: 'Data' },
  component: lazyRouteComponent(() => import('../../features/data/data-page.tsx'), 'DataPage'),
});

const privacy = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/privacy',
  staticData: { title: 'Privacy' },
  component: lazyRouteComponent(() => import('../../features/privacy/privacy-page.tsx'), 'PrivacyPage'),
});

const toolImports = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/data/import',
  staticData: { title: 'Import from another tool' },
  component: lazyRouteComponent(() => import('../../features/tool-imports/tool-imports-page.tsx'), 'ToolImportsPage'),
});

const automations = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/automations',
  staticData: { title: 'Automations' },
  component: lazyRouteComponent(() => import('../../features/automations/automations-page.tsx'), 'AutomationsPage'),
});

const approvals = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/approvals',
  staticData: { title: 'Approvals' },
  component: lazyRouteComponent(() => import('../../features/approvals/approvals-page.tsx'), 'ApprovalsPage'),
});

const knowledgeBase = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/knowledge-base',
  staticData: { title: 'Knowledge base' },
  component: lazyRouteComponent(
    () => import('../../features/knowledge-base/knowledge-base-page.tsx'),
    'KnowledgeBasePage',
  ),
});

const signatures = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/signatures',
  staticData: { title: 'Signatures' },
  component: lazyRouteComponent(() => import('../../features/signatures/signatures-page.tsx'), 'SignaturesPage'),
});

const excludedDomains = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/excluded-domains',
  staticData: { title: 'Excluded domains' },
  component: lazyRouteComponent(
    () => import('../../features/excluded-domains/domains-page.tsx'),
    'ExcludedDomainsPage',
  ),
});

const suppressions = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/suppressions',
  staticData: { title: 'Suppression list' },
  component: lazyRouteComponent(() => import('../../features/suppressions/suppressions-page.tsx'), 'SuppressionsPage'),
});

const touchLock = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/touch-lock',
  staticData: { title: 'Touch lock' },
  component: lazyRouteComponent(() => import('../../features/touch-locks/touch-locks-page.tsx'), 'TouchLocksPage'),
});

const billing = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/billing',
  staticData: { title: 'Billing' },
  // What the payment page leads back with, and the lead whose costs are shown.
  validateSearch: (search) => ({ bought: idParam(search, 'bought'), lead: idParam(search, 'lead') }),
  component: lazyRouteComponent(() => import('../../features/billing/billing-page.tsx'), 'BillingScreen'),
});

const plan = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/plan',
  staticData: { title: 'Plan and credits' },
  component: lazyRouteComponent(() => import('../../features/agency/offer/offer-page.tsx'), 'OfferPage'),
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
  component: lazyRouteComponent(() => import('../../features/account/account-page.tsx'), 'AccountPage'),
});

export const settingsRoutes = settingsRoute.addChildren([
  settingsIndex,
  members,
  integrations,
  apiKeys,
  webhooks,
  automations,
  data,
  privacy,
  toolImports,
  approvals,
  knowledgeBase,
  signatures,
  excludedDomains,
  suppressions,
  touchLock,
  billing,
  plan,
  security,
  account,
]);
