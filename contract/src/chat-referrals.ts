import { RIGHTS } from '@overture/domain/access/permissions';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { z } from 'zod';
import { CAMPAIGNS_FEATURE } from './campaigns.ts';
import { endpoint, idSchema } from './endpoint.ts';

/** What the person is called: a message may name only an address. */
const named = {
  first_name: z.string().trim().min(1).max(TEXT_LIMITS.name_max),
  last_name: z.string().trim().max(TEXT_LIMITS.name_max),
};
const added = z.object({
  success: z.literal(true),
  /** The lead that the person is now; one who was known keeps what is known of them. */
  prospect_id: z.number().int(),
  /** False where they were there already. */
  is_added: z.boolean(),
});

export const chatReferralsEndpoints = {
  addReferralToList: endpoint('POST /chats/{id}/referrals/{messageId}/add-to-list/', {
    summary: 'Add the person whom a message names to a lead list',
    touches: ['lists', 'leads', 'chats'],
    roles: RIGHTS.work,
    body: z.object({ ...named, search_id: idSchema }),
    errors: ['referral_gone', 'referral_refused', 'person_erased'],
    ok: added,
  }),
  writeToReferral: endpoint('POST /chats/{id}/referrals/{messageId}/write/', {
    summary:
      'Add the person whom a message names as a lead, in the newest list of the lead who named them, with a draft that mentions the referrer',
    touches: ['lists', 'leads', 'chats', 'drafts'],
    roles: RIGHTS.work,
    body: z.object(named),
    errors: ['referral_gone', 'referral_refused', 'person_erased', 'too_many_drafts'],
    ok: added,
  }),
  addReferralToCampaign: endpoint('POST /chats/{id}/referrals/{messageId}/add-to-campaign/', {
    summary: 'Add the person whom a message names to a campaign',
    touches: ['campaigns', 'campaign_leads', 'lists', 'leads', 'chats'],
    roles: RIGHTS.work,
    feature: CAMPAIGNS_FEATURE,
    body: z.object({ ...named, campaign_id: idSchema }),
    errors: ['referral_gone', 'referral_refused', 'person_erased', 'bad_request', 'campaign_transition_refused'],
    ok: added,
  }),
};
