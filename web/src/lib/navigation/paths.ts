import type { SettingsPage } from '@overture/domain/access/permissions';

type Query = Record<string, string | number | boolean | undefined>;

/** An address inside the application, made only here. */
export type Path = string & { readonly __path: true };

function path(pathname: string, query: Query = {}): Path {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return (text ? `${pathname}?${text}` : pathname) as Path;
}

/** Path builder: every address of the application is defined here once. */
export const pb = {
  /** `ended`: the session ended elsewhere, which the page says. */
  login: (query: { ended?: boolean } = {}) => path('/login', query),
  register: (query: { referral?: string } = {}) => path('/register', query),
  /** `again`: a code was just emailed during sign-in. */
  verifyEmail: (email: string, why?: 'again' | 'slow') =>
    path('/verify-email', { email, again: why === 'again' || undefined, slow: why === 'slow' || undefined }),
  forgotPassword: () => path('/forgot-password'),
  createPassword: (query: { code: string; resetting?: boolean }) => path('/create-password', query),
  logout: () => path('/logout'),
  secondFactor: () => path('/second-factor'),
  dashboard: (query: { onboarding?: boolean } = {}) => path('/dashboard', query),
  today: () => path('/today'),
  goals: () => path('/goals'),
  exports: () => path('/exports'),
  searches: (query: { create?: boolean } = {}) => path('/searches', query),
  archivedSearches: () => path('/searches/archived'),
  savedSearches: () => path('/searches/saved'),
  /** `lead` opens when the list shows it; `name` and `company` narrow the list; `saved` opens the finder with a saved search. */
  search: (
    id: number,
    query: { import?: number; saved?: number; lead?: number; name?: string | undefined; company?: string } = {},
  ) => path(`/searches/${id}`, query),
  campaigns: (query: { create?: boolean } = {}) => path('/campaigns', query),
  archivedCampaigns: () => path('/campaigns/archived'),
  campaign: (id: number) => path(`/campaigns/${id}`),
  activity: () => path('/activity'),
  inbox: (query: { tab?: 'boards'; board?: number; chat?: number } = {}) => path('/inbox', query),
  senders: (query: { linkStatus?: 'success'; settings?: number } = {}) => path('/senders', query),
  deliverability: () => path('/deliverability'),
  placement: () => path('/deliverability/placement'),
  linkedinTasks: () => path('/linkedin-by-hand'),
  connectEmail: (query: { account_id?: number } = {}) => path('/connect-email', query),
  connectCallback: () => path('/connect-email/callback'),
  settings: () => path('/settings'),
  settingsPage: (page: SettingsPage) => path(`/settings/${page}`),
  members: () => path('/settings/members'),
  integrations: () => path('/settings/integrations'),
  apiKeys: () => path('/settings/api'),
  webhooks: () => path('/settings/webhooks'),
  data: () => path('/settings/data'),
  privacy: () => path('/settings/privacy'),
  toolImports: () => path('/settings/data/import'),
  automations: () => path('/settings/automations'),
  approvals: () => path('/settings/approvals'),
  knowledgeBase: () => path('/settings/knowledge-base'),
  signatures: () => path('/settings/signatures'),
  excludedDomains: () => path('/settings/excluded-domains'),
  suppressions: () => path('/settings/suppressions'),
  touchLock: () => path('/settings/touch-lock'),
  plan: () => path('/settings/plan'),
  billing: (query: { lead?: number } = {}) => path('/settings/billing', query),
  security: () => path('/settings/security'),
  account: () => path('/settings/account'),
  agency: () => path('/agency'),
  clients: () => path('/agency/clients'),
  client: (id: number) => path(`/agency/clients/${id}`),
  clientReport: (id: number) => path(`/agency/clients/${id}/report`),
  agencyBranding: () => path('/agency/branding'),
  agencyOverview: () => path('/agency/overview'),
  agencyBilling: () => path('/agency/billing'),
  agencyTemplates: () => path('/agency/templates'),
  agencyFeatures: () => path('/agency/features'),
  adminDashboard: () => path('/admin/dashboard'),
  adminOrganization: (id: number) => path(`/admin/organizations/${id}`),
  adminSystem: () => path('/admin/system'),
  adminTemplates: () => path('/admin/templates'),
} as const;
