import { z } from 'zod';
import type { ToolCall } from '../stand-in.ts';

/**
 * HeyReach's calls that Overture makes. It publishes no OpenAPI file; the calls and fields are those of its Postman collection and of public
 * clients of 2026 (bcharleson/heyreach-cli, wasco-dev/heyreach-api): pages by offset, at most 100, of leads of lists 1,000.
 */
const page = (max: number) => ({
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(max),
  keyword: z.string().optional(),
});
const id = z.number().int();
const time = z.iso.datetime();
const toPage = (item: z.ZodType) => z.strictObject({ totalCount: id, items: z.array(item) });

const profile = {
  ...{ firstName: z.string(), lastName: z.string(), location: z.string().nullable(), companyName: z.string() },
  ...{ position: z.string(), profileUrl: z.url(), emailAddress: z.string().nullable() },
};
const customUserFields = z.array(z.strictObject({ name: z.string(), value: z.string() }));

const node: z.ZodType = z.strictObject({
  nodeType: z.literal(['CONNECTION_REQUEST', 'MESSAGE', 'VIEW_PROFILE', 'CHECK_IS_CONNECTION', 'FIND_EMAIL', 'END']),
  actionDelay: z.number().int().min(0).max(100),
  actionDelayUnit: z.literal(['HOUR', 'DAY']),
  payload: z.strictObject({ messages: z.array(z.string()), fallbackMessage: z.string().optional() }).optional(),
  conditionalNode: z.lazy(() => node).optional(),
  unconditionalNode: z.lazy(() => node).optional(),
});

export const HEYREACH_CALLS: readonly ToolCall[] = [
  {
    ...{ method: 'POST', path: '/api/public/li_account/GetAll', body: z.strictObject(page(100)) },
    answer: toPage(z.strictObject({ id, firstName: z.string(), lastName: z.string(), emailAddress: z.string() })),
  },
  {
    ...{ method: 'POST', path: '/api/public/list/GetAll', body: z.strictObject(page(100)) },
    answer: toPage(
      z.strictObject({
        ...{ id, name: z.string(), totalItemsCount: id, creationTime: time, campaignIds: z.array(id) },
        listType: z.literal(['USER_LIST', 'COMPANY_LIST']),
      }),
    ),
  },
  {
    ...{ method: 'POST', path: '/api/public/campaign/GetAll', body: z.strictObject(page(100)) },
    answer: toPage(
      z.strictObject({ id, name: z.string(), creationTime: time, status: z.string(), campaignAccountIds: z.array(id) }),
    ),
  },
  {
    ...{ method: 'GET', path: '/api/public/campaign/GetCampaignSequence' },
    query: z.strictObject({ campaignId: z.coerce.number().int() }),
    answer: node,
  },
  {
    ...{ method: 'POST', path: '/api/public/campaign/GetLeadsFromCampaign' },
    body: z.strictObject({ campaignId: id, ...page(100) }),
    answer: toPage(
      z.strictObject({
        ...{ id, linkedInUserProfileId: z.string(), creationTime: time, lastActionTime: time.nullable() },
        leadCampaignStatus: z.literal(['Pending', 'InSequence', 'Finished', 'Failed']),
        leadConnectionStatus: z.literal(['None', 'ConnectionSent', 'ConnectionAccepted']),
        leadMessageStatus: z.literal(['None', 'MessageSent', 'MessageReply']),
        linkedInUserProfile: z.strictObject(profile),
      }),
    ),
  },
  {
    ...{ method: 'POST', path: '/api/public/list/GetLeadsFromList' },
    body: z.strictObject({ listId: id, ...page(1000) }),
    answer: toPage(z.strictObject({ ...profile, customUserFields })),
  },
];
