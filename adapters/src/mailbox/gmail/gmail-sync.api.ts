import { z } from 'zod';
import { isProviderError } from '../../kit/errors.ts';
import type { OauthConnection, SyncCursor } from '../mailbox.port.ts';
import type { Emit, LookSettings, Memory } from '../polling-sync.ts';
import { gmailManifest } from './gmail.manifest.ts';
import {
  fetchGmailProfile,
  type Gmail,
  historyQuery,
  historySchema,
  listQuery,
  messageListSchema,
} from './gmail-client.api.ts';
import { isReadable, readMails } from './gmail-mails.api.ts';

/**
 * History lists the changes since an id. Google keeps it for some days. Beyond that (404) the mailbox is read by date,
 * from a day before the last sync; then history continues from the id taken before that read, which loses no mail that
 * arrives during it.
 */
type GmailCursor = {
  history_id: string;
  /** Milliseconds since the epoch: everything that arrived before was handed over. */
  seen_at: number;
  /** While the mailbox is read by date: how far that went, by the arrival of the last mail. */
  read_to?: number | undefined;
};

const cursorSchema = z.object({
  history_id: z.string().regex(/^\d{1,30}$/),
  seen_at: z.number().int().min(0),
  read_to: z.number().int().min(0).optional(),
});
const DAY_IN_MS = 86_400_000;

/** See `Look`. */
export async function lookIntoGmail(
  gmail: Gmail,
  connection: OauthConnection,
  stored: SyncCursor,
  emit: Emit,
  settings: LookSettings,
): Promise<void> {
  const cursor = cursorSchema.safeParse(stored).data ?? null;
  if (cursor !== null && cursor.read_to === undefined) {
    try {
      return await followHistory(gmail, connection, cursor, emit, settings);
    } catch (error) {
      if (!isProviderError(error, 'not_found')) throw error;
    }
  }
  await fetchByDate(gmail, connection, cursor, emit, settings);
}

async function followHistory(
  gmail: Gmail,
  connection: OauthConnection,
  begin: GmailCursor,
  emit: Emit,
  memory: Memory,
): Promise<void> {
  const { pages_per_look } = gmailManifest.limits;
  const handed = new Set<string>();
  let cursor = begin;
  let pageToken: string | undefined;
  for (let pages = 0; pages < pages_per_look; pages += 1) {
    const page = await fetchHistoryPage(gmail, connection, begin.history_id, pageToken);
    const news = page.history.flatMap((record) => idsIn(record).map((id) => ({ id, record: record.id })));
    const fresh = news.filter(({ id }, index) => !handed.has(id) && news.findIndex((one) => one.id === id) === index);
    const lastOf = new Map(fresh.map(({ id, record }) => [record, id]));
    const recordOf = new Map(fresh.map(({ id, record }) => [id, record]));
    for await (const mail of readMails(
      gmail,
      connection,
      fresh.map(({ id }) => id),
      memory,
    )) {
      const record = recordOf.get(mail.place) ?? cursor.history_id;
      handed.add(mail.place);
      // A record may hold several mails: it is done with the last of them.
      const history_id = lastOf.get(record) === mail.place ? record : cursor.history_id;
      cursor = { history_id, seen_at: gmail.now() };
      await emit.onMail(mail, cursor);
    }
    pageToken = page.nextPageToken;
    if (pageToken !== undefined) continue;
    // Without news the id moves only by irrelevant changes; storing each of them would be wasted writes.
    if (page.history.length > 0 && cursor.history_id !== page.historyId)
      await emit.onCursor({ history_id: page.historyId, seen_at: gmail.now() } satisfies GmailCursor);
    return;
  }
}

type HistoryPage = z.output<typeof historySchema>;
type HistoryRecord = HistoryPage['history'][number];

async function fetchHistoryPage(
  gmail: Gmail,
  connection: OauthConnection,
  startHistoryId: string,
  pageToken: string | undefined,
): Promise<HistoryPage> {
  const url = gmail.at(
    '/history',
    historyQuery({
      startHistoryId,
      historyTypes: ['messageAdded', 'labelAdded'],
      maxResults: gmailManifest.limits.history_per_page,
      ...(pageToken === undefined ? {} : { pageToken }),
    }),
  );
  return gmail.http.read(connection, historySchema, { url, effect: 'repeatable', max_size_in_bytes: 8_000_000 });
}

/** What arrived, and what was brought back into the inbox (out of spam, for one). */
function idsIn({ messagesAdded, labelsAdded }: HistoryRecord): string[] {
  const added = messagesAdded.filter(({ message }) => isReadable(message.labelIds));
  const brought = labelsAdded.filter(
    ({ labelIds, message }) => labelIds.includes('INBOX') && isReadable(message.labelIds),
  );
  return [...added, ...brought].map(({ message }) => message.id);
}

async function fetchByDate(
  gmail: Gmail,
  connection: OauthConnection,
  known: GmailCursor | null,
  emit: Emit,
  settings: LookSettings,
): Promise<void> {
  const isGoingOn = known?.read_to !== undefined;
  const history_id = isGoingOn ? known.history_id : (await fetchGmailProfile(gmail, connection)).historyId;
  const began_at = gmail.now();
  const since = known === null ? began_at - settings.backfill_in_days * DAY_IN_MS : known.seen_at - DAY_IN_MS;
  const from = known?.read_to ?? since;
  const ids =
    settings.backfill_in_days === 0 && known === null ? [] : await listSince(gmail, connection, from, settings);
  const seen_at = known?.seen_at ?? since;
  for await (const mail of readMails(gmail, connection, ids, settings)) {
    const read_to = Math.max(mail.received_at?.getTime() ?? 0, from);
    await emit.onMail(mail, { history_id, seen_at, read_to } satisfies GmailCursor);
  }
  await emit.onCursor({ history_id, seen_at: began_at } satisfies GmailCursor);
}

/** Ids of the newest mails since an instant, oldest first. */
async function listSince(
  gmail: Gmail,
  connection: OauthConnection,
  since: number,
  settings: LookSettings,
): Promise<string[]> {
  const { list_per_page } = gmailManifest.limits;
  const q = `after:${Math.max(0, Math.floor(since / 1000))} -in:drafts -in:chats`;
  const ids: string[] = [];
  let pageToken: string | undefined;
  do {
    const maxResults = Math.min(list_per_page, settings.backfill_limit - ids.length);
    const url = gmail.at('/messages', listQuery({ q, maxResults, ...(pageToken === undefined ? {} : { pageToken }) }));
    const page = await gmail.http.read(connection, messageListSchema, { url, effect: 'repeatable' });
    ids.push(...page.messages.slice(0, maxResults).map(({ id }) => id));
    pageToken = page.messages.length === 0 ? undefined : page.nextPageToken;
  } while (pageToken !== undefined && ids.length < settings.backfill_limit);
  return ids.reverse();
}
