import { type Api, api } from '@overture/contract';
import type { Endpoint, EndpointOutput } from '@overture/contract/endpoint';
import type { ErrorCode } from '@overture/contract/errors';
import { IDEMPOTENT_CALLS } from '@overture/contract/idempotent-calls';
import { KEY_ACCESS } from '@overture/contract/scopes';
import type { WEBHOOK_EVENTS } from '@overture/contract/webhook-events';
import type { z } from 'zod';
import type { Route } from './route.ts';

/*
 * Everything that the client takes from the contract. The published package has a generated module in its place, with the same exports
 * and without imports (`build/print-calls.ts`).
 */

export type { ErrorCode };

type Access = typeof KEY_ACCESS;
/** Calls that a key may make. */
export type CallName = {
  [Name in keyof Api]: Access[Name] extends 'never' | 'public' ? never : Name;
}[keyof Api];

/** Lists that are read page by page, and the field with their rows. */
export const PAGED = {
  getChatHistory: 'messages',
  listActivities: 'activities',
  listArchivedLeads: 'leads',
  listAutomationRuns: 'runs',
  listBoardRuleRuns: 'runs',
  listCampaignAnalytics: 'campaigns',
  listCampaignAnalyticsProspects: 'prospects',
  listCampaignLeads: 'prospects',
  listChats: 'chats',
  listCredits: 'entries',
  listCrmExchanges: 'exchanges',
  listExcludedDomains: 'excluded_domains',
  listOrganizationAnalyticsProspects: 'prospects',
  listProblemLeads: 'leads',
  listSearchProspects: 'prospects',
  listSecurityEvents: 'events',
  listSuppressionLifts: 'lifts',
  listSuppressions: 'suppressions',
  listTouchLocks: 'locks',
  listWebhookDeliveries: 'deliveries',
} as const satisfies { [Name in CallName]?: keyof EndpointOutput<Api[Name]> };
export type PagedName = keyof typeof PAGED;

/** Calls that take a file. */
export const UPLOADS = [
  'addAttachment',
  'addChatUpload',
  'addRevisionFile',
  'addSavedReplyFile',
  'importCsv',
  'importSuppressions',
  'tryCsvImport',
  'uploadExcludedDomains',
  'uploadLinkedinConnections',
] as const satisfies CallName[];
type UploadName = (typeof UPLOADS)[number];

/** A row of each paged list. */
export type Rows = {
  [Name in PagedName]: EndpointOutput<Api[Name]> extends infer Page
    ? Page[(typeof PAGED)[Name] & keyof Page] extends readonly (infer Row)[]
      ? Row
      : never
    : never;
};

/** A schema without fields infers as `Record<string, never>`, which no other field may join. */
type Fields<Value> = [Value[keyof Value]] extends [never] ? unknown : Value;
type Flat<E extends Endpoint> = Fields<z.input<E['params']>> & Fields<z.input<E['query']>> & Fields<z.input<E['body']>>;
type WithFile<Name> = Name extends UploadName ? { file: Blob } : unknown;
/** Path, query and body of each call as one object; no name occurs twice. */
export type Inputs = { [Name in CallName]: Flat<Api[Name]> & WithFile<Name> };
/** What each call answers. Calls without a JSON answer give a file. */
export type Outputs = {
  [Name in CallName]: unknown extends EndpointOutput<Api[Name]> ? Blob : EndpointOutput<Api[Name]>;
};

const fieldsOf = (schema: z.core.SomeType): string[] => Object.keys((schema as z.ZodObject).shape);

function describeRoute(name: CallName): Route {
  const endpoint: Endpoint = api[name];
  const query = fieldsOf(endpoint.query);
  const rows: string | undefined = PAGED[name as PagedName];
  return {
    method: endpoint.method,
    path: endpoint.path,
    ...(endpoint.method !== 'GET' && query.length > 0 ? { query } : {}),
    ...(name in IDEMPOTENT_CALLS ? { idempotent: true } : {}),
    ...(endpoint.multipart ? { upload: true } : {}),
    ...(endpoint.ok._zod.def.type === 'unknown' ? { download: true } : {}),
    ...(rows ? { rows, by: query.includes('cursor') ? 'cursor' : 'page' } : {}),
  };
}

const isForKeys = (name: string): name is CallName =>
  !['never', 'public'].includes(KEY_ACCESS[name as keyof typeof KEY_ACCESS]);

export const CALLS = Object.fromEntries(
  Object.keys(api)
    .filter(isForKeys)
    .map((name) => [name, describeRoute(name)]),
) as Record<CallName, Route>;

/** A message of a webhook, by its `type`. An endpoint for IDs only gets objects with nothing but their `id`. */
export type WebhookEvent = {
  [Type in keyof typeof WEBHOOK_EVENTS]: {
    id: string;
    type: Type;
    timestamp: string;
    organization_id: number;
    sequence: number;
    data: z.output<(typeof WEBHOOK_EVENTS)[Type]['data']>;
  };
}[keyof typeof WEBHOOK_EVENTS];
