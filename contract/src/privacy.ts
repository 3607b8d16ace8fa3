import { RIGHTS } from '@overture/domain/access/permissions';
import { CRM_TYPES } from '@overture/domain/crm';
import { PAGE_SIZES } from '@overture/domain/limits';
import { LEAD_SOURCES, type LeadSourceKind, MOST_SOURCES_SHOWN } from '@overture/domain/privacy/lead-sources';
import { LEGAL_BASIS_NAMES, PRIVACY_LIMITS, PRIVACY_REQUEST_KINDS } from '@overture/domain/privacy/privacy-notice';
import { z } from 'zod';
import { booleanQuery, done, endpoint, idSchema, pageQuery } from './endpoint.ts';

const basisSchema = z.enum(LEGAL_BASIS_NAMES);
const shownBasisSchema = z.object({
  basis: basisSchema,
  /** The weighing of interests, or what proves the consent or the contract. */
  note: z.string(),
  given_on: z.iso.date().nullable(),
});
const basisBody = z.object({
  /** Null returns to the basis of the list or organization. */
  basis: basisSchema.nullable(),
  note: z.string().max(PRIVACY_LIMITS.basis_note_max).optional(),
  /** When the consent was given. */
  given_on: z.iso.date().nullish(),
});

const profileSchema = z.object({
  controller: z.string().max(1000),
  contact: z.string().max(1000),
  purpose: z.string().max(2000),
  recipients: z.string().max(2000),
  kept_until: z.string().max(1000),
  authority: z.string().max(1000),
});

const settingsSchema = profileSchema.extend({ legal_basis: basisSchema, weighing: z.string() });
export type PrivacySettings = z.output<typeof settingsSchema>;

const leadPrivacySchema = z.object({
  sources: z
    .array(
      z.object({
        kind: z.enum(Object.keys(LEAD_SOURCES) as [LeadSourceKind, ...LeadSourceKind[]]),
        detail: z.string(),
        row: z.number().int().nullable(),
        added_by: z.string().nullable(),
        key_name: z.string().nullable(),
        obtained_at: z.iso.datetime(),
      }),
    )
    .max(MOST_SOURCES_SHOWN),
  basis: shownBasisSchema.extend({
    /** Where it is set. */
    set_for: z.enum(['lead', 'list', 'organization']),
    list_name: z.string().nullable(),
  }),
  /** When the lead was informed by a link in a message, or by a person. */
  notified_at: z.iso.datetime().nullable(),
  notice_url: z.string(),
});
export type LeadPrivacy = z.output<typeof leadPrivacySchema>;

const requestSchema = z.object({
  id: z.number().int(),
  kind: z.enum(PRIVACY_REQUEST_KINDS),
  state: z.enum(['unconfirmed', 'open', 'done', 'declined']),
  /** Null once the lead is deleted. */
  prospect_id: z.number().int().nullable(),
  name: z.string(),
  email: z.string().nullable(),
  note: z.string(),
  is_verified: z.boolean(),
  /** The address of the lead that the code was mailed to: the answer goes there. */
  asked_from: z.string().nullable(),
  created_at: z.iso.datetime(),
  due_at: z.iso.datetime(),
  closed_at: z.iso.datetime().nullable(),
  closing_note: z.string(),
  /** The erasure that carries it out. When it is finished, copies in CRMs included, the request closes. */
  erasure: z
    .object({
      is_finished: z.boolean(),
      /** Records in CRMs that are not deleted yet. Those that a CRM refused to delete have to be deleted there. */
      crm: z.array(z.object({ crm: z.enum(CRM_TYPES), waiting: z.number().int(), failed: z.number().int() })),
    })
    .nullable(),
});
export type PrivacyRequest = z.output<typeof requestSchema>;

const unnotifiedSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string().nullable(),
  company_name: z.string().nullable(),
  held_since: z.iso.datetime(),
});
export type UnnotifiedLead = z.output<typeof unnotifiedSchema>;

export const privacyEndpoints = {
  getPrivacySettings: endpoint('GET /privacy/settings/', {
    summary: 'What the privacy notice says of the organization, and the legal basis of its leads',
    shows: ['privacy'],
    ok: settingsSchema,
  }),
  changePrivacySettings: endpoint('PATCH /privacy/settings/', {
    summary: 'Change the privacy notice and the legal basis; fields that are left out stay, empty ones get the default',
    touches: ['privacy'],
    roles: RIGHTS.settings,
    body: settingsSchema.extend({ weighing: z.string().max(PRIVACY_LIMITS.basis_note_max) }).partial(),
    ok: settingsSchema,
  }),
  getLeadPrivacy: endpoint('GET /privacy/leads/{id}/', {
    summary: 'Where a lead comes from, why it is held, when it was informed, and the address of its privacy notice',
    shows: ['privacy', 'leads'],
    ok: leadPrivacySchema,
  }),
  setLeadBasis: endpoint('PUT /privacy/leads/{id}/basis/', {
    summary: 'Set the legal basis of a lead; consent needs what proves it and its date',
    touches: ['privacy'],
    roles: RIGHTS.settings,
    body: basisBody,
    ok: done,
  }),
  getListBasis: endpoint('GET /privacy/lists/{id}/basis/', {
    summary: 'The legal basis of a list; null where it has that of the organization',
    shows: ['privacy'],
    ok: z.object({ basis: shownBasisSchema.nullable() }),
  }),
  setListBasis: endpoint('PUT /privacy/lists/{id}/basis/', {
    summary: 'Set the legal basis of the leads of a list; consent needs what proves it and its date',
    touches: ['privacy'],
    roles: RIGHTS.settings,
    body: basisBody,
    ok: done,
  }),
  listPrivacyRequests: endpoint('GET /privacy/requests/', {
    summary:
      'What leads ask for: objection, access, correction, erasure; open ones by due date, closed ones newest first, 25 a page',
    shows: ['privacy', 'leads', 'erasures'],
    query: z.object({ page: pageQuery, is_closed: booleanQuery.optional() }),
    ok: z.object({ requests: z.array(requestSchema), total_requests: z.number().int() }),
  }),
  closePrivacyRequest: endpoint('POST /privacy/requests/{id}/close/', {
    summary: 'Close a request of a lead as done or declined',
    touches: ['privacy'],
    roles: RIGHTS.settings,
    recorded: { event: 'privacy_request_closed' },
    body: z.object({
      state: z.enum(['done', 'declined']),
      note: z.string().trim().max(PRIVACY_LIMITS.closing_note_max).optional(),
    }),
    errors: ['conflict'],
    ok: done,
  }),
  listUnnotifiedLeads: endpoint('GET /privacy/unnotified/', {
    summary: 'Leads that are held for more than 25 days without notice, the oldest first, 25 a page',
    shows: ['privacy', 'leads'],
    query: z.object({ page: pageQuery }),
    ok: z.object({
      leads: z.array(unnotifiedSchema).max(PAGE_SIZES.leads),
      /** Counted up to 10,000. */
      total_leads: z.number().int(),
    }),
  }),
  createUnnotifiedList: endpoint('POST /privacy/unnotified/list/', {
    summary: 'Put the leads that are held without notice into a new list, up to 10,000: to contact or to delete them',
    touches: ['lists', 'leads'],
    roles: RIGHTS.work,
    errors: ['conflict'],
    ok: z.object({ search_id: z.number().int(), added: z.number().int() }),
  }),
  markNotified: endpoint('POST /privacy/unnotified/notified/', {
    summary: 'Record that a person of the team informed these leads',
    touches: ['privacy'],
    roles: RIGHTS.work,
    body: z.object({ prospect_ids: z.array(idSchema).min(1).max(PRIVACY_LIMITS.notified_at_once) }),
    ok: z.object({ marked: z.number().int() }),
  }),
};
