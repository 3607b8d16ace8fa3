export const AGENCY_PATHS = [
  '/agency/clients',
  '/agency/overview',
  '/agency/billing',
  '/agency/branding',
  '/agency/templates',
  '/agency/features',
];
export const OPERATOR_PATHS = ['/admin/dashboard', '/admin/templates', '/admin/system'];
