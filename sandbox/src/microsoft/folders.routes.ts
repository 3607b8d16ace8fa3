import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { beginDelta, type DeltaEntry, parseCursor, parseDelta, writeCursor } from './delta.ts';
import { FOLDERS, type FolderName, folderId, type GraphMailbox, mutableId } from './mailbox.ts';
import type { MicrosoftSandbox } from './microsoft-sandbox.ts';
import { presentMessage } from './present.ts';
import { invalid } from './problems.ts';
import {
  deltaQuery,
  folderParams,
  getFolder,
  listQuery,
  parseFilter,
  parsePreferences,
  parseSince,
} from './queries.ts';

/** The person, the folders, and what lies or changed in them. */
export function registerFolderRoutes(app: FastifyInstance, world: MicrosoftSandbox): void {
  app.get('/v1.0/me', async (request) => {
    const { email } = world.getMailbox(request);
    const [first = '', last = ''] = email
      .slice(0, email.lastIndexOf('@'))
      .split(/[._+-]+/)
      .map(capitalize);
    return {
      id: folderId(email, 'inbox').slice(5, 25),
      displayName: `${first} ${last}`.trim(),
      mail: email,
      userPrincipalName: email,
    };
  });
  app.get('/v1.0/me/mailFolders', async (request) => {
    const mailbox = world.getMailbox(request);
    return { value: FOLDERS.map((folder) => presentFolder(mailbox, folder)) };
  });
  app.get('/v1.0/me/mailFolders/:folder', async (request) => {
    const mailbox = world.getMailbox(request);
    return presentFolder(mailbox, getFolder(mailbox, folderParams.parse(request.params).folder));
  });
  app.get('/v1.0/me/messages', async (request, reply) => listMessages(world, request, reply, null));
  app.get('/v1.0/me/mailFolders/:folder/messages', async (request, reply) =>
    listMessages(world, request, reply, folderParams.parse(request.params).folder),
  );
  app.get('/v1.0/me/mailFolders/:folder/messages/delta', async (request) => sendDelta(world, request));
}

async function listMessages(
  world: MicrosoftSandbox,
  request: FastifyRequest,
  _reply: FastifyReply,
  folder_given: string | null,
) {
  const mailbox = world.getMailbox(request);
  const query = listQuery.parse(request.query);
  const folder = folder_given === null ? null : getFolder(mailbox, folder_given);
  const isWanted = parseFilter(mailbox, query.$filter);
  const found = [...mailbox.items.values()]
    .filter((item) => (folder === null || item.folder === folder) && isWanted(item))
    .toReversed()
    .sort((a, b) => b.received_at - a.received_at);
  const page = found.slice(query.$skip, query.$skip + query.$top);
  const { isImmutable } = parsePreferences(request);
  const value = await Promise.all(
    page.map((item) => presentMessage(mailbox, item, query.$select ?? null, isImmutable)),
  );
  const next = query.$skip + page.length;
  return { value, ...(next < found.length ? { '@odata.nextLink': linkTo(request, { $skip: String(next) }) } : {}) };
}

async function sendDelta(world: MicrosoftSandbox, request: FastifyRequest) {
  const mailbox = world.getMailbox(request);
  const folder = getFolder(mailbox, folderParams.parse(request.params).folder);
  const query = deltaQuery.parse(request.query);
  const token = query.$skiptoken ?? query.$deltatoken;
  const since = query.$filter === undefined ? null : parseSince(query.$filter);
  if (query.$filter !== undefined && since === null) throw invalid('Only receivedDateTime can be filtered by.');
  const cursor =
    token === undefined
      ? beginDelta(mailbox, folder, {
          since,
          select: query.$select ?? null,
          created_only: query.changeType === 'created',
        })
      : parseCursor(mailbox, folder, token);
  const { isImmutable, page_size } = parsePreferences(request);
  const page = parseDelta(mailbox, folder, cursor, page_size);
  const present = async (entry: DeltaEntry) => {
    if ('item' in entry) return presentMessage(mailbox, entry.item, cursor.select, isImmutable);
    const item = mailbox.items.get(entry.removed);
    return { id: isImmutable || !item ? entry.removed : mutableId(item), '@removed': { reason: 'deleted' } };
  };
  const link = (name: string) => linkTo(request, { [name]: writeCursor(page.cursor) });
  return {
    value: await Promise.all(page.entries.map(present)),
    ...(page.has_more ? { '@odata.nextLink': link('$skiptoken') } : { '@odata.deltaLink': link('$deltatoken') }),
  };
}

/** The same call with these words in its query; tokens know what was asked at first. */
function linkTo(request: FastifyRequest, query: Record<string, string>): string {
  const url = new URL(request.url, `http://${request.headers.host}`);
  const isToken = '$skiptoken' in query || '$deltatoken' in query;
  if (isToken) url.search = '';
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

function presentFolder(mailbox: GraphMailbox, folder: FolderName) {
  const items = [...mailbox.items.values()].filter((item) => item.folder === folder);
  return {
    id: folderId(mailbox.email, folder),
    displayName: folder,
    totalItemCount: items.length,
    unreadItemCount: items.filter((item) => !item.is_read).length,
  };
}

const capitalize = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
