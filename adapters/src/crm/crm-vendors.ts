import type { CrmType } from '@overture/domain/crm';
import type { CrmManifest, CrmPort } from './crm.port.ts';
import type { CrmSettings } from './crm-http.api.ts';
import { createHubspot } from './hubspot/hubspot.adapter.ts';
import { hubspotManifest } from './hubspot/hubspot.manifest.ts';
import { createMonday } from './monday/monday.adapter.ts';
import { mondayManifest } from './monday/monday.manifest.ts';
import { createPipedrive } from './pipedrive/pipedrive.adapter.ts';
import { pipedriveManifest } from './pipedrive/pipedrive.manifest.ts';
import { createSalesforce } from './salesforce/salesforce.adapter.ts';
import { salesforceManifest } from './salesforce/salesforce.manifest.ts';

/** Every CRM vendor. An organization may connect several at the same time. */
export const CRM_VENDORS = {
  HUBSPOT: { manifest: hubspotManifest, create: createHubspot },
  PIPEDRIVE: { manifest: pipedriveManifest, create: createPipedrive },
  SALESFORCE: { manifest: salesforceManifest, create: createSalesforce },
  MONDAY: { manifest: mondayManifest, create: createMonday },
} as const satisfies Record<CrmType, { manifest: CrmManifest; create: (settings: CrmSettings) => CrmPort }>;

/** The settings by which a vendor is reached at the sandbox. Its sign-in has the path there that it has at the vendor. */
export function standInSettings(type: CrmType, sandbox_url: string) {
  const api_url = `${sandbox_url}/${type.toLowerCase()}`;
  const { pathname } = new URL(CRM_VENDORS[type].manifest.addresses.auth);
  return {
    client_id: 'sandbox',
    client_secret: 'sandbox',
    api_url,
    auth_url: `${api_url}${pathname.replace(/\/$/, '')}`,
  };
}
