import { z } from 'zod';
import { ARCHIVE_FORMAT, CHECK_PURPOSE, CHECK_TEXT, deriveKey, openValue, SCRYPT } from '../passphrase.service.ts';
import { ArchiveError, type ZipEntries } from './zip-entries.service.ts';

const MAX_MANIFEST_BYTES = 4 * 1024 ** 2;
const NEWER = 'A newer version of the program made this archive. Update this installation first.';

const count = z.number().int().min(0);
const manifestSchema = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  schema: z.string().max(200),
  app_version: z.string().max(100),
  organization: z.object({ id: z.number(), name: z.string().max(1000) }),
  created_at: z.iso.datetime(),
  tables: z
    .array(
      z.object({
        name: z.string().regex(/^[a-z_]{1,63}$/),
        group: z.string().max(100),
        rows: count,
        sha256: z.string(),
      }),
    )
    .max(1000),
  files: count,
  sealed: z
    .object({
      kdf: z.literal('scrypt'),
      // Other parameters could cost any amount of memory.
      n: z.literal(SCRYPT.n),
      r: z.literal(SCRYPT.r),
      p: z.literal(SCRYPT.p),
      salt: z.string().max(100),
      check: z.string().max(1000),
    })
    .nullable(),
});
export type Manifest = z.output<typeof manifestSchema>;

const versionOf = (schema: string): number => Number.parseInt(schema, 10) || 0;

/** @param schema the newest migration of this program @throws ArchiveError for no archive, and one of a newer version */
export async function loadManifest(zip: ZipEntries, schema: string): Promise<Manifest> {
  if (!zip.names.has('manifest.json') || zip.sizeOf('manifest.json') > MAX_MANIFEST_BYTES)
    throw new ArchiveError('This ZIP file is no archive: it has no manifest.');
  const chunks: Buffer[] = [];
  for await (const chunk of await zip.openEntry('manifest.json')) chunks.push(chunk as Buffer);
  const raw: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  const version = z.object({ format: z.number(), schema: z.string().default('') }).safeParse(raw);
  if (version.success && (version.data.format > ARCHIVE_FORMAT || versionOf(version.data.schema) > versionOf(schema)))
    throw new ArchiveError(NEWER);
  return manifestSchema.parse(raw);
}

/** The key of the archive's secrets. @throws ArchiveError for another passphrase, and an archive without secrets */
export async function requireKey({ sealed }: Manifest, passphrase: string): Promise<Buffer> {
  if (!sealed) throw new ArchiveError('The archive was made without a passphrase.');
  const key = await deriveKey(passphrase, sealed.salt);
  try {
    if (openValue(key, CHECK_PURPOSE, sealed.check) === CHECK_TEXT) return key;
  } catch {
    // Said below.
  }
  throw new ArchiveError('The passphrase is not the one of this archive.');
}
