import { cutText } from '@overture/domain/text/text-bounds';
import { CrmProblem, type CrmRow, type CrmWorld } from './crm-world.ts';
import { numberOf, SALESFORCE, salesforceId } from './salesforce-account.ts';

/** As much of the query language as is asked of it: one object, conditions joined by AND, IN and LIKE. */

const PAGE = 200;
const refuse = (message: string) => new CrmProblem(400, SALESFORCE.problem(400, 'MALFORMED_QUERY', message));

export function runQuery(world: CrmWorld, soql: string, email: string, from = 0) {
  const match = /^SELECT (.{1,5000}?) FROM (\w+)(?: WHERE (.*?))?(?: ORDER BY \w+)?(?: LIMIT (\d+))?$/s.exec(soql);
  if (!match) throw refuse(`unexpected token: ${cutText(soql, 60)}`);
  const [, select = '', kind = '', where = '', limit] = match;
  const columns = select.split(', ');
  if (kind === 'Organization') return page([{ Id: '00D000000000042AAA', Name: 'Sandbox Inc.' }]);
  const isAsked = !where.includes('Email') || where.includes(`'${email}'`);
  if (kind === 'User') return page(isAsked ? [{ Id: '005000000000007AAA', Name: 'Ann Sample', Email: email }] : []);
  const unknown = columns.find((name) => kind === 'Lead' && !KNOWN.includes(name) && !world.field(name));
  if (unknown)
    throw new CrmProblem(
      400,
      SALESFORCE.problem(400, 'INVALID_FIELD', `No such column '${unknown}' on entity '${kind}'`),
    );
  const conditions = splitConditions(where);
  const rows = candidates(world, kind, conditions).filter((row) =>
    conditions.every((condition) => holds(row, condition)),
  );
  const end = Math.min(from + PAGE, rows.length, limit ? Number(limit) : rows.length);
  const records = rows.slice(from, end).map((row) => present(row, columns));
  const isDone = end >= rows.length || limit !== undefined;
  return {
    ...page(records),
    done: isDone,
    ...(isDone
      ? {}
      : { nextRecordsUrl: `/services/data/v66.0/query/${Buffer.from(`${soql}|${end}`).toString('base64url')}` }),
  };
}

const KNOWN = ['Id', 'Name', 'IsConverted', 'ConvertedOpportunityId', 'SystemModstamp', 'CreatedDate'];
const page = (records: object[]) => ({ totalSize: records.length, done: true, records });

type Condition = { column: string; operator: string; values: string[] };

function splitConditions(where: string): Condition[] {
  const conditions: Condition[] = [];
  const pattern = /(\w+) (=|>=|IN|LIKE) (\((?:'(?:[^'\\]|\\.)*',?)*\)|'(?:[^'\\]|\\.)*'|[\w:.-]+)/g;
  for (const [, column = '', operator = '', value = ''] of where.matchAll(pattern)) {
    const texts = [...value.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, text = '']) => text.replaceAll(/\\(.)/g, '$1'));
    conditions.push({ column, operator, values: texts.length > 0 ? texts : [value] });
  }
  return conditions;
}

/** An equality or a list of names uses the index, which keeps ten thousand leads fast. */
function candidates(world: CrmWorld, kind: string, conditions: Condition[]): CrmRow[] {
  const named = conditions.find(({ operator, column }) => ['=', 'IN'].includes(operator) && column !== 'IsConverted');
  if (named?.column === 'Id') return named.values.flatMap((id) => world.find(kind, numberOf(id)) ?? []);
  if (named && ['Email', 'WhoId'].includes(named.column))
    return [...new Set(named.values.flatMap((value) => world.search(kind, named.column, value)))];
  return world.list(kind);
}

function textOf(row: CrmRow, column: string): string {
  if (column === 'Id') return salesforceId(row);
  if (column === 'Name')
    return [row.fields.FirstName, row.fields.LastName].filter(Boolean).join(' ') || String(row.fields.Name ?? '');
  if (column === 'SystemModstamp') return new Date(row.updated_at).toISOString();
  if (column === 'CreatedDate') return new Date(row.created_at).toISOString();
  return String(row.fields[column] ?? '');
}

function holds(row: CrmRow, { column, operator, values }: Condition): boolean {
  const own = textOf(row, column);
  if (operator === '>=') return own >= (values[0] ?? '');
  if (operator === 'LIKE') return own.includes((values[0] ?? '').replaceAll(/^%|%$/g, '').replaceAll('\\', ''));
  if (column === 'Id') return values.some((value) => value.slice(0, 15) === own.slice(0, 15));
  return values.some((value) => value.toLowerCase() === own.toLowerCase());
}

function present(row: CrmRow, columns: string[]): object {
  return Object.fromEntries(
    columns.map((column) => {
      if (column === 'Account.Type') return ['Account', { Type: row.fields.account_type ?? null }];
      const isFlag = ['IsConverted', 'HasOptedOutOfEmail', 'DoNotCall'].includes(column);
      return [column, isFlag ? row.fields[column] === true : textOf(row, column) || null];
    }),
  );
}
