import { isProviderError, ProviderError } from '../../kit/errors.ts';
import type { OauthConnection, SyncFolder } from '../mailbox.port.ts';
import type { LookSettings } from '../polling-sync.ts';
import type { FolderCursor } from './delta-cursor.transform.ts';
import type { GraphClient } from './graph-client.api.ts';
import { LOST_CURSOR } from './graph-error.transform.ts';
import { listedShape, type Page, pageShape } from './graph-shapes.api.ts';
import { microsoftGraphManifest } from './microsoft-graph.manifest.ts';

export type Listed = { id: string; received_at: number };

/** What came since a cursor, oldest first, and where the next look begins. */
export type Round = { listed: Listed[]; link: string };

const FOLDERS: Record<SyncFolder, string> = { INBOX: 'inbox', SENT: 'sentitems' };
const DAY_IN_MS = 86_400_000;
/** After a lost cursor so much is read again: mail that was moved into the folder may look older than it is there. */
const OVERLAP_IN_MS = DAY_IN_MS;

/** @throws ProviderError */
export async function listRound(
  client: GraphClient,
  connection: OauthConnection,
  folder: SyncFolder,
  known: FolderCursor,
  settings: LookSettings,
): Promise<Round> {
  if (known.link !== null) {
    try {
      return await fetchPages(client, connection, { path: known.link });
    } catch (error) {
      // The server lost its position, or no longer knows its own link: restart from `reached`.
      const isLost = isProviderError(error, 'rejected') || (isProviderError(error) && error.code === LOST_CURSOR);
      if (!isLost) throw error;
    }
  }
  const backfill = client.now() - settings.backfill_in_days * DAY_IN_MS;
  const since = known.reached === null ? backfill : known.reached - OVERLAP_IN_MS;
  const round = await fetchPages(client, connection, {
    path: `/me/mailFolders/${FOLDERS[folder]}/messages/delta`,
    query: {
      changeType: 'created',
      $select: 'id,receivedDateTime',
      $filter: `receivedDateTime ge ${new Date(since).toISOString()}`,
    },
  });
  const isFirst = known.reached === null;
  return { ...round, listed: isFirst ? round.listed.slice(-Math.max(1, settings.backfill_limit)) : round.listed };
}

async function fetchPages(
  client: GraphClient,
  connection: OauthConnection,
  first: { path: string; query?: Record<string, string> },
): Promise<Round> {
  const listed = new Map<string, Listed>();
  let next = first;
  for (let pages = 0; pages < microsoftGraphManifest.limits.max_pages; pages += 1) {
    const page: Page = await client.read(connection, pageShape, { ...next, effect: 'repeatable' });
    for (const entry of page.value) {
      const { data } = listedShape.safeParse(entry);
      // What is no mail, or was removed, is no news.
      if (data) listed.set(data.id, { id: data.id, received_at: Date.parse(data.receivedDateTime) });
    }
    const { '@odata.deltaLink': end, '@odata.nextLink': more } = page;
    if (end) return { listed: inOrder([...listed.values()]), link: checkLink(client, end) };
    if (!more) break;
    next = { path: checkLink(client, more) };
  }
  throw unreadable('Microsoft gave a list without an end.');
}

/** Pages come newest first, so those of one second are turned round. */
const inOrder = (listed: Listed[]): Listed[] => listed.toReversed().sort((a, b) => a.received_at - b.received_at);

function checkLink(client: GraphClient, link: string): string {
  if (client.isOwnLink(link)) return link;
  throw unreadable('Microsoft gave a link that leads elsewhere.');
}

function unreadable(reason: string): ProviderError {
  return new ProviderError('unavailable', reason, { concerns: 'service', code: 'unexpected_answer' });
}
