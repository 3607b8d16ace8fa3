import { cutText } from '@overture/domain/text/text-bounds';
import { z } from 'zod';
import { parseForeignJson } from '../../kit/foreign-json.ts';
import type { CrmConnection, CrmFound, CrmOutcome, CrmSearchKeys, CrmTarget, CrmWrite } from '../crm.port.ts';
import { type CrmHttp, piecesOf, shorten } from '../crm-http.api.ts';
import { type Column, NAME_FIELD, toColumnValues } from './columns.transform.ts';
import { type GraphAnswer, postGraph, queryGraph, toProviderError } from './monday-graph.api.ts';

export const itemId = z.coerce.string().regex(/^\d{1,30}$/);
const itemSchema = z.object({
  id: itemId,
  name: z.string(),
  url: z.string().max(500).nullish(),
  column_values: z
    .array(z.object({ id: z.string(), text: z.string().nullish(), value: z.string().nullish() }))
    .max(300),
});
export type Item = z.output<typeof itemSchema>;
export const pageSchema = z.object({ cursor: z.string().max(4_000).nullish(), items: z.array(itemSchema).max(500) });
const ITEM = 'id name url column_values { id text }';
/** With the values of people columns: their text holds names only. */
export const OWNED_ITEM = 'id name url column_values { id text value }';

export const presentItem = ({ id, name, url, column_values }: Item): CrmFound => ({
  id,
  url: url ?? null,
  values: { [NAME_FIELD]: name, ...Object.fromEntries(column_values.map((value) => [value.id, value.text ?? ''])) },
});

const peopleSchema = z.object({ personsAndTeams: z.array(z.object({ id: itemId, kind: z.string() })).max(100) });

/** The first person of the first people column, which is the one we write. */
export function ownerOf({ column_values }: Item): string | null {
  for (const { value } of column_values) {
    if (!value?.includes('personsAndTeams') || value.length > 10_000) continue;
    const people = peopleSchema.safeParse(parseJson(value)).data?.personsAndTeams ?? [];
    const person = people.find(({ kind }) => kind === 'person');
    if (person !== undefined) return person.id;
  }
  return null;
}

function parseJson(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return null;
  }
}

export async function findItems(
  http: CrmHttp,
  connection: CrmConnection,
  target: CrmTarget,
  searched: readonly CrmSearchKeys[],
): Promise<Map<string, CrmFound>> {
  const found = new Map<string, CrmFound>();
  await addKnownItems(http, connection, searched, found);
  const take = async (column_id: string | null, keyOf: (one: CrmSearchKeys) => string | null): Promise<void> => {
    const open = searched.filter((one) => !found.has(one.key) && keyOf(one));
    if (column_id === null || open.length === 0) return;
    for (const piece of piecesOf(open, 100)) {
      const items = await findByColumn(
        http,
        connection,
        target,
        column_id,
        piece.map((one) => keyOf(one) as string),
      );
      for (const one of piece) {
        const wanted = keyOf(one)?.toLowerCase();
        const item = items.find(({ column_values }) =>
          column_values.some(({ id, text }) => id === column_id && text?.toLowerCase() === wanted),
        );
        if (item !== undefined) found.set(one.key, presentItem(item));
      }
    }
  };
  await take(target.reference_field, (one) => one.reference);
  await take(target.email_field, (one) => one.email);
  await take(target.linkedin_field, (one) => one.linkedin_url);
  return found;
}

async function addKnownItems(
  http: CrmHttp,
  connection: CrmConnection,
  searched: readonly CrmSearchKeys[],
  found: Map<string, CrmFound>,
): Promise<void> {
  const known = searched.filter((one) => one.known_id !== null);
  for (const piece of piecesOf(known, 100)) {
    const shape = z.object({ items: z.array(itemSchema.extend({ state: z.string().nullish() })).max(100) });
    const query = `query ($ids: [ID!]) { items (ids: $ids, limit: 100) { state ${ITEM} } }`;
    const { items } = await queryGraph(http, connection, shape, query, { ids: piece.map((one) => one.known_id) });
    for (const one of piece) {
      const item = items.find(({ id, state }) => id === one.known_id && (state ?? 'active') === 'active');
      if (item !== undefined) found.set(one.key, presentItem(item));
    }
  }
}

async function findByColumn(
  http: CrmHttp,
  connection: CrmConnection,
  target: CrmTarget,
  column_id: string,
  values: string[],
): Promise<Item[]> {
  const query = `query ($board: ID!, $columns: [ItemsPageByColumnValuesQuery!]) {
    items_page_by_column_values (board_id: $board, limit: 200, columns: $columns) { cursor items { ${ITEM} } } }`;
  const columns = [{ column_id, column_values: values }];
  const shape = z.object({ items_page_by_column_values: pageSchema });
  const answer = await queryGraph(http, connection, shape, query, { board: target.board_id, columns });
  return answer.items_page_by_column_values.items;
}

/** Up to ten mutations in one document. monday runs them in order; each has its own result or error. */
export async function writeItems(
  http: CrmHttp,
  connection: CrmConnection,
  target: CrmTarget & { columns: readonly Column[]; group_id: string | null },
  writes: readonly CrmWrite[],
): Promise<CrmOutcome[]> {
  const parts = writes.map(({ id }, index) =>
    id === null
      ? `w${index}: create_item (board_id: $board, group_id: $group, item_name: $name${index}, column_values: $values${index}) { id url }`
      : `w${index}: change_multiple_column_values (board_id: $board, item_id: $id${index}, column_values: $values${index}) { id url }`,
  );
  const declared = writes.map(
    ({ id }, index) => `${id === null ? `$name${index}: String!` : `$id${index}: ID!`}, $values${index}: JSON!`,
  );
  const hasNew = writes.some(({ id }) => id === null);
  const query = `mutation ($board: ID!${hasNew ? ', $group: String' : ''}, ${declared.join(', ')}) { ${parts.join(' ')} }`;
  const variables: Record<string, unknown> = { board: target.board_id, ...(hasNew ? { group: target.group_id } : {}) };
  writes.forEach((write, index) => {
    variables[write.id === null ? `name${index}` : `id${index}`] =
      write.id ?? cutText(write.values[NAME_FIELD] || write.name, 255);
    variables[`values${index}`] = JSON.stringify(valuesOf(target, write));
  });
  const answer = await postGraph(http, connection, { query, variables, effect: hasNew ? 'sends' : 'repeatable' });
  return writes.map((write, index) => outcomeOf(write, `w${index}`, answer));
}

function valuesOf(
  target: CrmTarget & { columns: readonly Column[] },
  { id, reference, values, owner_id }: CrmWrite,
): Record<string, unknown> {
  const people = target.columns.find(({ type }) => type === 'people')?.id;
  const owner =
    owner_id === null || people === undefined
      ? {}
      : { [people]: { personsAndTeams: [{ id: Number(owner_id), kind: 'person' }] } };
  return {
    ...owner,
    ...toColumnValues(target.columns, values),
    ...(id !== null && values[NAME_FIELD] ? { [NAME_FIELD]: values[NAME_FIELD] } : {}),
    ...(target.reference_field === null ? {} : { [target.reference_field]: reference }),
  };
}

const writtenSchema = z.object({ id: itemId, url: z.string().max(500).nullish() });

function outcomeOf({ key, id }: CrmWrite, alias: string, { data, errors }: GraphAnswer): CrmOutcome {
  const written = writtenSchema.safeParse(data[alias]);
  if (written.success)
    return { key, outcome: id === null ? 'created' : 'updated', id: written.data.id, url: written.data.url ?? null };
  const error = errors.find(({ path }) => path?.[0] === alias);
  if (error === undefined) return { key, outcome: 'unknown' };
  const { kind, code, message } = toProviderError(error);
  return kind === 'rejected'
    ? { key, outcome: 'refused', reason: shorten(message), code }
    : { key, outcome: 'unknown' };
}
