/** Pages that are opened after others: what loads each of them is no part of the first page's scripts. */
export const laterPages = {
  GoalsPage: async () => (await import('../../features/goals/goals-page.tsx')).GoalsPage,
  ExportsScreen: async () => (await import('../../screens/exports.tsx')).ExportsScreen,
  TodayPage: async () => (await import('../../features/today/today-page.tsx')).TodayPage,
  OrganizationsPage: async () => (await import('../../features/admin/organizations-page.tsx')).OrganizationsPage,
  AdminOrganizationScreen: async () =>
    (await import('../../features/admin/organization-page.tsx')).AdminOrganizationScreen,
  SystemPage: async () => (await import('../../features/admin/system-page.tsx')).SystemPage,
  TemplatesPage: async () => (await import('../../features/admin/templates-page.tsx')).TemplatesPage,
  AgencyScreen: async () => (await import('../../screens/agency/agency.tsx')).AgencyScreen,
  ClientsPage: async () => (await import('../../features/agency/clients/clients-page.tsx')).ClientsPage,
  ClientScreen: async () => (await import('../../features/agency/clients/client-page.tsx')).ClientScreen,
  OverviewPage: async () => (await import('../../features/agency/overview/overview-page.tsx')).OverviewPage,
  BrandingPage: async () => (await import('../../features/branding/branding-page.tsx')).BrandingPage,
  AgencyTemplatesPage: async () =>
    (await import('../../features/agency/templates/templates-page.tsx')).AgencyTemplatesPage,
  AgencyBillingPage: async () => (await import('../../features/agency/billing/billing-page.tsx')).AgencyBillingPage,
  FeaturesPage: async () => (await import('../../features/agency/features/features-page.tsx')).FeaturesPage,
  ArchivedCampaignsScreen: async () => (await import('../../screens/campaigns-archived.tsx')).ArchivedCampaignsScreen,
  RegisterScreen: async () => (await import('../../features/auth/register-form.tsx')).RegisterScreen,
  VerifyEmailScreen: async () => (await import('../../features/auth/verify-email-form.tsx')).VerifyEmailScreen,
  ForgotPasswordForm: async () => (await import('../../features/auth/forgot-password-form.tsx')).ForgotPasswordForm,
  CreatePasswordScreen: async () => (await import('../../features/auth/create-password-form.tsx')).CreatePasswordScreen,
  EmailLinkScreen: async () => (await import('../../features/auth/email-link-form.tsx')).EmailLinkScreen,
  LogoutScreen: async () => (await import('../../screens/logout.tsx')).LogoutScreen,
  ConsentPage: async () => (await import('../../features/api-keys/apps/consent-page.tsx')).ConsentPage,
  SecondFactorScreen: async () => (await import('../../screens/second-factor.tsx')).SecondFactorScreen,
  PaymentSuccess: async () => (await import('../../features/billing/pay/payment-success.tsx')).PaymentSuccess,
  ArchivedSearchesScreen: async () => (await import('../../screens/searches-archived.tsx')).ArchivedSearchesScreen,
  SavedSearchesPage: async () =>
    (await import('../../features/lead-finder/saved/saved-searches-page.tsx')).SavedSearchesPage,
  ConnectEmailScreen: async () => (await import('../../features/connect-mailbox/connect-page.tsx')).ConnectEmailScreen,
  ConnectCallbackScreen: async () =>
    (await import('../../features/connect-mailbox/consent-return.tsx')).ConnectCallbackScreen,
  LinkedinTasksPage: async () =>
    (await import('../../features/linkedin-tasks/linkedin-tasks-page.tsx')).LinkedinTasksPage,
  DeliverabilityPage: async () =>
    (await import('../../features/deliverability/deliverability-page.tsx')).DeliverabilityPage,
  PlacementPage: async () => (await import('../../features/deliverability/placement/placement-page.tsx')).PlacementPage,
  SettingsScreen: async () => (await import('../../screens/settings/settings.tsx')).SettingsScreen,
  MembersPage: async () => (await import('../../features/members/members-page.tsx')).MembersPage,
  IntegrationsScreen: async () =>
    (await import('../../features/integrations/integrations-page.tsx')).IntegrationsScreen,
  ApiPage: async () => (await import('../../features/api-keys/api-keys-page.tsx')).ApiPage,
  WebhooksPage: async () => (await import('../../features/webhooks/webhooks-page.tsx')).WebhooksPage,
  DataPage: async () => (await import('../../features/data/data-page.tsx')).DataPage,
  PrivacyPage: async () => (await import('../../features/privacy/privacy-page.tsx')).PrivacyPage,
  ToolImportsPage: async () => (await import('../../features/tool-imports/tool-imports-page.tsx')).ToolImportsPage,
  AutomationsPage: async () => (await import('../../features/automations/automations-page.tsx')).AutomationsPage,
  ApprovalsPage: async () => (await import('../../features/approvals/approvals-page.tsx')).ApprovalsPage,
  KnowledgeBasePage: async () =>
    (await import('../../features/knowledge-base/knowledge-base-page.tsx')).KnowledgeBasePage,
  SignaturesPage: async () => (await import('../../features/signatures/signatures-page.tsx')).SignaturesPage,
  ExcludedDomainsPage: async () =>
    (await import('../../features/excluded-domains/domains-page.tsx')).ExcludedDomainsPage,
  SuppressionsPage: async () => (await import('../../features/suppressions/suppressions-page.tsx')).SuppressionsPage,
  TouchLocksPage: async () => (await import('../../features/touch-locks/touch-locks-page.tsx')).TouchLocksPage,
  BillingScreen: async () => (await import('../../features/billing/billing-page.tsx')).BillingScreen,
  OfferPage: async () => (await import('../../features/agency/offer/offer-page.tsx')).OfferPage,
  SecurityScreen: async () => (await import('../../screens/settings/security.tsx')).SecurityScreen,
  AccountPage: async () => (await import('../../features/account/account-page.tsx')).AccountPage,
};
