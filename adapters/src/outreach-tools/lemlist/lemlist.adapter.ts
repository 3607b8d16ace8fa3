import type { GuardedHttp } from '../../kit/guarded-http.ts';
import type { OutreachTool } from '../outreach-tools.port.ts';
import { createStagedTool, defineStage } from '../tool-stages.ts';
import * as api from './lemlist.api.ts';
import { lemlistManifest } from './lemlist.manifest.ts';
import { toCampaign, toLead, toSuppression, toTouches } from './lemlist.transform.ts';

const paging = 'offset';
const for_each = 'campaign';

const STAGES = [
  defineStage({
    ...{ name: 'suppressions', noun: 'unsubscribe', size: 100, paging, schema: api.entrySchema },
    fetch: (call) => api.fetchPage('/v2/unsubscribes/variables', call),
    toRows: (item) => [toSuppression(item)],
  }),
  defineStage({
    // Each is a call of its own.
    ...{ name: 'campaigns', noun: 'campaign', size: 4, paging, schema: api.campaignSchema },
    fetch: api.fetchCampaigns,
    toRows: async (item) => [await toCampaign(item)],
  }),
  defineStage({
    ...{ name: 'leads', noun: 'lead', size: 1, paging, for_each, schema: api.leadSchema },
    fetch: api.fetchLeads,
    toRows: (item, { of }) => [toLead(item, of)],
  }),
  defineStage({
    ...{ name: 'activities', noun: 'activity', size: 100, paging, for_each, schema: api.activitySchema },
    fetch: (call) => api.fetchPage('/activities', call, { version: 'v2', campaignId: call.of }),
    toRows: (item, { of }) => toTouches(item, of),
  }),
];

export const createLemlist = (http: GuardedHttp, { api_url }: { api_url: string }): OutreachTool =>
  createStagedTool(lemlistManifest, STAGES, { http, api_url });
