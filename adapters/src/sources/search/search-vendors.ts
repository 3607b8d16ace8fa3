import type { VendorAccess } from '../../kit/vendor-access.ts';
import { createBrave } from './brave/brave.adapter.ts';
import { braveManifest } from './brave/brave.manifest.ts';
import type { SearchVendor, SearchVendorManifest } from './search.api.ts';
import { createSearxng } from './searxng/searxng.adapter.ts';
import { searxngManifest } from './searxng/searxng.manifest.ts';
import { createSerpApi } from './serpapi/serpapi.adapter.ts';
import { serpapiManifest } from './serpapi/serpapi.manifest.ts';
import { createSerper } from './serper/serper.adapter.ts';
import { serperManifest } from './serper/serper.manifest.ts';

/** Who can search. The first one that is set up answers. */
export const SEARCH_VENDORS = {
  serper: { manifest: serperManifest, create: createSerper },
  serpapi: { manifest: serpapiManifest, create: createSerpApi },
  brave: { manifest: braveManifest, create: createBrave },
  searxng: { manifest: searxngManifest, create: createSearxng },
} as const satisfies Record<string, { manifest: SearchVendorManifest; create: (access: VendorAccess) => SearchVendor }>;

export type SearchVendorId = keyof typeof SEARCH_VENDORS;
