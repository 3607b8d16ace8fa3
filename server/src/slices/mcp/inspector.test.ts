import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { KEY_BUNDLES } from '@overture/domain/access/key-scopes';
import { expect, inject, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { addressOf, makeKey } from './mcp.factory.ts';

const server = useTestServer();
const run = promisify(execFile);
/** The inspector comes from the registry of npm, so `npm test` does without it. */
const testWhenProving = inject('is_proving') ? test : () => undefined;

const page = new URL('../../../../docs/api/assistants.md', import.meta.url);

test('the page names the inspector with its version', async () => {
  expect(await readFile(page, 'utf8')).toMatch(/npx -y @modelcontextprotocol\/inspector@\d+\.\d+\.\d+ --cli/);
});

testWhenProving(
  'the official inspector lists and calls tools by the line of the page',
  async () => {
    const [, name = ''] = /npx -y (@modelcontextprotocol\/inspector@[\d.]+)/.exec(await readFile(page, 'utf8')) ?? [];
    const { secret } = await makeKey(await server.signUp(), KEY_BUNDLES.write.scopes);
    const common = ['--cli', addressOf(server), '--transport', 'http', '--header', `Authorization: Bearer ${secret}`];
    const inspect = async (...given: string[]): Promise<string | null> => {
      try {
        return (await run('npx', ['-y', name, ...common, ...given], { timeout: 120_000, maxBuffer: 2 ** 24 })).stdout;
      } catch (error) {
        if (!/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|network/i.test(String((error as { stderr?: string }).stderr)))
          throw error;
        console.warn('The registry of npm cannot be reached: the inspector was not run.');
        return null;
      }
    };
    const listed = await inspect('--method', 'tools/list');
    if (listed === null) return;
    expect(listed).toContain('"campaigns_list"');
    const called = await inspect('--method', 'tools/call', '--tool-name', 'searches_list');
    expect(called).toContain('structuredContent');
  },
  300_000,
);
