import { RIGHTS } from '@overture/domain/access/permissions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { dailyMetricsSchema } from './analytics.ts';
import { linkedAccountSummarySchema } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { securityLogEndpoints } from './security-log.ts';

const count = z.number().int();
const euros = z.number();
const days = z.object({ start_date: z.iso.date().optional(), end_date: z.iso.date().optional() });
const series = z.array(z.object({ date: z.iso.date(), count })).max(LIST_LIMITS.days);

/** Figures of one organization for the operator. Days are of UTC, both included; left out, the last 30. */
export const adminFiguresEndpoints = {
  getAdminSearchAnalytics: endpoint('GET /admin/organizations/{id}/search-analytics/', {
    summary: 'Leads added by the day: found and imported from files',
    roles: RIGHTS.installation,
    query: days,
    errors: ['bad_request'],
    ok: z.object({ search_prospects: series, csv_prospects: series }),
  }),
  getAdminCampaignAnalytics: endpoint('GET /admin/organizations/{id}/campaign-analytics/', {
    summary: 'What its campaigns did',
    roles: RIGHTS.installation,
    query: days,
    errors: ['bad_request'],
    ok: z.object({
      total_prospects: count,
      prospects_with_emails: count,
      prospects_replied: count,
      total_emails_sent: count,
      total_linkedin_invites: count,
      total_linkedin_messages: count,
      daily_metrics: z.array(dailyMetricsSchema).max(LIST_LIMITS.days),
    }),
  }),
  getAdminCosts: endpoint('GET /admin/organizations/{id}/costs/', {
    summary: 'An estimate of what it brings and costs, in euros',
    roles: RIGHTS.installation,
    query: days,
    errors: ['bad_request'],
    ok: z.object({
      revenue: z.object({
        total_revenue: euros,
        base_revenue: euros,
        extra_linkedin_revenue: euros,
        extra_email_revenue: euros,
      }),
      costs: z.object({
        total_costs: euros,
        search_costs: euros,
        sender_accounts_costs: euros,
        email_credits_costs: euros,
      }),
      margin: euros,
      metrics: z.object({
        total_prospects_found: count,
        active_sender_accounts: count,
        prospects_with_emails: count,
        extra_linkedin_accounts: count,
        extra_email_accounts: count,
      }),
    }),
  }),
  listAdminSecurityEvents: endpoint('GET /admin/organizations/{id}/security-events/', {
    summary: 'Its security log, newest first, 25 a page',
    shows: ['admin_organizations'],
    roles: RIGHTS.installation,
    query: securityLogEndpoints.listSecurityEvents.query,
    errors: ['bad_request', 'cursor_invalid'],
    ok: securityLogEndpoints.listSecurityEvents.ok,
  }),
  listAdminSenders: endpoint('GET /admin/organizations/{id}/senders/', {
    summary: 'Its sender accounts',
    shows: ['admin_organizations'],
    roles: RIGHTS.installation,
    ok: z.object({ linked_accounts: z.array(linkedAccountSummarySchema).max(LIST_LIMITS.accounts) }),
  }),
};
