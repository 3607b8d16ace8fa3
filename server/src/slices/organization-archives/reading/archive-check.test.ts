import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { listMigrationNames } from '../../../kernel/db/migration-history.ts';
import { useTestServer } from '../../../testing/harness.ts';
import { writeArchive } from '../archive-writer.service.ts';
import { deriveKey, newSalt } from '../passphrase.service.ts';
import { checkArchive } from './archive-check.service.ts';

const server = useTestServer();
const schema = listMigrationNames().at(-1)!;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overture-check-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const newPath = (): string => join(folder, `${randomUUID()}.zip`);
const check = (path: string, passphrase: string | null = null) => checkArchive(path, { passphrase, schema });
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const manifest = {
  ...{ format: 1, schema, app_version: '1.0.0', organization: { id: 7, name: 'Northwind' } },
  ...{ created_at: '2026-11-29T03:00:00.000Z', groups: {}, files: 0, sealed: null },
};

/** A small archive made by hand, with other content where given. */
async function pack(given: { tables?: Record<string, string>; manifest?: object; more?: Record<string, Buffer> }) {
  const { tables = { labels: '{"_id":1}\n' }, more = {} } = given;
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(tables)) zip.addBuffer(Buffer.from(text), `tables/${name}.ndjson`);
  for (const [name, content] of Object.entries(more)) zip.addBuffer(content, name);
  const described = Object.entries(tables).map(([name, text]) => ({
    ...{ name, group: 'campaigns', rows: text.split('\n').filter(Boolean).length, sha256: sha256(text) },
  }));
  zip.addBuffer(Buffer.from(JSON.stringify({ ...manifest, tables: described, ...given.manifest })), 'manifest.json');
  zip.end();
  const path = newPath();
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}

describe('an archive that the program made', () => {
  test('is found whole, and only its own passphrase opens it', async () => {
    const { organization_id } = await server.signUp();
    const salt = newSalt();
    const key = await deriveKey('correct horse battery', salt);
    const path = newPath();
    await pipeline(
      writeArchive(server.program.system, { organization_id, seal: { key, salt } }),
      createWriteStream(path),
    );
    const report = await check(path, 'correct horse battery');
    expect(report).toMatchObject({ has_secrets: true, files: 0, unknown_tables: [] });
    expect(report.groups.find(({ title }) => title.includes('team'))!.rows).toBe(2);
    await expect(check(path, 'correct horse batterx')).rejects.toThrow(
      'The passphrase is not the one of this archive.',
    );

    const bytes = await readFile(path);
    const cut = newPath();
    await writeFile(cut, bytes.subarray(0, bytes.length - 100));
    await expect(check(cut)).rejects.toThrow('only a part of one');
    const changed = Buffer.from(bytes);
    const place = bytes.indexOf('tables/organizations.ndjson') + 60;
    changed[place] = changed[place]! ^ 0xff;
    const damaged = newPath();
    await writeFile(damaged, changed);
    await expect(check(damaged)).rejects.toThrow('damaged');
  });
});

describe('a file that is refused', () => {
  test('the model is accepted, and tables that are new to this program are named', async () => {
    expect(await check(await pack({}))).toMatchObject({ organization: 'Northwind', unknown_tables: [] });
    expect(await check(await pack({ tables: { later_things: '{"_id":1}\n' } }))).toMatchObject({
      unknown_tables: ['later_things'],
    });
  });

  const bomb = Buffer.alloc(80 * 1024 * 1024);
  const deep = `{"_id":1,"a":${'['.repeat(100)}${']'.repeat(100)}}\n`;
  test.each([
    ['of a newer format', { manifest: { format: 2 } }, 'newer version'],
    ['of a newer schema', { manifest: { schema: '9999_later' } }, 'newer version'],
    ['with an entry that no archive has', { more: { 'tables/evil.sh': Buffer.from('x') } }, 'which no archive has'],
    ['with a table beside the manifest', { more: { 'tables/users.ndjson': Buffer.from('x') } }, 'does not name'],
    [
      'with a file that is another',
      { manifest: { files: 1 }, more: { [`files/${'a'.repeat(64)}`]: Buffer.from('x') } },
      'damaged',
    ],
    ['that unpacks to far more', { more: { [`files/${'b'.repeat(64)}`]: bomb } }, 'far more'],
    ['with rows that are nested too deep', { tables: { labels: deep } }, 'no row'],
    ['with a line that is no row', { tables: { labels: '[1]\n' } }, 'no row'],
    [
      'whose rows are fewer',
      { manifest: { tables: [{ name: 'labels', group: 'x', rows: 2, sha256: sha256('{"_id":1}\n') }] } },
      'damaged',
    ],
    [
      'without a table that it names',
      { manifest: { tables: [{ name: 'users', group: 'x', rows: 0, sha256: '' }] } },
      'lacks',
    ],
    [
      'that asks for any amount of memory',
      { manifest: { sealed: { kdf: 'scrypt', n: 2 ** 30, r: 8, p: 1, salt: '', check: '' } } },
      'damaged',
    ],
  ])('one %s', async (_, given, words) => {
    await expect(check(await pack(given as Parameters<typeof pack>[0]))).rejects.toThrow(words);
  });

  test('one with a path that leaves its folder', async () => {
    const path = await pack({ more: { [`files/${'c'.repeat(64)}`]: Buffer.from('x') } });
    const bytes = await readFile(path);
    const name = Buffer.from(`files/${'c'.repeat(64)}`);
    const evil = Buffer.from(`../../${'c'.repeat(64)}`);
    for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) evil.copy(bytes, at);
    await writeFile(path, bytes);
    await expect(check(path)).rejects.toThrow('not an archive');
  });

  test('another ZIP file, text, and none', async () => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from('x'), 'README.txt');
    zip.end();
    const other = newPath();
    await pipeline(zip.outputStream, createWriteStream(other));
    await expect(check(other)).rejects.toThrow('no manifest');
    const text = newPath();
    await writeFile(text, 'not a zip');
    await expect(check(text)).rejects.toThrow('not an archive');
    await expect(check(join(folder, 'missing.zip'))).rejects.toThrow('not an archive');
  });
});
