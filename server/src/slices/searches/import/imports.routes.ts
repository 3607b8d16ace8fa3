import { Readable } from 'node:stream';
import type { searchesEndpoints } from '@overture/contract/searches';
import { formatLine, UTF8_MARK } from '@overture/domain/csv/csv-cell';
import { IMPORT_LIMITS } from '@overture/domain/limits';
import type { InterfaceLanguage } from '@overture/domain/text/interface-languages';
import type { Context } from '../../../kernel/context.ts';
import { orNotFound } from '../../../kernel/errors.ts';
import { HandlerReply, type RouteTable } from '../../../kernel/slice.ts';
import { findFileLanguage, sayInDocument } from '../../brands/index.ts';
import { findProspects } from '../../prospects/index.ts';
import { listFirstAdded } from '../search-prospects.store.ts';
import { cancelImport, startImport } from './import.service.ts';
import { findImport, listBadRows, listImports, presentImport } from './imports.store.ts';

type ImportEndpoints = Pick<
  typeof searchesEndpoints,
  'importCsv' | 'listImports' | 'getImport' | 'cancelImport' | 'downloadBadRows'
>;

export const importsRoutes: RouteTable<ImportEndpoints> = {
  importCsv: async (ctx, { params, body, file, once }) => startImport(ctx, params.id, { file, body, once }),
  listImports: async (ctx) => ({ imports: (await ctx.read(listImports)).map(presentImport) }),
  getImport: async (ctx, { params }) =>
    ctx.read(async (tx) => {
      const row = orNotFound(await findImport(tx, params.id));
      const ids = await listFirstAdded(tx, row, IMPORT_LIMITS.first_prospects);
      return { ...presentImport(row), prospects: await findProspects(tx, ids) };
    }),
  cancelImport: async (ctx, { params }) => cancelImport(ctx, params.id),
  downloadBadRows: async (ctx, { params, reply }) => {
    const row = orNotFound(await ctx.transaction((tx) => findImport(tx, params.id)));
    const language = await findFileLanguage(ctx);
    const name = sayInDocument(language, `${row.file_name.replace(/\.csv$/i, '')} bad rows`);
    reply.type('text/csv; charset=utf-8').header('cache-control', 'no-store');
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.csv`)}`);
    return new HandlerReply(200, Readable.from(badRowLines(ctx, row, language)));
  },
};

/** The bad rows as in the file, each with its number and its error in the language of who downloads them. */
async function* badRowLines(
  ctx: Pick<Context, 'transaction'>,
  { id, header }: { id: number; header: string[] },
  language: InterfaceLanguage,
): AsyncGenerator<string> {
  const say = (words: string): string => sayInDocument(language, words);
  yield `${UTF8_MARK}${formatLine([say('Row'), say('Reason'), ...header])}\n`;
  for (let after = -1; ; ) {
    const rows = await ctx.transaction((tx) => listBadRows(tx, id, after));
    if (rows.length === 0) return;
    yield rows.map((row) => `${row.row_number},${formatLine([say(row.reason)])},${row.line}\n`).join('');
    after = rows.at(-1)!.row_number;
  }
}
