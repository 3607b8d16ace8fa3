import { SIGNATURE_CHOICES } from '@overture/domain/campaign/signing-rule';
import { z } from 'zod';
import { idSchema, unused } from './endpoint.ts';

/** What the emails of a campaign are like. */
export const campaignMails = z.object({
  plain_text_only: z.boolean(),
  plain_first_email: z.boolean(),
  /** Their signature: as each message is written, that of their sender, `signature_id` (`fixed`), or none. */
  signature_choice: z.enum(SIGNATURE_CHOICES),
  signature_id: z.number().int().nullable(),
  /** False: only the first email to a lead has a signature. */
  signs_follow_ups: z.boolean(),
  tracks_clicks: z.boolean(),
  tracks_opens: z.boolean(),
});
export type CampaignMails = z.output<typeof campaignMails>;

/** Fields left out or null stay as they are. */
export const campaignMailsBody = {
  plain_text_only: unused(z.boolean()),
  plain_first_email: unused(z.boolean()),
  signature_choice: unused(z.enum(SIGNATURE_CHOICES)),
  signature_id: unused(idSchema),
  signs_follow_ups: unused(z.boolean()),
  tracks_clicks: unused(z.boolean()),
  tracks_opens: unused(z.boolean()),
};
