export { AgencyMenu } from './agency-menu.tsx';
export { AgencyBillingPage } from './billing/billing-page.tsx';
export { ClientPage } from './clients/client-page.tsx';
export { ClientsPage } from './clients/clients-page.tsx';
export { FeaturesPage } from './features/features-page.tsx';
export { OfferPage } from './offer/offer-page.tsx';
export { OverviewPage } from './overview/overview-page.tsx';
export { AgencyTemplatesPage } from './templates/templates-page.tsx';
