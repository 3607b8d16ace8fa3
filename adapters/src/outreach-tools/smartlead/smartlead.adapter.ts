import type { GuardedHttp } from '../../kit/guarded-http.ts';
import type { OutreachTool } from '../outreach-tools.port.ts';
import { createStagedTool, defineStage, type PageCall } from '../tool-stages.ts';
import * as api from './smartlead.api.ts';
import { smartleadManifest } from './smartlead.manifest.ts';
import { toCampaign, toLead, toSender, toSuppression, toTouch } from './smartlead.transform.ts';

const ofCampaign = (name: string) => (call: PageCall) =>
  api.fetchPage(`/campaigns/${encodeURIComponent(call.of)}/${name}`, call);
const paging = 'offset';
const for_each = 'campaign';

const STAGES = [
  defineStage({
    ...{ name: 'suppressions', noun: 'entry of the block list', size: 1000, paging, schema: api.entrySchema },
    fetch: (call) => api.fetchPage('/leads/get-domain-block-list', call),
    toRows: (item) => [toSuppression(item)],
  }),
  defineStage({
    ...{ name: 'senders', noun: 'sender', size: 100, paging, schema: api.accountSchema },
    fetch: (call) => api.fetchPage('/email-accounts/', call),
    toRows: (item) => [toSender(item)],
  }),
  defineStage({
    // Each is a call of its own.
    ...{ name: 'campaigns', noun: 'campaign', size: 4, paging: 'cursor', schema: api.campaignSchema },
    fetch: api.fetchCampaigns,
    toRows: async (item) => [await toCampaign(item)],
  }),
  defineStage({
    ...{ name: 'leads', noun: 'lead', size: 100, paging, for_each, schema: api.leadSchema },
    fetch: ofCampaign('leads'),
    toRows: (item, { of }) => [toLead(item, of)],
  }),
  defineStage({
    // Each holds its whole text: about 10 KB.
    ...{ name: 'messages', noun: 'message', size: 200, paging, for_each, schema: api.statisticSchema },
    fetch: ofCampaign('statistics'),
    toRows: (item, { of }) => toTouch(item, of),
  }),
];

export const createSmartlead = (http: GuardedHttp, { api_url }: { api_url: string }): OutreachTool =>
  createStagedTool(smartleadManifest, STAGES, { http, api_url });
