import type { GuardedHttp } from '../../kit/guarded-http.ts';
import type { OutreachTool } from '../outreach-tools.port.ts';
import { createStagedTool, defineStage } from '../tool-stages.ts';
import * as api from './instantly.api.ts';
import { instantlyManifest } from './instantly.manifest.ts';
import { toCampaign, toLead, toList, toLoss, toSender, toSuppression } from './instantly.transform.ts';

const list = (path: string) => (call: Parameters<typeof api.fetchPage>[2]) => api.fetchPage('GET', path, call);
const paging = 'cursor';

const STAGES = [
  defineStage({
    ...{ name: 'suppressions', noun: 'suppression', size: 100, paging, schema: api.entrySchema },
    fetch: list('/api/v2/block-lists-entries'),
    toRows: (item) => [toSuppression(item)],
  }),
  defineStage({
    ...{ name: 'senders', noun: 'sender', size: 100, paging, schema: api.accountSchema },
    fetch: list('/api/v2/accounts'),
    toRows: (item) => [toSender(item)],
  }),
  defineStage({
    ...{ name: 'lists', noun: 'list', size: 100, paging, schema: api.listSchema },
    fetch: list('/api/v2/lead-lists'),
    toRows: (item) => [toList(item)],
  }),
  defineStage({
    // Texts of campaigns are long.
    ...{ name: 'campaigns', noun: 'campaign', size: 20, paging, schema: api.campaignSchema },
    fetch: list('/api/v2/campaigns'),
    toRows: async (item) => [await toCampaign(item)],
  }),
  defineStage({
    ...{ name: 'subsequences', noun: 'subsequence', size: 20, paging, schema: api.subsequenceSchema },
    fetch: list('/api/v2/subsequences'),
    toRows: (item) => [toLoss(item)],
  }),
  defineStage({
    ...{ name: 'leads', noun: 'lead', size: 100, paging, schema: api.leadSchema },
    fetch: (call) => api.fetchPage('POST', '/api/v2/leads/list', call),
    toRows: (item) => [toLead(item)],
  }),
];

export const createInstantly = (http: GuardedHttp, { api_url }: { api_url: string }): OutreachTool =>
  createStagedTool(instantlyManifest, STAGES, { http, api_url });
