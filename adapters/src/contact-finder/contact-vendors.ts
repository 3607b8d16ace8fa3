import type { GuardedHttp } from '../kit/guarded-http.ts';
import type { VendorAccess } from '../kit/vendor-access.ts';
import type { ContactProvider, ContactProviderManifest } from './contact-finder.port.ts';
import { createHunter } from './hunter/hunter.adapter.ts';
import { hunterManifest } from './hunter/hunter.manifest.ts';
import { createLusha } from './lusha/lusha.adapter.ts';
import { lushaManifest } from './lusha/lusha.manifest.ts';
import { createProspeo } from './prospeo/prospeo.adapter.ts';
import { prospeoManifest } from './prospeo/prospeo.manifest.ts';

/** Who knows how people can be reached. All that are set up are asked, the cheapest first. */
export const CONTACT_VENDORS = {
  hunter: { manifest: hunterManifest, create: createHunter },
  prospeo: { manifest: prospeoManifest, create: createProspeo },
  lusha: { manifest: lushaManifest, create: createLusha },
} as const satisfies Record<
  string,
  { manifest: ContactProviderManifest; create: (http: GuardedHttp, access: VendorAccess) => ContactProvider }
>;

export type ContactVendorId = keyof typeof CONTACT_VENDORS;
