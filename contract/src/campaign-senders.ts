import { RIGHTS } from '@overture/domain/access/permissions';
import { REQUEST_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { campaignAccountSchema } from './campaigns.ts';
import { endpoint, idSchema, unused } from './endpoint.ts';
import { selectionBody } from './prospects.ts';

/** A sender of a campaign and the states of its leads. Archived leads are not counted. */
const campaignSenderSchema = z.object({
  channel: z.enum(['email', 'linkedin']),
  account: campaignAccountSchema,
  /** It finishes the leads it has begun and takes no new ones. */
  is_leaving: z.boolean(),
  /** Kept for it, nothing begun. */
  untouched: z.number().int(),
  /** Begun, with something to come. */
  in_sequence: z.number().int(),
  /** Of those, due and waiting because the sender is disconnected or held. */
  held: z.number().int(),
  /** All steps are sent, without a reply yet. */
  awaiting: z.number().int(),
  replied: z.number().int(),
  /** Running leads that handing over leaves where they are: invited by it, or connected with it and with no other sender that is connected. */
  staying: z.number().int(),
  /** Emails of this campaign, and how many came back. */
  sent: z.number().int(),
  bounced: z.number().int(),
});
export type CampaignSender = z.output<typeof campaignSenderSchema>;

const settled = z.object({
  success: z.literal(true),
  /** Leads that move to another sender, or end. */
  amount: z.number().int(),
  /** Leads that stay: their message is on its way, or no other LinkedIn account is connected with them. */
  left: z.number().int(),
  /**
   * Of the remaining ones: leads invited by a sender that no other sender here can replace; they can restart at the
   * invitation.
   */
  restartable: z.number().int(),
});

/** Leads that stay with the account that invited them begin again at the invite; mails they had are not sent again. No when left out. */
const restarts = unused(z.boolean());

export const campaignSendersEndpoints = {
  listCampaignSenders: endpoint('GET /campaigns/{id}/senders/', {
    summary: 'Senders of a campaign with their leads, those included that only finish theirs',
    shows: ['campaign_senders'],
    ok: z.object({
      senders: z.array(campaignSenderSchema).max(LIST_LIMITS.accounts),
      /** Active leads without a sender on a channel: any sender with capacity takes them. */
      nobodys: z.object({ email: z.number().int(), linkedin: z.number().int() }),
    }),
  }),
  settleSenderLeads: endpoint('POST /campaigns/{id}/senders/{accountId}/settle-leads/', {
    summary: 'Give the running leads of a sender to the others of the campaign, or end the campaign for them',
    touches: ['campaign_senders', 'campaign_leads'],
    roles: RIGHTS.work,
    body: z.object({ leads: z.enum(['hand_over', 'end']), restarts }),
    errors: ['bad_request'],
    ok: settled,
  }),
  handOverLeads: endpoint('POST /campaigns/{id}/hand-over-prospects/', {
    summary: 'Let one sender of the campaign take over chosen leads',
    touches: ['campaign_senders', 'campaign_leads', 'campaigns'],
    roles: RIGHTS.work,
    body: z.object({ ...selectionBody, account_id: idSchema, restarts }),
    max_body_bytes: REQUEST_LIMITS.max_json_body_in_bytes,
    errors: ['bad_request', 'no_leads_selected'],
    /** Whom to name when they are to begin again: what an amount from the top of a table means has changed by then. */
    ok: settled.extend({ restartable_ids: z.array(z.number().int()) }),
  }),
};
