import { hash, randomUUID } from 'node:crypto';
import { api } from '@overture/contract';
import type { Endpoint } from '@overture/contract/endpoint';
import type { ErrorBody } from '@overture/contract/errors';
import { IDEMPOTENT_CALLS } from '@overture/contract/idempotent-calls';
import type { McpTool } from '@overture/contract/mcp/mcp-tool';
import { accessOf, findRenamedTool, findTool, mayUseTool } from '@overture/contract/mcp/mcp-tools';
import { ASSISTANT_LIMITS, MAX_CREDITS_PER_LEAD } from '@overture/domain/assistants';
import { cutText } from '@overture/domain/text/text-bounds';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type KeyCaller, runForAssistant } from '../../kernel/api-keys/key-caller.ts';
import type { Context, SystemContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { apiBase } from '../../kernel/http/bind.ts';
import { describeProblem } from '../../kernel/http/input-problems.ts';
import { getPolicy } from '../approvals/index.ts';
import * as store from './mcp-calls.store.ts';
import { toToolResult } from './tool-result.rules.ts';
import { createInputSchema, splitPlace } from './tool-schema.rules.ts';

/** One request to the MCP server: who makes it, and from where. */
export interface McpCaller {
  app: Pick<FastifyInstance, 'inject'>;
  system: SystemContext;
  program: KeyCaller;
  key: string;
  ip: string;
  user_agent: string | undefined;
}

type Arguments = Record<string, unknown>;
type Outcome = { is_error: false; result: unknown } | { is_error: true; error: ErrorBody };

/**
 * Runs a tool through the call of the API that it names, by the same key: with the rights, checks and limits of that call. A row of
 * the call is written first, so none is missing after a crash.
 */
export async function callTool(
  caller: McpCaller,
  name: string,
  given: Arguments,
  signal: AbortSignal,
): Promise<Outcome> {
  const ctx = toContext(caller);
  const argumentsHash = hash('sha256', toCanonicalJson(given), 'buffer');
  const id = await ctx.transaction((tx) => store.insertCall(tx, cutText(name, 64), argumentsHash));
  const started = performance.now();
  const work = runTool(caller, ctx, name, given).catch((error: unknown): Outcome => toFailure(caller, error));
  const settled = work.then(async (outcome) => {
    const ms = Math.round(performance.now() - started);
    await ctx.transaction((tx) => store.settleCall(tx, id, outcome.is_error ? outcome.error.code : 'ok', ms));
    return outcome;
  });
  return waitUnlessCancelled(signal, settled, caller);
}

/** Stops waiting when the caller cancels. The call still finishes, and its row has the outcome. */
async function waitUnlessCancelled(
  signal: AbortSignal,
  work: Promise<Outcome>,
  { system }: McpCaller,
): Promise<Outcome> {
  const timeout = AbortSignal.timeout(ASSISTANT_LIMITS.call_in_ms);
  const ended = AbortSignal.any([signal, timeout]);
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const cancel = (): void => resolve({ is_error: true, error: new ApiError('assistant_call_given_up').body });
  if (ended.aborted) cancel();
  ended.addEventListener('abort', cancel, { once: true });
  work.then(resolve, (error: unknown) => {
    system.log.error({ err: error }, 'MCP call not recorded');
    resolve({ is_error: true, error: new ApiError('unavailable').body });
  });
  return promise;
}

function toContext({ system, program }: McpCaller): Context {
  const { id, name } = program.api_key;
  const actor = { id: program.user_id, role: program.role, actor_id: program.user_id, api_key: { id, name } };
  return system.forOrganization(program.organization_id, actor);
}

function toFailure({ system }: McpCaller, error: unknown): Outcome {
  if (error instanceof ApiError) return { is_error: true, error: error.body };
  system.log.error({ err: error }, 'MCP call failed');
  return { is_error: true, error: new ApiError('internal').body };
}

/** @throws ApiError in the words of the caller */
async function runTool(caller: McpCaller, ctx: Context, name: string, given: Arguments): Promise<Outcome> {
  const tool = getTool(name);
  if (!mayUseTool(tool, caller.program.api_key.scopes)) {
    throw new ApiError('api_key_scope_missing', { scope: accessOf(tool) });
  }
  const { page = 1, idempotency_key } = parseArguments(tool, given);
  // A page belongs to the call, or to the list that the call answers whole. Only arguments of the call reach it.
  const request = toRequest(tool, given);
  const reserved = await reserve(caller, ctx, tool, request);
  const answer = await callApi(caller, tool.call, request, idempotency_key as string | undefined);
  await settleSpending(ctx, caller, reserved, answer);
  if (answer.status >= 400) return { is_error: true, error: answer.body as ErrorBody };
  const result = toToolResult(tool, answer.body, page as number);
  if (JSON.stringify(result).length > ASSISTANT_LIMITS.result_bytes) throw new ApiError('assistant_result_too_large');
  return { is_error: false, result };
}

/** @throws assistant_tool_unknown, assistant_tool_renamed with its name of today */
function getTool(name: string): McpTool {
  const tool = findTool(name);
  if (tool) return tool;
  const renamed = findRenamedTool(name);
  if (renamed) throw new ApiError('assistant_tool_renamed', { name: renamed.name });
  throw new ApiError('assistant_tool_unknown', { name: cutText(name, 64) });
}

function parseArguments(tool: McpTool, given: Arguments): Arguments {
  const parsed = z.safeParse(createInputSchema(tool), given, { error: describeProblem });
  const details: Record<string, string> = {};
  for (const issue of parsed.error?.issues ?? []) details[issue.path.join('.') || 'arguments'] ??= issue.message;
  for (const [name, [, , need]] of Object.entries(tool.takes)) {
    if (need && (given[name] === undefined || given[name] === null)) details[name] ??= `${name} is missing.`;
  }
  if (!parsed.success || Object.keys(details).length > 0) throw new ApiError('validation_failed', {}, details);
  // The call parses them itself: what it gets is what the caller wrote.
  return given;
}

interface ToolRequest {
  params: Arguments;
  query: Arguments;
  body: Arguments;
}

function toRequest(tool: McpTool, given: Arguments): ToolRequest {
  const request: ToolRequest = { params: {}, query: {}, body: {} };
  const put = (place: string, value: unknown): void => {
    const [where, field] = splitPlace(place);
    request[where][field] = value;
  };
  for (const [place, value] of Object.entries(tool.fixed ?? {})) put(place, value);
  for (const [name, value] of Object.entries(given)) {
    const argument = tool.takes[name];
    if (argument && value !== undefined) put(argument[0], value);
  }
  return request;
}

interface ApiAnswer {
  status: number;
  body: unknown;
}

async function callApi(
  { app, key, ip, user_agent }: McpCaller,
  call: McpTool['call'],
  { params, query, body }: ToolRequest,
  idempotencyKey: string | undefined,
): Promise<ApiAnswer> {
  const endpoint = api[call] as unknown as Endpoint;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const repeatable = idempotencyKey ?? (IDEMPOTENT_CALLS[call] === 'required' ? randomUUID() : undefined);
  const answer = await runForAssistant(async () =>
    app.inject({
      method: endpoint.method,
      url: `${apiBase}${path}${toQueryString(query)}`,
      remoteAddress: ip,
      headers: {
        authorization: `Bearer ${key}`,
        ...(user_agent ? { 'user-agent': user_agent } : {}),
        ...(repeatable ? { 'idempotency-key': repeatable } : {}),
      },
      ...(endpoint.method === 'GET' ? {} : { payload: body }),
    }),
  );
  return { status: answer.statusCode, body: answer.json() };
}

function toQueryString(query: Arguments): string {
  const isJson = (value: unknown): boolean =>
    value !== null &&
    typeof value === 'object' &&
    !(Array.isArray(value) && value.every((one) => typeof one !== 'object'));
  const fields = Object.entries(query).map(([name, value]) => [
    name,
    isJson(value) ? JSON.stringify(value) : String(value),
  ]);
  const text = new URLSearchParams(fields as [string, string][]).toString();
  return text === '' ? '' : `?${text}`;
}

/** Reserves the most that a call can cost. @throws assistant_credits_used at the limit of the key's day */
async function reserve(
  caller: McpCaller,
  ctx: Context,
  tool: McpTool,
  request: ToolRequest,
): Promise<store.Reserved | null> {
  if (!tool.costs) return null;
  const credits =
    tool.costs === 'one_credit' ? 1 : Number(request.body.prospect_limit) * (await findPrice(caller, request));
  const { limit, day } = await ctx.transaction(async (tx) => {
    const { credits_per_day } = await getPolicy(tx);
    const spending = { credits, limit: credits_per_day };
    const day = await store.reserveSpending(tx, caller.program.api_key.id, spending);
    return { limit: credits_per_day, day };
  });
  if (day === null) throw new ApiError('assistant_credits_used', { limit: String(limit), credits: String(credits) });
  return { credits, day };
}

/** Price of the task for each lead; the highest of all where the key can't read it. */
async function findPrice(caller: McpCaller, { body }: ToolRequest): Promise<number> {
  const nothing = { params: {}, query: {}, body: {} };
  const answer = await callApi(caller, 'listResearchTasks', nothing, undefined);
  if (answer.status !== 200) return MAX_CREDITS_PER_LEAD;
  const tasks = answer.body as { id: number; cost_per_lead: number }[];
  return tasks.find(({ id }) => id === body.prompt_id)?.cost_per_lead ?? MAX_CREDITS_PER_LEAD;
}

/** Releases the unspent part. After an internal error the spending is unknown, so the reservation stays. */
async function settleSpending(
  ctx: Context,
  { program }: McpCaller,
  reserved: store.Reserved | null,
  answer: ApiAnswer,
): Promise<void> {
  if (reserved === null || answer.status >= 500) return;
  const { credits, reserved_credits } = answer.body as { credits?: number; reserved_credits?: number };
  const spent = answer.status >= 400 ? 0 : (reserved_credits ?? credits ?? reserved.credits);
  const unspent = { credits: reserved.credits - spent, day: reserved.day };
  if (unspent.credits > 0) await ctx.transaction((tx) => store.releaseSpending(tx, program.api_key.id, unspent));
}

/** JSON with sorted fields: their order makes no difference. */
function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_name, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
