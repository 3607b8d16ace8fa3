import { CONTACT_VENDORS } from './contact-finder/contact-vendors.ts';
import type { SettingOf } from './kit/vendor-access.ts';
import { newsRssManifest } from './sources/search/news-rss/news-rss.manifest.ts';
import { SEARCH_VENDORS } from './sources/search/search-vendors.ts';

const manifests = [
  ...Object.values(SEARCH_VENDORS).map(({ manifest }) => manifest),
  ...Object.values(CONTACT_VENDORS).map(({ manifest }) => manifest),
  newsRssManifest,
];

export type VendorSetting = SettingOf<(typeof manifests)[number]>;

/** The settings that manifests name, for the settings of the program: keys, and addresses. */
export const VENDOR_SETTINGS = manifests.flatMap(({ settings }): { name: VendorSetting; is_address: boolean }[] => [
  ...(settings.api_key === null ? [] : [{ name: settings.api_key, is_address: false }]),
  { name: settings.api_url, is_address: true },
]);
