import type { GuardedHttp } from '../../kit/guarded-http.ts';
import type { OutreachTool } from '../outreach-tools.port.ts';
import { createStagedTool, defineStage } from '../tool-stages.ts';
import * as api from './apollo.api.ts';
import { apolloManifest } from './apollo.manifest.ts';
import { toCampaign, toLeads, toLists, toSender, toSuppressions, toTouches } from './apollo.transform.ts';

const paging = 'offset';
const CAMPAIGNS = { method: 'POST', path: '/emailer_campaigns/search', list: 'emailer_campaigns' } as const;
/** The oldest first: contacts that are added while we read come last. */
const CONTACTS = {
  method: 'POST',
  path: '/contacts/search',
  list: 'contacts',
  body: { sort_by_field: 'contact_created_at', sort_ascending: true },
} as const;
const MESSAGES = {
  method: 'GET' as const,
  path: '/emailer_messages/search',
  list: 'emailer_messages',
  too_many: api.TOO_MANY_MESSAGES,
};

const STAGES = [
  defineStage({
    ...{ name: 'blocked', noun: 'contact', size: 100, paging, schema: api.blockedSchema },
    fetch: (call) => api.fetchBlocked(CONTACTS, call),
    toRows: toSuppressions,
  }),
  defineStage({
    ...{ name: 'senders', noun: 'sender', size: 1, paging, schema: api.accountSchema },
    fetch: (call) => api.fetchAll('/email_accounts', call),
    toRows: (item) => [toSender(item)],
  }),
  defineStage({
    ...{ name: 'lists', noun: 'list', size: 1, paging, schema: api.labelSchema },
    fetch: (call) => api.fetchAll('/labels', call),
    toRows: toLists,
  }),
  defineStage({
    ...{ name: 'campaigns', noun: 'sequence', size: 100, paging, schema: api.campaignSchema },
    fetch: (call) => api.fetchPage(CAMPAIGNS, call),
    toRows: (item) => [toCampaign(item)],
  }),
  defineStage({
    ...{ name: 'leads', noun: 'contact', size: 100, paging, schema: api.contactSchema },
    fetch: (call) => api.fetchPage(CONTACTS, call),
    toRows: toLeads,
  }),
  defineStage({
    ...{ name: 'messages', noun: 'message', size: 100, paging, for_each: 'campaign', schema: api.messageSchema },
    fetch: (call) => api.fetchPage({ ...MESSAGES, query: { 'emailer_campaign_ids[]': call.of } }, call),
    toRows: (item, { of }) => toTouches(item, of),
  }),
];

export const createApollo = (http: GuardedHttp, { api_url }: { api_url: string }): OutreachTool =>
  createStagedTool(apolloManifest, STAGES, { http, api_url });
