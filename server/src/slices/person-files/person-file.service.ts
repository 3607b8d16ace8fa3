import type { Readable } from 'node:stream';
import { describeSource } from '@overture/domain/privacy/lead-sources';
import { LEGAL_BASES } from '@overture/domain/privacy/privacy-notice';
import { ZipFile } from 'yazl';
import type { Context, ReadContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { listSamePerson } from '../erasures/index.ts';
import { listSources } from '../lead-sources/index.ts';
import { getLeadBasis } from '../privacy/index.ts';
import * as store from './person-file.store.ts';
import { type FilePart, renderPersonPage } from './person-page.rules.ts';

interface PersonData extends FilePart {
  name: string;
}

/** Everything that is stored about a person, from one moment. @throws not_found */
async function collect(
  ctx: Pick<Context, 'snapshot'>,
  prospectId: number,
): Promise<{ organization: string; parts: PersonData[] }> {
  return ctx.snapshot(async (tx) => {
    const ids = await listSamePerson(tx, [prospectId]);
    if (ids.length === 0) throw new ApiError('not_found');
    const parts: PersonData[] = [];
    for (const name of await store.listParts(tx))
      parts.push({ name, title: store.PERSON_PARTS[name]!.title, rows: await store.listRows(tx, name, ids) });
    // After the leads themselves, the first part.
    parts.splice(1, 0, ...(await describeOrigins(tx, ids)));
    parts.push({ name: 'exports', title: 'Exports of lists you were on', rows: await store.listExports(tx, ids) });
    return { organization: await store.getOrganizationName(tx), parts: parts.filter(({ rows }) => rows.length > 0) };
  });
}

/** Where the data comes from and why it is held, in the words of the notice page. */
async function describeOrigins(
  tx: Pick<ReadContext, 'db' | 'organization'>,
  ids: readonly number[],
): Promise<PersonData[]> {
  const sources: store.Row[] = [];
  const bases: store.Row[] = [];
  for (const id of ids) {
    for (const { kind, detail, row, added_by, key_name, obtained_at } of await listSources(tx, id))
      sources.push({
        source: describeSource({ kind, detail, row }),
        obtained_at: obtained_at.toISOString(),
        ...(added_by === null ? {} : { added_by }),
        ...(key_name === null ? {} : { added_with: key_name }),
      });
    const { basis, note, given_on } = await getLeadBasis(tx, id);
    bases.push({ legal_basis: LEGAL_BASES[basis], note, ...(given_on === null ? {} : { given_on }) });
  }
  return [
    { name: 'sources', title: 'Where it comes from', rows: sources },
    { name: 'legal_basis', title: 'Why it is held', rows: bases },
  ];
}

/**
 * The file of a person as a ZIP: `data.json` for programs and `your-data.html` for people.
 * @throws not_found
 */
export async function openPersonFile(ctx: Pick<Context, 'snapshot' | 'clock'>, prospectId: number): Promise<Readable> {
  const { organization, parts } = await collect(ctx, prospectId);
  const made_at = ctx.clock.now().toISOString();
  const data = Object.fromEntries(parts.map(({ name, rows }) => [name, rows]));
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(`${JSON.stringify({ organization, made_at, ...data }, null, 2)}\n`), 'data.json');
  zip.addBuffer(Buffer.from(renderPersonPage({ organization, made_at, parts })), 'your-data.html');
  zip.end();
  return zip.outputStream as Readable;
}
