import { RIGHTS } from '@overture/domain/access/permissions';
import { CRM_TYPES } from '@overture/domain/crm';
import { ERASURE_LIMITS, PAGE_SIZES } from '@overture/domain/limits';
import { z } from 'zod';
import { endpoint, idSchema, unused } from './endpoint.ts';

const count = z.number().int();
/** Deletes their records in connected CRMs too, within a day. Some CRMs keep deleted records in a bin for some weeks. */
const with_crm = unused(z.boolean());

const jobSchema = z.object({
  id: count,
  /** What asked for it; `suppression`: an entry of the suppression list. */
  origin: z.enum(['lead', 'list', 'request', 'suppression', 'retention', 'restore']),
  /** Null for what the program did. */
  created_by: z.object({ id: count, name: z.string() }).nullable(),
  created_at: z.iso.datetime(),
  total: count,
  erased: count,
  /** Messages that a provider had been handed when it began. They can't be taken back. */
  handed_over: count,
  finished_at: z.iso.datetime().nullable(),
  /** Their records in CRMs, where deleting those was asked for. */
  crm: z.array(
    z.object({
      crm: z.enum(CRM_TYPES),
      waiting: count,
      deleted: count,
      failed: count,
      /** What the CRM said of one that it refused to delete. */
      error: z.string().nullable(),
    }),
  ),
});
export type ErasureJob = z.output<typeof jobSchema>;

const WAYS = ['import', 'linkedin', 'finder', 'move_in', 'archive', 'crm', 'reply'] as const;

export const erasuresEndpoints = {
  previewErasure: endpoint('GET /prospects/{id}/erasure/', {
    summary: 'What erasing a person deletes',
    shows: ['leads', 'lists', 'campaign_leads', 'chats', 'erasures'],
    roles: RIGHTS.settings,
    ok: z.object({
      /** Leads that are the same person, by address or profile. */
      leads: count,
      lists: count,
      campaigns: count,
      messages: count,
      /** Messages that a provider has been handed and not yet answered. */
      handed_over: count,
      /** Addresses, numbers and profiles of which a digest stays. */
      digests: count,
      /** Records in connected CRMs. */
      crm: z.array(z.object({ crm: z.enum(CRM_TYPES), records: count })).max(CRM_TYPES.length),
    }),
  }),
  erasePerson: endpoint('POST /prospects/{id}/erase/', {
    summary:
      'Erase a person for good: every lead of theirs, with messages, notes and files. A keyed digest keeps them from coming back',
    touches: ['leads', 'lists', 'campaign_leads', 'campaigns', 'chats', 'board_cards', 'suppressions', 'erasures'],
    roles: RIGHTS.settings,
    recorded: { event: 'person_erased' },
    status: 202,
    body: z.object({ with_crm }),
    ok: z.object({ erasure: jobSchema }),
  }),
  erasePeople: endpoint('POST /erasures/', {
    summary: 'Erase people for good, at most 10,000 at a time; the answer names the job that does it',
    touches: ['leads', 'lists', 'campaign_leads', 'campaigns', 'chats', 'board_cards', 'suppressions', 'erasures'],
    roles: RIGHTS.settings,
    recorded: { event: 'person_erased' },
    status: 202,
    body: z.object({ prospect_ids: z.array(idSchema).min(1).max(ERASURE_LIMITS.people_at_once), with_crm }),
    ok: z.object({ erasure: jobSchema }),
  }),
  listErasures: endpoint('GET /erasures/', {
    summary: 'The newest 25 erasures, and how often an erased person was kept out since',
    shows: ['erasures'],
    roles: RIGHTS.settings,
    ok: z.object({
      erasures: z.array(jobSchema).max(PAGE_SIZES.erasures),
      erased_people: count,
      skips: z.array(z.object({ way: z.enum(WAYS), skipped: count, last_at: z.iso.datetime() })).max(WAYS.length),
    }),
  }),
  getErasure: endpoint('GET /erasures/{id}/', {
    summary: 'How far an erasure is',
    shows: ['erasures'],
    roles: RIGHTS.settings,
    ok: z.object({ erasure: jobSchema }),
  }),
};
