import { RIGHTS } from '@overture/domain/access/permissions';
import {
  CLICK_CLASSES,
  OPEN_CLASSES,
  TRACKING_LIMITS,
  TRACKING_PROBLEMS,
} from '@overture/domain/tracking/link-tracking';
import { z } from 'zod';
import { done, endpoint, idSchema } from './endpoint.ts';

const domainSchema = z.object({
  id: z.number().int(),
  /** Rewritten links lead to this host. */
  host: z.string(),
  /** Mails of senders on this domain are tracked. */
  domain: z.string(),
  /** The DNS record to publish. */
  record: z.object({ type: z.literal('CNAME'), name: z.string(), value: z.string() }),
  /** Why mails are not tracked; null while they are. */
  problem: z.enum(TRACKING_PROBLEMS).nullable(),
  /** What was found instead, in words. */
  detail: z.string().nullable(),
  working_since: z.iso.datetime().nullable(),
  /** Since when mails that were tracked before are not. */
  failing_since: z.iso.datetime().nullable(),
  checked_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
});
export type TrackingDomain = z.output<typeof domainSchema>;

const clickSchema = z.object({
  id: z.number().int(),
  url: z.string(),
  /** Only those by a person count. */
  class: z.enum(CLICK_CLASSES),
  clicked_at: z.iso.datetime(),
  campaign_id: z.number().int(),
  campaign_name: z.string(),
});
export type LeadClick = z.output<typeof clickSchema>;

const figuresSchema = z.object({
  id: z.number().int(),
  url: z.string(),
  /** Leads who opened it. */
  leads: z.number().int(),
  /** How often they did. */
  clicks: z.number().int(),
  by_proxies: z.number().int(),
  by_scanners: z.number().int(),
});
export type LinkFigures = z.output<typeof figuresSchema>;

const openSchema = z.object({
  id: z.number().int(),
  /** Of the email that was opened. */
  step_id: z.number().int(),
  /** As the step has it; null where it continues a thread. */
  subject: z.string().nullable(),
  /** An estimate. Only those by a person count. */
  class: z.enum(OPEN_CLASSES),
  opened_at: z.iso.datetime(),
  campaign_id: z.number().int(),
  campaign_name: z.string(),
});
export type LeadOpen = z.output<typeof openSchema>;

const openFiguresSchema = z.object({
  step_id: z.number().int(),
  subject: z.string().nullable(),
  /** Leads who opened it, as far as that can be known. */
  leads: z.number().int(),
  /** How often they did. */
  opens: z.number().int(),
  by_proxies: z.number().int(),
  by_scanners: z.number().int(),
  /** People of the own team. */
  by_team: z.number().int(),
});
export type OpenFigures = z.output<typeof openFiguresSchema>;

const changed = {
  recorded: { event: 'setting_changed', subject: 'setting' },
  roles: RIGHTS.settings,
  touches: ['tracking_domains'],
} as const;

const domainAnswer = z.object({ tracking_domain: domainSchema });

export const linkTrackingEndpoints = {
  listTrackingDomains: endpoint('GET /tracking-domains/', {
    summary: 'Hosts that links of campaign emails are rewritten to, with their DNS records',
    shows: ['tracking_domains'],
    ok: z.object({
      tracking_domains: z.array(domainSchema).max(TRACKING_LIMITS.domains),
      max_tracking_domains: z.number().int(),
    }),
  }),
  createTrackingDomain: endpoint('POST /tracking-domains/', {
    ...changed,
    summary: 'Add a host below the domain of a connected mailbox; it is used once its record and HTTPS work',
    body: z.object({ host: z.string().max(300) }),
    errors: ['conflict'],
    status: 201,
    ok: domainAnswer,
  }),
  checkTrackingDomain: endpoint('POST /tracking-domains/{id}/check/', {
    summary: 'Check the DNS record and HTTPS of a tracking domain now',
    roles: RIGHTS.settings,
    touches: ['tracking_domains'],
    ok: domainAnswer,
  }),
  deleteTrackingDomain: endpoint('DELETE /tracking-domains/{id}/', {
    ...changed,
    summary: 'Remove a tracking domain; links that were sent work as long as its record does',
    ok: done,
  }),
  listLeadClicks: endpoint('GET /prospects/{prospectId}/clicks/', {
    summary: 'Links that a lead opened, the latest first, with requests by programs',
    params: z.object({ prospectId: idSchema }),
    shows: ['leads'],
    ok: z.object({ clicks: z.array(clickSchema).max(TRACKING_LIMITS.shown_of_lead) }),
  }),
  listCampaignLinks: endpoint('GET /campaigns/{id}/links/', {
    summary: 'Rewritten links of a campaign with the leads who opened them',
    shows: ['campaigns'],
    ok: z.object({ links: z.array(figuresSchema).max(TRACKING_LIMITS.links_of_campaign) }),
  }),
  listLeadOpens: endpoint('GET /prospects/{prospectId}/opens/', {
    summary: 'Emails that a lead opened, the latest first, with requests by programs. Opens are estimates',
    params: z.object({ prospectId: idSchema }),
    shows: ['leads'],
    ok: z.object({ opens: z.array(openSchema).max(TRACKING_LIMITS.shown_of_lead) }),
  }),
  listCampaignOpens: endpoint('GET /campaigns/{id}/opens/', {
    summary: 'Emails of a campaign with the leads who opened them. Opens are estimates',
    shows: ['campaigns'],
    ok: z.object({ steps: z.array(openFiguresSchema).max(TRACKING_LIMITS.steps_of_campaign) }),
  }),
};
