import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@overture/contract';
import { KEY_BUNDLES } from '@overture/domain/access/key-scopes';
import { CommanderError } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../../kernel/config.ts';
import { useTestServer } from '../../../testing/harness.ts';
import { createCommandLine } from '../command-line.ts';

const server = useTestServer();
let directory = '';
let url = '';
let key = '';
let readKey = '';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'overture-api-'));
  url = `http://127.0.0.1:${(server.program.app.server.address() as AddressInfo).port}`;
  const person = await server.signUp();
  const create = async (scopes: (typeof KEY_BUNDLES.send)['scopes']) =>
    (await person.call(api.createApiKey, { body: { name: 'Commands', scopes } })).data.secret;
  key = await create([...KEY_BUNDLES.send.scopes, 'export']);
  readKey = await create(KEY_BUNDLES.read.scopes);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Runs a command as `overture.ts` does: its lines, those of them that a script reads, and what it ends with. */
async function run(words: string[], environment: Record<string, string> = { OVERTURE_URL: url, OVERTURE_KEY: key }) {
  const lines: string[] = [];
  const read: string[] = [];
  const program = createCommandLine({
    config: loadConfig({ NODE_ENV: 'test', DATA_DIR: directory }),
    environment: { HOME: directory, ...environment },
    directory,
    say: (line, isPassing) => isPassing || (lines.push(line) && read.push(line)),
    complain: (line) => void lines.push(line),
  });
  const quiet = { writeErr: () => undefined, writeOut: () => undefined };
  for (const command of [program, ...program.commands.flatMap((group) => [group, ...group.commands])])
    command.exitOverride().configureOutput(quiet);
  const code = await program.parseAsync(['node', 'overture', ...words]).then(
    () => 0,
    (error: Error) => {
      if (error instanceof CommanderError) return error.exitCode;
      lines.push(error.message);
      return 1;
    },
  );
  return { text: lines.join('\n'), output: read.join('\n'), code };
}

test('any call: texts stay texts, other values are JSON, and the same --once happens once', async () => {
  const create = () => run(['api', 'createCampaign', 'name=2026', '--once', 'spring', '--json']);
  const [first, again] = [await create(), await create()];
  const { campaign } = JSON.parse(first.text);
  expect([campaign.name, JSON.parse(again.text).campaign.id, first.code]).toEqual(['2026', campaign.id, 0]);
  const changed = await run(['api', 'updateCampaign', `id=${campaign.id}`, 'skips_holidays=true']);
  expect(JSON.parse(changed.text).campaign.skips_holidays).toBe(true);
  await writeFile(join(directory, 'input.json'), JSON.stringify({ name: 'From a file' }));
  expect((await run(['api', 'createCampaign', '--input', 'input.json'])).text).toContain('From a file');
  expect((await run(['api'])).text).toMatch(/^activateCampaign\s+POST\s+\/campaigns\/\{id\}\/activate\/ {2}Start/m);
});

test('campaigns', async () => {
  const { campaign } = JSON.parse((await run(['api', 'createCampaign', 'name=Autumn', '--json'])).text);
  expect((await run(['campaigns', 'list'])).text).toMatch(new RegExp(`${campaign.id} +DRAFT +Autumn`));
  expect(JSON.parse((await run(['campaigns', 'get', String(campaign.id), '--json'])).text).campaign.name).toBe(
    'Autumn',
  );
  await server.owner.query(`update campaigns set status = 'ACTIVE' where id = $1`, [campaign.id]);
  const pause = () => run(['campaigns', 'pause', String(campaign.id)]);
  expect([(await pause()).text, (await pause()).text]).toEqual([
    expect.stringContaining('PAUSED'),
    expect.stringContaining('PAUSED'),
  ]);
});

test('a file of leads goes into a list by its columns, and out again', async () => {
  const rows = 'E-mail,First name\nada@harbor.example,Ada\ngrace@harbor.example,Grace\n';
  await writeFile(join(directory, 'leads.csv'), rows);
  const imported = await run(['leads', 'import', 'leads.csv', '--list', 'Trade fair']);
  expect([imported.text, imported.code]).toEqual([
    '2 leads added to "Trade fair"; 0 duplicates, 0 skipped, 0 unreadable.',
    0,
  ]);
  expect((await run(['leads', 'import', 'leads.csv', '--list', 'Trade fair'])).text).toContain('2 duplicates');
  const { searches } = JSON.parse((await run(['api', 'listSearches', '--json'])).text);
  expect(searches).toHaveLength(1);
  expect((await run(['export', 'leads', String(searches[0].id), '--output', 'out.csv'])).code).toBe(0);
  expect(await readFile(join(directory, 'out.csv'), 'utf8')).toContain('ada@harbor.example');
  const nowhere = await run(['export', 'leads', String(searches[0].id), '--output', 'no-folder/out.csv']);
  expect([nowhere.text, nowhere.code]).toEqual(['no-folder/out.csv cannot be written (ENOENT).', 1]);
  const { id } = JSON.parse((await run(['api', 'createSearch', 'name=Empty', '--json'])).text);
  expect((await run(['export', 'leads', String(id), '--output', 'out.csv'])).text).toBe(
    'There are no leads to export.',
  );
  expect((await run(['export', 'activities', '--output', 'log.csv'])).text).toMatch(/^log\.csv: \d+ bytes\.$/);
});

test('an installation that is away and a limit have their exit codes', async () => {
  const installation = createServer((request, response) => {
    const isLimited = request.url?.startsWith('/api/v1/campaigns/') === true;
    // A longer wait than a command waits for.
    response.writeHead(isLimited ? 429 : 503, isLimited ? { 'retry-after': '3600' } : {}).end('{}');
  });
  await new Promise<void>((resolve) => installation.listen(0, '127.0.0.1', resolve));
  const environment = {
    OVERTURE_URL: `http://127.0.0.1:${(installation.address() as AddressInfo).port}`,
    OVERTURE_KEY: key,
  };
  // No key for repeating it: it is not tried again.
  const away = ['api', 'addExcludedDomain', 'domain=harbor.example'];
  expect((await run(['campaigns', 'list'], environment)).code).toBe(5);
  expect((await run(away, environment)).code).toBe(4);
  await new Promise((resolve) => installation.close(resolve));
  expect((await run(away, environment)).code).toBe(4);
});

test('each reason for a failure has its exit code, in words or as JSON', async () => {
  const at = (values: object) => ({ OVERTURE_URL: url, OVERTURE_KEY: key, ...values });
  const codes = [
    await run(['api', 'noSuchCall']),
    await run(['api', 'createCampaign', 'nam=x']),
    await run(['campaigns', 'get', '999999999']),
    await run(['api', 'createCampaign', 'name=x'], at({ OVERTURE_KEY: readKey })),
    await run(['campaigns', 'list'], at({ OVERTURE_KEY: `${key}x` })),
    await run(['campaigns', 'list'], {}),
    await run(['leads', 'import', 'nothing.csv', '--list', 'x']),
  ];
  expect(codes.map(({ code }) => code)).toEqual([1, 1, 2, 3, 3, 1, 1]);
  expect(codes[1]?.text).toContain('"nam" is none of the fields: name');
  const refused = await run(['campaigns', 'get', '999999999', '--json']);
  expect(JSON.parse(refused.text)).toMatchObject({ code: 'not_found', status: 404 });
  // A script that reads the lines of a list takes no error for one.
  const unread = await run(['campaigns', 'get', '999999999']);
  expect(unread).toMatchObject({ text: 'Not found. (not_found)', output: '' });
});

test('a profile keeps address and key readable by its user alone', async () => {
  const home = { HOME: join(directory, 'home') };
  const path = join(directory, 'home/.config/overture/profiles.json');
  const added = await run(['profile', 'add', 'production', '--url', url], { ...home, OVERTURE_KEY: key });
  expect([added.code, (await stat(path)).mode & 0o777]).toEqual([0, 0o600]);
  expect((await run(['campaigns', 'list'], home)).code).toBe(0);
  const list = await run(['profile', 'list'], home);
  expect(list.text).toBe(`* production  ${url}`);
  await chmod(path, 0o644);
  expect(await run(['campaigns', 'list'], home)).toMatchObject({
    text: `Other users can read ${path}. Run: chmod 600 ${path}`,
    code: 1,
  });
  await chmod(path, 0o600);
  expect((await run(['campaigns', 'list', '--profile', 'other'], home)).text).toContain('no profile "other"');
  expect((await run(['profile', 'remove', 'production'], home)).code).toBe(0);
  expect(await readFile(path, 'utf8')).not.toContain(key);
  expect((await run(['profile', 'add', 'x', '--url', url], { ...home, OVERTURE_KEY: 'secret' })).code).toBe(1);
});

test('bash completes commands, options and calls', async () => {
  const { text } = await run(['completion', 'bash']);
  const complete = (...words: string[]): string[] =>
    execFileSync('bash', [
      '-c',
      `${text}\nCOMP_WORDS=(overture "$@"); COMP_CWORD=$#; _overture; printf '%s\\n' "\${COMPREPLY[@]}"`,
      'bash',
      ...words,
    ])
      .toString()
      .trim()
      .split('\n');
  expect(complete('camp')).toEqual(['campaigns']);
  expect(complete('campaigns', '')).toEqual(['list', 'get', 'pause']);
  expect(complete('campaigns', 'list', '--j')).toEqual(['--json']);
  expect(complete('api', 'createCam')).toEqual(['createCampaign']);
  expect(complete('api', 'createCampaign', '--on')).toEqual(['--once']);
  expect((await run(['completion', 'zsh'])).text).toMatch(/compinit }\nautoload -U \+X bashcompinit && bashcompinit\n/);
});
