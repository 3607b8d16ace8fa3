import { api } from '@overture/contract';
import type { Endpoint } from '@overture/contract/endpoint';
import { errorCatalogue } from '@overture/contract/errors';
import { KEY_ACCESS } from '@overture/contract/scopes';
import { WEBHOOK_EVENTS } from '@overture/contract/webhook-events';
import { z } from 'zod';
import { CALLS, type CallName, PAGED } from '../src/calls.ts';
import { printType, type Schema } from './print-types.ts';

const toSchema = (schema: z.core.$ZodType, io: 'input' | 'output'): Schema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Schema;

/** `src/calls.ts` without the contract: the same exports, as data and plain types. */
export function printCalls(): string {
  const names = Object.keys(CALLS) as CallName[];
  return `// Generated from the contract.
import type { Route } from './route.ts';
export type ErrorCode = ${Object.keys(errorCatalogue).map(quote).join(' | ')};
export interface Inputs {
${names.map((name) => `  ${quote(name)}: ${printInput(api[name])};`).join('\n')}
}
export interface Outputs {
${names.map((name) => `  /** ${describe(name)} */\n  ${quote(name)}: ${printOutput(name)};`).join('\n')}
}
export type CallName = keyof Outputs;
export type PagedName = ${Object.keys(PAGED).map(quote).join(' | ')};
export interface Rows {
${Object.entries(PAGED)
  .map(([name, rows]) => `  ${name}: Outputs[${quote(name)}][${quote(rows)}][number];`)
  .join('\n')}
}
export const CALLS: Record<CallName, Route> = ${JSON.stringify(CALLS)};
export type WebhookEvent = ${Object.entries(WEBHOOK_EVENTS)
    .map(([type, { data }]) => printEvent(type, data))
    .join(' | ')};
`;
}

const quote = (text: string): string => JSON.stringify(text);

/** What an editor shows of a call. Nothing in it may end the comment. */
function describe(name: CallName): string {
  const { summary }: Endpoint = api[name];
  return `${summary}. Scope: ${KEY_ACCESS[name]}`.replaceAll('*/', '* /');
}

function printInput(endpoint: Endpoint): string {
  const parts = [endpoint.params, endpoint.query, endpoint.body].map((schema) => toSchema(schema, 'input'));
  const whole: Schema = {
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
    $defs: Object.assign({}, ...parts.map(({ $defs }) => $defs)),
    additionalProperties: false,
  };
  return `${printType(whole)}${endpoint.multipart ? ' & { file: Blob }' : ''}`;
}

const printOutput = (name: CallName): string =>
  CALLS[name].download ? 'Blob' : printType(toSchema(api[name].ok, 'output'));

const printEvent = (type: string, data: z.core.$ZodType): string =>
  `{ id: string; type: ${quote(type)}; timestamp: string; organization_id: number; sequence: number; data: ${printType(toSchema(data, 'output'))} }`;
