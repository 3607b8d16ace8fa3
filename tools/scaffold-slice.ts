import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sliceOrder } from './laws/import-law.ts';

/**
 * Writes an empty slice that passes every law: contract, migration with the tenancy template, store, routes, face, test,
 * README, and its two lines in the lists of the contract and the routes. Answers the files written or changed.
 * @throws Error when the name is no slice of the order, or the slice exists
 */
export function scaffoldSlice(root: string, name: string): string[] {
  if (!(sliceOrder as readonly string[]).includes(name)) {
    throw new Error(
      `"${name}" is not in the order of slices. First give it its place in tools/laws/import-law.ts (now: ${sliceOrder.join(', ')}).`,
    );
  }
  if (existsSync(join(root, 'server/src/slices', name))) throw new Error(`The slice "${name}" exists already.`);
  const names = spell(name);
  const files = { ...contractFiles(names), ...serverFiles(names, nextMigration(root)) };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  addLine(
    root,
    'contract/src/index.ts',
    `import { ${names.camel}Endpoints } from './${name}.ts';`,
    `  ...${names.camel}Endpoints,`,
    '} as const;',
  );
  addLine(
    root,
    'server/src/app/routes.ts',
    `import { ${names.camel}Routes } from '../slices/${name}/index.ts';`,
    `    ...${names.camel}Routes,`,
    '  };',
  );
  return [...Object.keys(files), 'contract/src/index.ts', 'server/src/app/routes.ts'];
}

interface Names {
  kebab: string;
  camel: string;
  pascal: string;
  table: string;
}

function spell(kebab: string): Names {
  const camel = kebab.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return { kebab, camel, pascal: camel.charAt(0).toUpperCase() + camel.slice(1), table: kebab.replaceAll('-', '_') };
}

function nextMigration(root: string): string {
  const numbers = readdirSync(join(root, 'server/migrations')).map((file) => Number.parseInt(file, 10));
  return String(Math.max(0, ...numbers.filter(Number.isFinite)) + 1).padStart(4, '0');
}

/** Puts the import after the last import, and the entry before the line that closes the list. */
function addLine(root: string, path: string, importLine: string, entry: string, closing: string): void {
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  const lastImport = lines.findLastIndex((line) => /^import |^} from /.test(line));
  lines.splice(lastImport + 1, 0, importLine);
  lines.splice(lines.indexOf(closing), 0, entry);
  writeFileSync(join(root, path), lines.join('\n'));
}

function contractFiles({ kebab, camel, pascal }: Names): Record<string, string> {
  return {
    [`contract/src/${kebab}.ts`]: `import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const ${camel}Schema = z.object({ id: z.number().int(), name: z.string() });
export type ${pascal} = z.output<typeof ${camel}Schema>;

export const ${camel}Endpoints = {
  list${pascal}: endpoint('GET /${kebab}/', {
    summary: 'All ${kebab.replaceAll('-', ' ')} of the organization',
    ok: z.object({ ${camel}: z.array(${camel}Schema) }),
  }),
};
`,
  };
}

function serverFiles({ kebab, camel, pascal, table }: Names, number: string): Record<string, string> {
  const folder = `server/src/slices/${kebab}`;
  return {
    [`server/migrations/${number}_${table}.sql`]: `create table ${table} (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name text not null,
  created_at timestamptz not null default app_now()
);
create index ${table}_organization_id_idx on ${table} (organization_id, id);
call protect_tenant_table('${table}');
`,
    [`${folder}/${kebab}.store.ts`]: `import type { ${pascal} } from '@overture/contract/${kebab}';
import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db'>;

export async function list${pascal}({ db }: Tx): Promise<${pascal}[]> {
  const rows = await sql<${pascal}>\`select id, name from ${table} order by id limit 500\`.execute(db);
  return rows.rows;
}
`,
    [`${folder}/${kebab}.routes.ts`]: `import type { ${camel}Endpoints } from '@overture/contract/${kebab}';
import type { RouteTable } from '../../kernel/slice.ts';
import { list${pascal} } from './${kebab}.store.ts';

export const ${camel}Routes: RouteTable<typeof ${camel}Endpoints> = {
  list${pascal}: async (ctx) => ({ ${camel}: await ctx.transaction((tx) => list${pascal}(tx)) }),
};
`,
    [`${folder}/index.ts`]: `export { ${camel}Routes } from './${kebab}.routes.ts';\n`,
    [`${folder}/${kebab}.test.ts`]: `import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';

const server = useTestServer();

test('a new organization has none', async () => {
  const person = await server.signUp();
  const answer = await person.call(api.list${pascal});
  expect([answer.status, answer.data]).toEqual([200, { ${camel}: [] }]);
});
`,
    [`${folder}/README.md`]: `# ${kebab}

What it is for, its entities and states, its calls, and the rules that always hold. At most 60 lines.
`,
  };
}
