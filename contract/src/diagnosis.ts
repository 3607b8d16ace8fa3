import { CURES, DIAGNOSIS_CODES, DIAGNOSIS_STATES, MOST_OTHER_CAUSES } from '@overture/domain/diagnosis/causes';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sentenceSchema } from './said.ts';

const causeSchema = z.object({
  /** A wait reason of leads (`waiting_for.rule`), or a cause of the campaign or sender as a whole. */
  code: z.enum(DIAGNOSIS_CODES),
  text: z.string(),
  sentence: sentenceSchema,
  /** When it ends; null where it is not known, or where a person ends it. */
  until: z.iso.datetime().nullable(),
  /** Of the leads at the head of each queue, how many it holds; null where it is not about single leads. */
  leads: z.number().int().nullable(),
  /** What to open to remove it; null where only time does. */
  cure: z.enum(CURES).nullable(),
  /** The sender and the campaign that the cure is about. */
  account_id: z.number().int().nullable(),
  campaign_id: z.number().int().nullable(),
  /** The name of the campaign that the text adds. */
  campaign_name: z.string().nullable(),
});
export type DiagnosisCause = z.output<typeof causeSchema>;

const diagnosisSchema = z.object({
  /** `stopped` continues when a person acts, `waiting` later; `finished` has nothing left to send. */
  state: z.enum(DIAGNOSIS_STATES),
  checked_at: z.iso.datetime(),
  /** The first cause. */
  cause: causeSchema,
  /** What comes after it, in order. */
  others: z.array(causeSchema).max(MOST_OTHER_CAUSES),
});
export type Diagnosis = z.output<typeof diagnosisSchema>;

export const diagnosisEndpoints = {
  diagnoseCampaign: endpoint('GET /campaigns/{id}/diagnosis/', {
    summary: 'Why a campaign sends nothing now: the first cause, and what removes it',
    shows: [
      'campaigns',
      'campaign_leads',
      'campaign_senders',
      'senders',
      'guard',
      'sending_hold',
      'approvals',
      'revisions',
    ],
    ok: z.object({ diagnosis: diagnosisSchema }),
  }),
  diagnoseSender: endpoint('GET /accounts/{id}/diagnosis/', {
    summary: 'Why campaigns send nothing from a sender now: the first cause, and what removes it',
    shows: ['campaigns', 'campaign_leads', 'campaign_senders', 'senders', 'guard', 'sending_hold'],
    ok: z.object({ diagnosis: diagnosisSchema }),
  }),
};
