import { campaignsEndpoints } from '@overture/contract/campaigns';
import { call } from '../../../lib/api/api-client.ts';
import { browserZone } from '../../../lib/time-zones.ts';

/** Makes a draft, blank without a template, in the zone of this browser. Without a name the server gives one. */
export function createDraft({ template_id, name }: { template_id: number | null; name?: string }) {
  const body = { timezone: browserZone(), ...(name ? { name } : {}) };
  return template_id === null
    ? call(campaignsEndpoints.createCampaign, { body })
    : call(campaignsEndpoints.createFromTemplate, { body: { ...body, template_id } });
}
