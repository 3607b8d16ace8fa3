import type { CampaignLead } from '@overture/contract/campaign-leads';
import { fullName, leadName as knownName } from '../leads/index.ts';

/** Full name, or what else a lead is known by: its address before nothing at all. */
export function leadName(lead: Pick<CampaignLead, 'first_name' | 'last_name' | 'email'>): string {
  return fullName(lead) || lead.email || knownName(lead);
}
