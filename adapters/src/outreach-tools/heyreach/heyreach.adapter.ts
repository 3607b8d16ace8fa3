import type { GuardedHttp } from '../../kit/guarded-http.ts';
import type { OutreachTool } from '../outreach-tools.port.ts';
import { createStagedTool, defineStage } from '../tool-stages.ts';
import * as api from './heyreach.api.ts';
import { heyreachManifest } from './heyreach.manifest.ts';
import { toCampaign, toLead, toListLead, toLists, toSender } from './heyreach.transform.ts';

const paging = 'offset';

const STAGES = [
  defineStage({
    ...{ name: 'senders', noun: 'sender', size: 100, paging, schema: api.accountSchema },
    fetch: (call) => api.fetchPage('/li_account/GetAll', call),
    toRows: (item) => [toSender(item)],
  }),
  defineStage({
    ...{ name: 'lists', noun: 'list', size: 100, paging, schema: api.listSchema },
    fetch: (call) => api.fetchPage('/list/GetAll', call),
    toRows: toLists,
  }),
  defineStage({
    // Each is a call of its own.
    ...{ name: 'campaigns', noun: 'campaign', size: 4, paging, schema: api.campaignSchema },
    fetch: api.fetchCampaigns,
    toRows: (item) => [toCampaign(item)],
  }),
  defineStage({
    // Before those of campaigns: only these have the variables.
    ...{ name: 'list leads', noun: 'lead', size: 1000, paging, for_each: 'list', schema: api.listLeadSchema },
    fetch: (call) => api.fetchPage('/list/GetLeadsFromList', call, { listId: Number(call.of) }),
    toRows: (item, { of }) => [toListLead(item, of)],
  }),
  defineStage({
    ...{ name: 'leads', noun: 'lead', size: 100, paging, for_each: 'campaign', schema: api.leadSchema },
    fetch: (call) => api.fetchPage('/campaign/GetLeadsFromCampaign', call, { campaignId: Number(call.of) }),
    toRows: (item, { of }) => [toLead(item, of)],
  }),
];

export const createHeyreach = (http: GuardedHttp, { api_url }: { api_url: string }): OutreachTool =>
  createStagedTool(heyreachManifest, STAGES, { http, api_url });
