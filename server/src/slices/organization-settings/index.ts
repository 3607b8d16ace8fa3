export { organizationSettingsRoutes } from './organization-settings.routes.ts';
export { getSetting, updateSetting } from './organization-settings.store.ts';
