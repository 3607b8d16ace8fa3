import { requireDiskSpace } from '../../../kernel/limits/disk-space.ts';
import type { TableShape } from '../archive-rows.store.ts';
import type { ReadRow } from '../reading/read-rows.service.ts';
import { type ImportRun, LEFT_OUT } from './arrivals.service.ts';
import * as ids from './import-ids.store.ts';
import { RowError, type Values } from './references.service.ts';

/** Where the record of an import names the files that it stored. */
export const FILES = '$files';

const digestOf = (value: unknown): string | null => {
  const digest = typeof value === 'object' && value !== null && '$file' in value ? value.$file : null;
  return typeof digest === 'string' && /^[0-9a-f]{64}$/.test(digest) ? digest : null;
};

const listNamed = ({ file_key, files }: ReadRow | Values): unknown[] => [
  file_key,
  ...(Array.isArray(files) ? files.map((file: unknown) => (file as { file_key?: unknown } | null)?.file_key) : []),
];

/** Stores the files that rows name, each once, and finds those that are stored already. */
export async function saveFiles(run: ImportRun, shape: TableShape, rows: readonly ReadRow[]): Promise<void> {
  run.files.clear();
  if (!shape.columns.some(({ name }) => name === 'file_key' || name === 'files')) return;
  const digests = [...new Set(rows.flatMap(listNamed).flatMap((value) => digestOf(value) ?? []))];
  const { ctx, claimed, zip } = run;
  // Rows of another table don't share it: some delete their file with them.
  const refs = digests.map((digest) => ({ table: FILES, id: `${shape.name}:${digest}` }));
  const known = await ctx.read((tx) => ids.findIds(tx, claimed.id, refs));
  for (const [index, digest] of digests.entries()) {
    const ref = refs[index] as (typeof refs)[number];
    const key = known.get(ids.refKey(ref))?.new_key;
    if (typeof key === 'string') run.files.set(digest, key);
    else if (zip.names.has(`files/${digest}`)) run.files.set(digest, await saveFile(run, digest, ref.id));
  }
}

async function saveFile({ ctx, zip, claimed }: ImportRun, digest: string, old_id: string): Promise<string> {
  const name = `files/${digest}`;
  await requireDiskSpace(ctx.config.DATA_DIR, zip.sizeOf(name));
  const content = await zip.openEntry(name);
  const { key } = await ctx.ports.files.saveFile('imported', content, zip.sizeOf(name));
  await ctx.transaction((tx) =>
    ids.saveIds(tx, claimed.id, [{ table_name: FILES, old_id, new_id: null, new_key: key, state: 'made' }]),
  );
  return key;
}

/** The row with keys of stored files. @throws RowError where its file is missing */
export function nameStoredFiles(stored: ReadonlyMap<string, string>, values: Values): Values {
  const keyOf = (value: unknown): string => {
    const key = stored.get(digestOf(value) ?? '');
    if (key === undefined) throw new RowError(LEFT_OUT.no_file);
    return key;
  };
  const named = { ...values };
  if (Object.hasOwn(values, 'file_key')) named.file_key = keyOf(values.file_key);
  if (Array.isArray(values.files))
    named.files = (values.files as Values[])
      .filter((file) => stored.has(digestOf(file?.file_key) ?? ''))
      .map((file) => ({ ...file, file_key: keyOf(file.file_key) }));
  return named;
}
