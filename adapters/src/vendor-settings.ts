import { CONTACT_VENDORS } from './contact-finder/contact-vendors.ts';
import { CRM_VENDORS } from './crm/crm-vendors.ts';
import type { SettingOf } from './kit/vendor-access.ts';
import { newsRssManifest } from './sources/search/news-rss/news-rss.manifest.ts';
import { SEARCH_VENDORS } from './sources/search/search-vendors.ts';

const manifests = [
  ...Object.values(SEARCH_VENDORS).map(({ manifest }) => manifest),
  ...Object.values(CONTACT_VENDORS).map(({ manifest }) => manifest),
  newsRssManifest,
];

const crms = Object.values(CRM_VENDORS).map(({ manifest }) => manifest.settings);
type CrmSetting = (typeof crms)[number]['client_id' | 'client_secret' | 'api_url' | 'auth_url'];

export type VendorSetting = SettingOf<(typeof manifests)[number]> | CrmSetting;

/** The settings that manifests name, for the settings of the program: keys, and addresses. */
export const VENDOR_SETTINGS: { name: VendorSetting; is_address: boolean }[] = [
  ...manifests.flatMap(({ settings }) => [
    ...(settings.api_key === null ? [] : [{ name: settings.api_key, is_address: false }]),
    { name: settings.api_url, is_address: true },
  ]),
  ...crms.flatMap(({ client_id, client_secret, api_url, auth_url }) => [
    { name: client_id, is_address: false },
    { name: client_secret, is_address: false },
    { name: api_url, is_address: true },
    { name: auth_url, is_address: true },
  ]),
];
