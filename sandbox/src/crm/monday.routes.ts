import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import {
  type ArgumentNode,
  buildSchema,
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  parse,
  type ValueNode,
  validate,
} from 'graphql';
import { z } from 'zod';
import { type CrmFieldDefinition, CrmProblem, type CrmRow, type CrmVendor, type CrmWorld } from './crm-world.ts';

const column = (
  name: string,
  label: string,
  type: string,
  more: Partial<CrmFieldDefinition> = {},
): CrmFieldDefinition => ({
  name,
  label,
  type,
  is_custom: false,
  ...more,
});

export const MONDAY: CrmVendor = {
  label: 'monday.com',
  prefix: '/monday',
  rotates: true,
  paths: { authorize: '/oauth2/authorize', token: '/oauth_ms/oauth/token', revoke: '/oauth_ms/oauth/revoke' },
  limits: { requests: 5_000, window_in_ms: 60_000, per_day: 1_000_000 },
  fields: [
    column('name', 'Name', 'name'),
    column('lead_status', 'Status', 'status', {
      options: ['New', 'Interested', 'Customer', 'Open deal', 'Do not contact'].map((label, index) => ({
        id: String(index),
        label,
      })),
    }),
    column('lead_owner', 'Owner', 'people'),
    column('lead_email', 'Email', 'email'),
    column('lead_phone', 'Phone', 'phone'),
    column('text_title', 'Title', 'text'),
    column('text_company', 'Company', 'text'),
    column('text_linkedin', 'LinkedIn', 'text'),
    column('link_website', 'Website', 'link'),
    column('numbers_size', 'Employees', 'numbers'),
  ],
  problem: (_status, code, message) => ({ errors: [{ message, extensions: { code } }] }),
  isApiCall: (path) => path.startsWith('/v2'),
};

const BOARDS = [
  { id: '501', name: 'Sales leads', type: 'board' },
  { id: '502', name: 'Partners', type: 'board' },
  { id: '503', name: 'Subitems of Sales leads', type: 'sub_items_board' },
];
const bodySchema = z.object({
  query: z.string().max(200_000),
  variables: z.record(z.string(), z.unknown()).default({}),
});

type Arguments = Record<string, unknown>;
type Selection = FieldNode;

class GraphProblem extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** What the vendor publishes: documents that do not fit are refused before anything runs. */
const SCHEMA = buildSchema(readFileSync(new URL('./schema/monday.graphql', import.meta.url), 'utf8'));

/** Scopes by what an operation asks for at its top, from the vendor's reference of each call (read 2026-11-28). */
const SCOPES: Record<string, string> = {
  account: 'account:read',
  me: 'me:read',
  boards: 'boards:read',
  items: 'boards:read',
  items_page_by_column_values: 'boards:read',
  next_items_page: 'boards:read',
  users: 'users:read',
  create_item: 'boards:write',
  change_multiple_column_values: 'boards:write',
  create_column: 'boards:write',
  delete_item: 'boards:write',
  create_update: 'updates:write',
};

/**
 * The used part of GraphQL: fields are resolved by hand, errors of one are listed next to the others, all with status
 * 200.
 */
export function registerMondayRoutes(app: FastifyInstance, world: CrmWorld): void {
  app.post('/v2', async (request) => {
    // The header has the token with or without the word Bearer.
    const grant = world.requireGrant(request, request.headers.authorization?.replace(/^Bearer /, '') ?? '');
    const { query, variables } = bodySchema.parse(request.body);
    const document = parse(query);
    const operation = document.definitions.find(
      (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
    );
    const refused = findProblems(document, operation, variables);
    if (refused.length > 0)
      return { errors: refused.map(({ message }) => ({ message, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } })) };
    requireScopes(operation, grant.scope);
    const data: Record<string, unknown> = {};
    const errors: object[] = [];
    for (const selection of operation?.selectionSet.selections ?? []) {
      if (selection.kind !== Kind.FIELD) continue;
      const key = selection.alias?.value ?? selection.name.value;
      try {
        data[key] = pageUpdates(resolve(world, selection, parseArguments(selection, variables)), selection, variables);
      } catch (error) {
        if (!(error instanceof GraphProblem)) throw error;
        data[key] = null;
        errors.push({ message: error.message, path: [key], extensions: { code: error.code, status_code: 200 } });
      }
    }
    return errors.length > 0 ? { data, errors } : { data };
  });
}

function findProblems(
  document: DocumentNode,
  operation: OperationDefinitionNode | undefined,
  variables: Record<string, unknown>,
): readonly GraphQLError[] {
  const problems = validate(SCHEMA, document);
  if (problems.length > 0 || operation === undefined) return problems;
  return getVariableValues(SCHEMA, operation.variableDefinitions ?? [], variables).errors ?? [];
}

function requireScopes(operation: OperationDefinitionNode | undefined, scope: string): void {
  const granted = scope.split(' ');
  for (const selection of operation?.selectionSet.selections ?? []) {
    const needed = selection.kind === Kind.FIELD ? SCOPES[selection.name.value] : undefined;
    if (needed === undefined || granted.includes(needed)) continue;
    const message = `User is missing the required scope ${needed}`;
    throw new CrmProblem(200, MONDAY.problem(200, 'missingRequiredPermissions', message));
  }
}

/** Updates of items come a page at a time, 25 unless said otherwise. */
function pageUpdates(answer: unknown, field: Selection, variables: Record<string, unknown>): unknown {
  const updates = field.selectionSet?.selections.find(
    (one): one is Selection => one.kind === Kind.FIELD && one.name.value === 'updates',
  );
  if (updates === undefined || !Array.isArray(answer)) return answer;
  const { limit = 25, page = 1 } = parseArguments(updates, variables) as { limit?: number; page?: number };
  return (answer as { updates: object[] }[]).map((item) => ({
    ...item,
    updates: item.updates.slice((page - 1) * limit, page * limit),
  }));
}

function parseArguments(field: Selection, variables: Record<string, unknown>): Arguments {
  return Object.fromEntries(
    (field.arguments ?? []).map((argument: ArgumentNode) => [
      argument.name.value,
      evaluateNode(argument.value, variables),
    ]),
  );
}

function evaluateNode(node: ValueNode, variables: Record<string, unknown>): unknown {
  if (node.kind === Kind.VARIABLE) return variables[node.name.value];
  if (node.kind === Kind.INT) return Number(node.value);
  if (node.kind === Kind.LIST) return node.values.map((value) => evaluateNode(value, variables));
  return 'value' in node ? node.value : null;
}

const RESOLVERS: Record<string, (world: CrmWorld, given: Arguments, field: Selection) => unknown> = {
  account: () => ({ id: '99', name: 'Sandbox Works', slug: 'sandbox-works' }),
  boards: (world, given, field) => listBoards(world, given, field),
  items: (world, { ids }) => (ids as string[]).flatMap((id) => presentItem(world, world.find('item', Number(id)))),
  items_page_by_column_values: (world, given) => ({ cursor: null, items: findByColumns(world, given) }),
  next_items_page: (world, { cursor, limit }) => pageOf(world, String(cursor), Number(limit)),
  users: (world, { emails }) => {
    const known = world.grants.state.grants.map(({ email }) => email);
    const email = emails === undefined ? known[0] : (emails as string[]).find((one) => known.includes(one));
    return email === undefined ? [] : [{ id: '7', name: 'Ann Sample', email }];
  },
  create_item: createItem,
  change_multiple_column_values: changeItem,
  create_column: (world, { title, column_type }) => {
    const id = `${String(column_type)}_${String(title).toLowerCase().replaceAll(' ', '_')}`;
    if (!world.field(id))
      world.state.fields = [...world.state.fields, column(id, String(title), String(column_type), { is_custom: true })];
    world.save();
    return { id };
  },
  delete_item: (world, { item_id }) => {
    const row = world.find('item', Number(item_id));
    if (row === undefined) throw new GraphProblem('ResourceNotFoundException', 'Item not found');
    world.remove(row);
    return { id: String(item_id) };
  },
  create_update: (world, { item_id, body }) => {
    if (!world.find('item', Number(item_id))) throw new GraphProblem('ResourceNotFoundException', 'Item not found');
    return { id: String(world.insert('update', { item_id: String(item_id), body }).id) };
  },
};

function resolve(world: CrmWorld, field: Selection, given: Arguments): unknown {
  const resolver = RESOLVERS[field.name.value];
  if (!resolver)
    throw new CrmProblem(400, MONDAY.problem(400, 'undefinedField', `Field '${field.name.value}' doesn't exist`));
  return resolver(world, given, field);
}

function listBoards(world: CrmWorld, given: Arguments, field: Selection): object[] {
  const ids = given.ids as string[] | undefined;
  const wantsItems = field.selectionSet?.selections.some(
    (one) => one.kind === Kind.FIELD && one.name.value === 'items_page',
  );
  const boards = ids ? BOARDS.filter(({ id }) => ids.includes(id)) : Number(given.page ?? 1) === 1 ? BOARDS : [];
  return boards.map((board) => ({
    ...board,
    columns: world.state.fields.map(({ name, label, type, options }) => ({
      id: name,
      title: label,
      type,
      settings_str: options
        ? JSON.stringify({ labels: Object.fromEntries(options.map((option) => [option.id, option.label])) })
        : '{}',
    })),
    groups: [{ id: 'topics' }],
    ...(wantsItems ? { items_page: pageOf(world, `${board.id}|0`, 100) } : {}),
  }));
}

function pageOf(world: CrmWorld, cursor: string, limit: number): object {
  const [board, from = '0'] = cursor.split('|');
  const rows = world.list('item').filter((row) => row.fields.board_id === board);
  const end = Number(from) + limit;
  return {
    cursor: end < rows.length ? `${board}|${end}` : null,
    items: rows.slice(Number(from), end).flatMap((row) => presentItem(world, row)),
  };
}

function presentItem(world: CrmWorld, row: CrmRow | undefined): object[] {
  if (row === undefined) return [];
  return [
    {
      id: String(row.id),
      name: row.fields.name,
      state: 'active',
      url: `https://sandbox-works.monday.com/boards/${String(row.fields.board_id)}/pulses/${row.id}`,
      column_values: world.state.fields
        .filter(({ type }) => type !== 'name')
        .map((known) => ({ id: known.name, ...presentValue(known, String(row.fields[known.name] ?? '')) })),
      updates: world
        .list('update')
        .filter((update) => update.fields.item_id === String(row.id))
        .map(({ fields }) => ({ body: fields.body })),
    },
  ];
}

function findByColumns(world: CrmWorld, { board_id, columns }: Arguments): object[] {
  const [first] = columns as { column_id: string; column_values: string[] }[];
  if (!first || !world.field(first.column_id))
    throw new GraphProblem('InvalidColumnIdException', "This column ID doesn't exist for the board");
  return first.column_values
    .flatMap((value) => world.search('item', first.column_id, value))
    .filter((row) => row.fields.board_id === String(board_id))
    .flatMap((row) => presentItem(world, row));
}

/** Column values as text; what its type does not take is refused. */
function parseValues(world: CrmWorld, text: unknown): Record<string, unknown> {
  const values = JSON.parse(String(text)) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(values).map(([id, value]) => {
      const known = world.field(id);
      if (!known)
        throw new GraphProblem('InvalidColumnIdException', `This column ID doesn't exist for the board: ${id}`);
      return [id, parseValue(known, value)];
    }),
  );
}

/** A column of people has their names as its text. */
function presentValue({ type }: CrmFieldDefinition, held: string): object {
  if (type !== 'people') return { text: held || null, value: held ? JSON.stringify(held) : null };
  if (held === '') return { text: null, value: null };
  const personsAndTeams = [{ id: Number(held), kind: 'person' }];
  return { text: held === '7' ? 'Ann Sample' : 'Bob Sample', value: JSON.stringify({ personsAndTeams }) };
}

function parseValue(known: CrmFieldDefinition, value: unknown): string {
  const part = (key: string): string => String((value as Record<string, unknown> | null)?.[key] ?? '');
  const refuse = (): never => {
    throw new GraphProblem(
      'ColumnValueException',
      `invalid value for column ${known.label}, please check our API documentation`,
    );
  };
  if (known.type === 'email') return /^[^\s@]+@[^\s@]+$/.test(part('email')) ? part('email') : refuse();
  if (known.type === 'people') {
    const [person] = (value as { personsAndTeams?: { id: number }[] } | null)?.personsAndTeams ?? [];
    return person === undefined ? refuse() : String(person.id);
  }
  if (known.type === 'phone') return part('phone');
  if (known.type === 'link') return part('url');
  if (known.type === 'status')
    return known.options?.some(({ label }) => label === part('label')) ? part('label') : refuse();
  if (typeof value !== 'string') return refuse();
  if (known.type === 'numbers' && value !== '' && Number.isNaN(Number(value))) return refuse();
  return value.length > 2_000 ? refuse() : value;
}

function createItem(world: CrmWorld, { board_id, item_name, column_values }: Arguments): object {
  if (!BOARDS.some(({ id }) => id === String(board_id)))
    throw new GraphProblem('InvalidBoardIdException', 'The board does not exist.');
  if (!item_name || String(item_name).length > 255)
    throw new GraphProblem('ItemNameTooLongException', 'Item name is too long.');
  const row = world.insert('item', {
    board_id: String(board_id),
    name: item_name,
    ...parseValues(world, column_values ?? '{}'),
  });
  return { id: String(row.id), url: `https://sandbox-works.monday.com/boards/${String(board_id)}/pulses/${row.id}` };
}

function changeItem(world: CrmWorld, { item_id, column_values }: Arguments): object {
  const row = world.find('item', Number(item_id));
  if (!row) throw new GraphProblem('ResourceNotFoundException', 'Item not found in board');
  world.update(row, parseValues(world, column_values));
  return {
    id: String(row.id),
    url: `https://sandbox-works.monday.com/boards/${String(row.fields.board_id)}/pulses/${row.id}`,
  };
}
