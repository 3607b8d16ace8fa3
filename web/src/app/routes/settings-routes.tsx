import { createRoute, redirect } from '@tanstack/react-router';
import { laterPage } from './later-page.ts';
import { privateRoute } from './private-route.tsx';
import { idParam, textParam } from './search-params.ts';

const settingsRoute = createRoute({
  getParentRoute: () => privateRoute,
  path: '/settings',
  component: laterPage('SettingsScreen'),
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
  component: laterPage('MembersPage'),
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
  component: laterPage('IntegrationsScreen'),
});

const apiKeys = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/api',
  staticData: { title: 'API' },
  component: laterPage('ApiPage'),
});

const webhooks = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/webhooks',
  staticData: { title: 'Webhooks' },
  component: laterPage('WebhooksPage'),
});

const data = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/data',
  staticData: { title: 'Data' },
  component: laterPage('DataPage'),
});

const privacy = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/privacy',
  staticData: { title: 'Privacy' },
  component: laterPage('PrivacyPage'),
});

const toolImports = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/data/import',
  staticData: { title: 'Import from another tool' },
  component: laterPage('ToolImportsPage'),
});

const automations = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/automations',
  staticData: { title: 'Automations' },
  component: laterPage('AutomationsPage'),
});

const approvals = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/approvals',
  staticData: { title: 'Approvals' },
  component: laterPage('ApprovalsPage'),
});

const knowledgeBase = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/knowledge-base',
  staticData: { title: 'Knowledge base' },
  component: laterPage('KnowledgeBasePage'),
});

const signatures = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/signatures',
  staticData: { title: 'Signatures' },
  component: laterPage('SignaturesPage'),
});

const excludedDomains = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/excluded-domains',
  staticData: { title: 'Excluded domains' },
  component: laterPage('ExcludedDomainsPage'),
});

const suppressions = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/suppressions',
  staticData: { title: 'Suppression list' },
  component: laterPage('SuppressionsPage'),
});

const touchLock = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/touch-lock',
  staticData: { title: 'Touch lock' },
  component: laterPage('TouchLocksPage'),
});

const billing = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/billing',
  staticData: { title: 'Billing' },
  // What the payment page leads back with, and the lead whose costs are shown.
  validateSearch: (search) => ({ bought: idParam(search, 'bought'), lead: idParam(search, 'lead') }),
  component: laterPage('BillingScreen'),
});

const plan = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/plan',
  staticData: { title: 'Plan and credits' },
  component: laterPage('OfferPage'),
});

const security = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/security',
  // A try of Single Sign-On that came back.
  validateSearch: (search) => ({ sso: textParam(search, 'sso') }),
  staticData: { title: 'Security' },
  component: laterPage('SecurityScreen'),
});

const account = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/account',
  staticData: { title: 'Account' },
  component: laterPage('AccountPage'),
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
