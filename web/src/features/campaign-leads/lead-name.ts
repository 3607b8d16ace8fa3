import type { CampaignLead } from '@overture/contract/campaign-leads';
import { t } from './texts.ts';

/** Full name, or what else a lead is known by. */
export function leadName(lead: Pick<CampaignLead, 'first_name' | 'last_name' | 'email'>): string {
  return `${lead.first_name} ${lead.last_name}`.trim() || lead.email || t('unnamed');
}
