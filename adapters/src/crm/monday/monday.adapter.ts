import { trimTrailing } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import { z } from 'zod';
import { isProviderError, ProviderError } from '../../kit/errors.ts';
import { parseRetryAfter, type ReadRefusal } from '../../mailbox/oauth/mail-http.api.ts';
import type {
  CrmConnection,
  CrmDeals,
  CrmNotes,
  CrmOwners,
  CrmPerson,
  CrmPort,
  CrmReading,
  CrmTarget,
} from '../crm.port.ts';
import { type CrmHttp, type CrmSettings, createCrmHttp, createCrmOauth, shorten } from '../crm-http.api.ts';
import { hasMarker, writeNoteHtml } from '../note-text.transform.ts';
import { type Column, columnSchema, parseFields, parseLabels, REFERENCE_TITLE } from './columns.transform.ts';
import { mondayManifest } from './monday.manifest.ts';
import { postGraph, queryGraph, toProviderError } from './monday-graph.api.ts';
import {
  findItems,
  type Item,
  itemId,
  OWNED_ITEM,
  ownerOf,
  pageSchema,
  presentItem,
  writeItems,
} from './monday-items.api.ts';

const boardSchema = z.object({
  boards: z
    .array(
      z.object({
        columns: z.array(columnSchema).max(300),
        groups: z.array(z.object({ id: z.string().max(100) })).max(300),
      }),
    )
    .max(1),
});
type MondayTarget = CrmTarget & { columns: readonly Column[]; group_id: string | null };
const problemSchema = z.looseObject({
  error_message: z.string().optional(),
  error_code: z.string().optional(),
  message: z.string().optional(),
});
const BOARDS_PER_PAGE = 100;
const UPDATES_PER_PAGE = 100;
const MOST_PAGES = 5;
/** Labels that describe a person, in any column. */
const CUSTOMER = /^(?:customer|client|kunde|klant)s?$/i;
const OPEN_DEAL = /^(?:open deal|deal open|opportunity|in negotiation|proposal sent|negotiation)$/i;
const DO_NOT_CONTACT = /^(?:do not contact|dnc|opted out|unsubscribed)$/i;

export function createMonday(settings: CrmSettings): CrmPort {
  // The address of a setting from before OAuth 2.1 ended in the folder of the consent page.
  const auth = trimTrailing(settings.auth_url ?? mondayManifest.addresses.auth, '/').replace(/\/oauth2$/, '');
  const http = createCrmHttp(mondayManifest, settings, parseRefusal);
  const oauth = createCrmOauth(
    mondayManifest,
    {
      authorize_url: `${auth}/oauth2/authorize`,
      token_url: `${auth}/oauth_ms/oauth/token`,
      revoke_url: `${auth}/oauth_ms/oauth/revoke`,
      authorize_parameters: {},
      revokes_as_client: true,
    },
    settings,
  );
  return {
    manifest: mondayManifest,
    oauth,
    ...accountOf(http),
    findContacts: (connection, target, searched) => findItems(http, connection, target, searched),
    writeContacts: (connection, target, writes) => writeItems(http, connection, target as MondayTarget, writes),
    ...notesOf(http),
    ...dealsOf(http),
    ...ownersOf(http),
    listPeople: (connection, target, given) => listPeople(http, connection, target, given.next),
    async close() {
      await http.close();
      await oauth.close();
    },
  };
}

function accountOf(http: CrmHttp): CrmReading {
  return {
    async readAccount(connection) {
      const shape = z.object({
        account: z.object({ id: itemId, name: z.string().max(300), slug: z.string().max(200).nullish() }),
      });
      const { account } = await queryGraph(http, connection, shape, 'query { account { id name slug } }');
      return { id: account.id, name: account.name, url: account.slug ? `https://${account.slug}.monday.com` : null };
    },
    async listFields(connection, board_id) {
      return board_id === null ? [] : parseFields((await fetchBoard(http, connection, board_id)).columns);
    },
    listBoards: (connection) => listBoards(http, connection),
    prepareTarget: (connection, board_id) => prepareTarget(http, connection, board_id),
  };
}

function notesOf(http: CrmHttp): CrmNotes {
  return {
    async hasNote(connection, { record_id, marker }) {
      const shape = z.object({
        items: z.array(z.object({ updates: z.array(z.object({ body: z.string().nullish() })).max(100) })).max(1),
      });
      const query =
        'query ($ids: [ID!], $page: Int!) { items (ids: $ids) { updates (limit: 100, page: $page) { body } } }';
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const { items } = await queryGraph(http, connection, shape, query, { ids: [record_id], page });
        const updates = items[0]?.updates ?? [];
        if (updates.some(({ body }) => hasMarker(body, marker))) return true;
        if (updates.length < UPDATES_PER_PAGE) return false;
      }
      return false;
    },
    async writeNote(connection, { record_id, ...note }) {
      const query = 'mutation ($item: ID!, $body: String!) { create_update (item_id: $item, body: $body) { id } }';
      await write(http, connection, query, { item: record_id, body: writeNoteHtml(note) }, 'sends');
    },
  };
}

/** The code for an item that is deleted already. */
const NO_ITEM = 'ResourceNotFoundException';

function dealsOf(http: CrmHttp): CrmDeals {
  return {
    async listStages(connection, board_id) {
      const column = board_id === null ? undefined : statusOf((await fetchBoard(http, connection, board_id)).columns);
      return parseLabels(column?.settings_str ?? '').map(({ value, label }) => ({ id: value, label }));
    },
    async hasDeal(connection, target, { record_id, stage }) {
      const column = statusOf((target as MondayTarget).columns);
      const shape = z.object({
        items: z
          .array(z.object({ column_values: z.array(z.object({ id: z.string(), text: z.string().nullish() })) }))
          .max(1),
      });
      const query = 'query ($ids: [ID!]) { items (ids: $ids) { column_values { id text } } }';
      const { items } = await queryGraph(http, connection, shape, query, { ids: [record_id] });
      return items.some(({ column_values }) =>
        column_values.some(({ id, text }) => id === column?.id && text === stage),
      );
    },
    async openDeal(connection, target, { record_id, stage }) {
      if (stage !== null) await setStatus(http, connection, target as MondayTarget, record_id, stage);
    },
    setStage: (connection, target, { record_id, stage }) =>
      setStatus(http, connection, target as MondayTarget, record_id, stage),
    async markDoNotContact(connection, target, { record_id }) {
      const column = statusOf((target as MondayTarget).columns);
      const label = parseLabels(column?.settings_str ?? '').find(({ value }) =>
        DO_NOT_CONTACT.test(cutText(value, 100)),
      );
      if (label === undefined) {
        const reason = 'The status column of this board has no label "Do not contact".';
        throw new ProviderError('rejected', reason, { concerns: 'message', code: 'missing_label' });
      }
      await setStatus(http, connection, target as MondayTarget, record_id, label.value);
    },
    async deleteContact(connection, record_id) {
      const query = 'mutation ($item: ID!) { delete_item (item_id: $item) { id } }';
      await write(http, connection, query, { item: record_id }, 'repeatable').catch((error: unknown) => {
        if (!isProviderError(error, 'rejected') || error.code !== NO_ITEM) throw error;
        throw new ProviderError('not_found', error.reason, { concerns: 'message', code: NO_ITEM });
      });
    },
  };
}

const usersSchema = z.object({
  users: z
    .array(z.object({ id: itemId, name: z.string().max(300).nullish(), email: z.string().max(320).nullish() }))
    .max(500),
});

function ownersOf(http: CrmHttp): CrmOwners {
  return {
    async findOwner(connection, email) {
      const query = 'query ($emails: [String!]) { users (emails: $emails) { id } }';
      const { users } = await queryGraph(http, connection, usersSchema, query, { emails: [email] });
      return users[0]?.id ?? null;
    },
    async listOwners(connection) {
      const { users } = await queryGraph(
        http,
        connection,
        usersSchema,
        'query { users (limit: 500) { id name email } }',
      );
      return users.map(({ id, name, email }) => ({ id, name: name || id, email: email ?? null }));
    },
  };
}

const statusOf = (columns: readonly Column[]): Column | undefined => columns.find(({ type }) => type === 'status');

async function fetchBoard(http: CrmHttp, connection: CrmConnection, board_id: string) {
  const query = 'query ($ids: [ID!]) { boards (ids: $ids) { columns { id title type settings_str } groups { id } } }';
  const [board] = (await queryGraph(http, connection, boardSchema, query, { ids: [board_id] })).boards;
  if (board === undefined)
    throw new ProviderError('not_found', 'This board no longer exists.', { concerns: 'message' });
  return board;
}

async function listBoards(http: CrmHttp, connection: CrmConnection) {
  const shape = z.object({
    boards: z
      .array(z.object({ id: itemId, name: z.string().max(500), type: z.string().nullish() }))
      .max(BOARDS_PER_PAGE),
  });
  const query =
    'query ($page: Int!) { boards (limit: 100, page: $page, state: active, order_by: used_at) { id name type } }';
  const boards: z.output<typeof shape>['boards'] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await queryGraph(http, connection, shape, query, { page });
    boards.push(...answer.boards);
    if (answer.boards.length < BOARDS_PER_PAGE) break;
  }
  // Documents and boards of sub-items are listed beside boards.
  return boards.filter(({ type }) => (type ?? 'board') === 'board').map(({ id, name }) => ({ id, name }));
}

async function prepareTarget(http: CrmHttp, connection: CrmConnection, board_id: string | null): Promise<MondayTarget> {
  if (board_id === null)
    throw new ProviderError('rejected', 'Choose a board first.', { concerns: 'message', code: 'no_board' });
  const { columns, groups } = await fetchBoard(http, connection, board_id);
  const byType = (type: string): Column | undefined => columns.find((column) => column.type === type);
  return {
    board_id,
    fields: parseFields(columns),
    columns,
    group_id: groups[0]?.id ?? null,
    reference_field:
      columns.find(({ title }) => title === REFERENCE_TITLE)?.id ?? (await makeReference(http, connection, board_id)),
    lacks_reference_grant: false,
    email_field: byType('email')?.id ?? null,
    linkedin_field:
      columns.find(({ title, type }) => type === 'text' && /linkedin/i.test(cutText(title, 200)))?.id ?? null,
  };
}

async function makeReference(http: CrmHttp, connection: CrmConnection, board: string): Promise<string> {
  const query =
    'mutation ($board: ID!, $title: String!) { create_column (board_id: $board, title: $title, column_type: text) { id } }';
  const { data } = await write(http, connection, query, { board, title: REFERENCE_TITLE }, 'repeatable');
  return z.object({ create_column: z.object({ id: z.string().max(100) }) }).parse(data).create_column.id;
}

/** One change; an error of it throws. */
async function write(
  http: CrmHttp,
  connection: CrmConnection,
  query: string,
  variables: Record<string, unknown>,
  effect: 'repeatable' | 'sends',
) {
  const answer = await postGraph(http, connection, { query, variables, effect });
  const [first] = answer.errors;
  if (first !== undefined) throw toProviderError(first);
  return answer;
}

async function setStatus(
  http: CrmHttp,
  connection: CrmConnection,
  target: MondayTarget,
  item: string,
  label: string,
): Promise<void> {
  const column = statusOf(target.columns);
  if (column === undefined)
    throw new ProviderError('rejected', 'This board has no status column.', {
      concerns: 'message',
      code: 'missing_column',
    });
  const query =
    'mutation ($board: ID!, $item: ID!, $values: JSON!) { change_multiple_column_values (board_id: $board, item_id: $item, column_values: $values) { id } }';
  await write(
    http,
    connection,
    query,
    { board: target.board_id, item, values: JSON.stringify({ [column.id]: { label } }) },
    'repeatable',
  );
}

/** All items of the board: it has no list of what changed. */
async function listPeople(
  http: CrmHttp,
  connection: CrmConnection,
  target: CrmTarget,
  next: string | null,
): ReturnType<CrmPort['listPeople']> {
  const { people_per_page } = mondayManifest.limits;
  const first = `query ($ids: [ID!]) { boards (ids: $ids) { items_page (limit: ${people_per_page}) { cursor items { ${OWNED_ITEM} } } } }`;
  const more = `query ($cursor: String!) { next_items_page (cursor: $cursor, limit: ${people_per_page}) { cursor items { ${OWNED_ITEM} } } }`;
  const page =
    next === null
      ? (
          await queryGraph(
            http,
            connection,
            z.object({ boards: z.array(z.object({ items_page: pageSchema })).max(1) }),
            first,
            { ids: [target.board_id] },
          )
        ).boards[0]?.items_page
      : (await queryGraph(http, connection, z.object({ next_items_page: pageSchema }), more, { cursor: next }))
          .next_items_page;
  const labelled = target.fields.filter(({ type }) => type === 'option').map(({ name }) => name);
  return {
    next: page?.cursor || null,
    people: (page?.items ?? []).map((item) => presentPerson(item, target, labelled)),
  };
}

/** @param labelled columns whose labels mark customers, deals and do-not-contact */
function presentPerson(item: Item, target: CrmTarget, labelled: readonly string[]): CrmPerson {
  const { id, values } = presentItem(item);
  const labels = labelled.map((name) => cutText(values[name], 100));
  return {
    id,
    email: (target.email_field && values[target.email_field]) || null,
    other_emails: [],
    linkedin_url: (target.linkedin_field && values[target.linkedin_field]) || null,
    name: item.name,
    is_customer: labels.some((label) => CUSTOMER.test(label)),
    has_open_deal: labels.some((label) => OPEN_DEAL.test(label)),
    is_do_not_contact: labels.some((label) => DO_NOT_CONTACT.test(label)),
    owner_id: ownerOf(item),
  };
}

const parseRefusal: ReadRefusal = ({ status, body, retry_after }, now) => {
  const { error_message, error_code, message } = problemSchema.safeParse(body).data ?? {};
  const reason = shorten(error_message || message || `monday.com answered ${status}.`);
  const details = { concerns: 'service', code: error_code ?? String(status) } as const;
  if (status === 429)
    return new ProviderError('rate_limited', reason, {
      ...details,
      until: parseRetryAfter(retry_after, now) ?? new Date(now + 30_000),
    });
  if (status >= 500 || status === 408) return new ProviderError('unavailable', reason, details);
  if (status === 403) return new ProviderError('auth_expired', reason, { ...details, concerns: 'sender' });
  return new ProviderError('rejected', reason, { ...details, concerns: 'message' });
};
