import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { LinkedinContact } from '@overture/contract/linkedin-tasks';
import { BY_HAND } from '@overture/domain/linkedin/by-hand';
import { getLinkedinName } from '@overture/domain/linkedin/linkedin-actions';
import { toLinkedinUrl } from '@overture/domain/linkedin/linkedin-address';
import { toStorableText } from '@overture/domain/text/storable-text';
import { loadNow } from '../../../kernel/clock.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext, UploadedFile } from '../../../kernel/slice.ts';
import { defineWork, runInThread, WorkStoppedError } from '../../../kernel/thread-pool.ts';
import { profileUrl } from './by-hand.rules.ts';
import type { ConnectionsFound, ConnectionsTask } from './connections.rules.ts';
import * as store from './contacts.store.ts';

const connectionsReading = defineWork<ConnectionsTask, ConnectionsFound>({
  module: new URL('./connections.rules.ts', import.meta.url),
  timeout_in_ms: 5_000,
  max_waiting: 20,
});

export async function listContacts(
  ctx: SessionContext,
  query: { search?: string | null | undefined; is_awaiting?: 'acceptance' | null | undefined },
): Promise<{ contacts: LinkedinContact[]; has_more: boolean }> {
  const limit = BY_HAND.awaiting_a_page;
  const rows = await ctx.read((tx) =>
    store.listContacts(tx, {
      search: (query.search ?? '').trim(),
      is_awaiting_acceptance: query.is_awaiting === 'acceptance',
      limit: limit + 1,
    }),
  );
  return { contacts: rows.slice(0, limit).map(present), has_more: rows.length > limit };
}

function present({
  account_id,
  account_name,
  acted_at,
  linkedin_key,
  name,
  ...row
}: store.ContactRow): LinkedinContact {
  return {
    ...row,
    name: name ?? 'Unknown lead',
    profile_url: profileUrl(linkedin_key),
    account: { id: account_id, name: account_name },
    acted_at: acted_at.toISOString(),
  };
}

const NOT_CONTACTED = 'This sender has not contacted this lead by hand.';

/** The person accepted: the same event as from a connected account. */
export async function acceptContact(ctx: SessionContext, prospectId: number, accountId: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    if (!(await store.findContact(tx, { prospect_id: prospectId, account_id: accountId })))
      throw new ApiError('conflict', { reason: NOT_CONTACTED });
    const connected_at = (await loadNow(tx)).toISOString();
    const relations = [{ provider_id: '', public_identifier: null, connected_at, prospect_id: prospectId }];
    tx.events.emit({ type: 'linkedin_relations_seen', account_id: accountId, relations });
  });
}

/** A reply that was pasted: the same event as from a connected account. The same words of the same day are one reply. */
export async function addReply(
  ctx: SessionContext,
  prospectId: number,
  { account_id, text }: { account_id: number; text: string },
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const contact = await store.findContact(tx, { prospect_id: prospectId, account_id });
    if (!contact || contact.linkedin_key === null) throw new ApiError('conflict', { reason: NOT_CONTACTED });
    const sent_at = (await loadNow(tx)).toISOString();
    const words = toStorableText(text, BY_HAND.reply_max);
    const purpose = [account_id, prospectId, sent_at.slice(0, 10), words].join(':');
    tx.events.emit({
      type: 'linkedin_message_seen',
      account_id,
      message: {
        message_id: `by-hand:${createHash('sha256').update(purpose).digest('hex')}`,
        chat_id: '',
        text: words,
        sent_at,
        is_own: false,
        provider_id: getLinkedinName(contact.linkedin_key) ?? contact.linkedin_key,
        profile_url: toLinkedinUrl(contact.linkedin_key),
        attachments: [],
      },
    });
  });
}

/** Relations of one event. */
const RELATIONS_AT_ONCE = 500;

/**
 * Marks the invited people who are in the member's own list of connections.
 * @throws csv_only, bad_request
 */
export async function uploadConnections(ctx: SessionContext, accountId: number, file: UploadedFile | null) {
  if (!file) throw new ApiError('validation_failed', {}, { file_content: 'Choose a file.' });
  if (!/\.csv$/i.test(file.filename)) throw new ApiError('csv_only');
  orNotFound((await ctx.read((tx) => store.isAssisted(tx, accountId))) || undefined);
  const found = await parseConnections(await readFile(file.path));
  if ('unreadable' in found)
    throw new ApiError('bad_request', { reason: `Couldn't read this file: ${found.unreadable}` });
  const { connections, rows_without_address } = found;
  const since = new Map(connections.map(({ key, connected_on }) => [key, connected_on]));
  const accepted = await ctx.transaction(async (tx) => {
    const people = await store.findInvited(tx, accountId, [...since.keys()]);
    for (let start = 0; start < people.length; start += RELATIONS_AT_ONCE) {
      const relations = people.slice(start, start + RELATIONS_AT_ONCE).map(({ prospect_id, linkedin_key }) => ({
        provider_id: '',
        public_identifier: null,
        connected_at: since.get(linkedin_key) ?? null,
        prospect_id,
      }));
      tx.events.emit({ type: 'linkedin_relations_seen', account_id: accountId, relations });
    }
    return people.length;
  });
  return { connections: connections.length, accepted, rows_without_address };
}

async function parseConnections(bytes: Buffer): Promise<ConnectionsFound> {
  try {
    const transfer = bytes.buffer.byteLength === bytes.byteLength ? [bytes.buffer as ArrayBuffer] : [];
    return await runInThread(connectionsReading, { bytes }, { size_in_bytes: bytes.byteLength, transfer });
  } catch (error) {
    if (error instanceof WorkStoppedError) return { unreadable: 'it is written in a way that cannot be read.' };
    throw error;
  }
}
