import { isProviderError } from '@overture/adapters/kit/errors';
import type { SlackConnection } from '@overture/contract/automations';
import { renderMessage } from '@overture/domain/automations/message-text';
import type { Context } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import * as store from './slack.store.ts';

export const addressPurpose = 'slack-address';
const TESTS_PER_HOUR = 30;

export async function getConnection(ctx: Pick<Context, 'read'>): Promise<SlackConnection> {
  const row = await ctx.read(store.findConnection);
  return {
    is_connected: row !== undefined,
    name: row?.name ?? '',
    last_error: row?.last_error ?? null,
    succeeded_at: row?.succeeded_at?.toISOString() ?? null,
  };
}

/** @throws slack_url_invalid */
export async function saveConnection(
  ctx: SessionContext,
  { url, name }: { url: string; name: string },
): Promise<SlackConnection> {
  const fault = ctx.ports.team_chat.refuseUrl(url);
  if (fault !== null) throw new ApiError('slack_url_invalid', { reason: fault });
  await ctx.transaction((tx) => store.saveConnection(tx, ctx.vault.seal(addressPurpose, url), name));
  return getConnection(ctx);
}

/** @throws not_found */
export async function deleteConnection(ctx: SessionContext): Promise<void> {
  if (!(await ctx.transaction(store.deleteConnection))) throw new ApiError('not_found');
}

/** @throws slack_not_connected, slack_url_invalid, slack_failed, rate_limited */
export async function testConnection(ctx: SessionContext): Promise<void> {
  await ctx.rate_limits.spend('slack-tests', String(ctx.organization.id), TESTS_PER_HOUR, 3600);
  try {
    await postToSlack(ctx, 'This is a test message. Automations post here.', {}, new AbortController().signal);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    throw new ApiError('slack_failed', { reason: error.message });
  }
}

function openUrl({ vault }: Pick<Context, 'vault'>, sealed: Buffer): string {
  try {
    return vault.open(addressPurpose, sealed);
  } catch {
    // Another secret key than the one it was sealed with: only the address helps.
    throw new ApiError('slack_url_invalid', { reason: "The saved Slack address can't be read. Enter it again." });
  }
}

/**
 * Posts to the channel of the organization. Values of the event are plain text there: a reply mentions and links nothing.
 * @throws slack_not_connected, slack_url_invalid, ProviderError
 */
export async function postToSlack(
  ctx: Context,
  template: string,
  data: Record<string, unknown>,
  signal: AbortSignal,
): Promise<void> {
  const row = await ctx.read(store.findConnection);
  if (row === undefined) throw new ApiError('slack_not_connected');
  const { team_chat } = ctx.ports;
  const text = renderMessage(template, data, (value) => team_chat.escape(value));
  const note = (error: string | null) => ctx.transaction((tx) => store.saveResult(tx, error));
  try {
    await team_chat.post({ url: openUrl(ctx, row.sealed_url), text, signal });
  } catch (error) {
    if (isProviderError(error)) await note(error.message);
    throw error;
  }
  await note(null);
}
