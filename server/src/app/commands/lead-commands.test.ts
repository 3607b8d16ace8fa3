import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryLeadDatabase } from '@overture/adapters/lead-database/testing/memory-lead-database';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig } from '../../kernel/config.ts';
import { createCommandLine } from './command-line.ts';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'overture-command-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function run(...words: string[]) {
  const memory = createMemoryLeadDatabase();
  const lines: string[] = [];
  const state = { closed: 0 };
  const program = createCommandLine({
    config: loadConfig({ NODE_ENV: 'test', DATA_DIR: directory }),
    directory,
    say: (line, isPassing) => isPassing || lines.push(line),
    openDatabase: () => ({
      ...memory,
      whenUsable: async () => undefined,
      generateLeads: async ({ count }, onProgress) => onProgress?.(count),
      close: async () => {
        state.closed += 1;
      },
    }),
  });
  for (const command of [program, ...program.commands.flatMap((group) => [group, ...group.commands])]) {
    command
      .exitOverride()
      .configureOutput({ writeErr: (text) => lines.push(text.trim()), writeOut: (text) => lines.push(text) });
  }
  const error = await program.parseAsync(['node', 'overture', ...words]).then(
    () => null,
    (reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
  );
  return { lines, error, leads: memory.leads, closed: state.closed };
}

it('loads files named from where the person is, with a mapping, and closes with the account', async () => {
  await writeFile(join(directory, 'people.csv'), 'Wie,Profiel,Rol\nAnn Bo,linkedin.com/in/ann,CEO\nNo One,,\n');
  await writeFile(
    join(directory, 'map.json'),
    JSON.stringify({ full_name: 'Wie', linkedin_url: 'Profiel', job_title: 'Rol' }),
  );
  const { lines, error, leads, closed } = await run('leads', 'load', 'people.csv', '--mapping', 'map.json');
  expect([error, closed]).toEqual([null, 1]);
  expect(leads[0]).toMatchObject({ first_name: 'Ann', last_name: 'Bo', job_title: 'CEO', seniority: 'C-Level' });
  expect(lines.join('\n')).toMatch(/2 rows read\n\s+1 new people\n[\s\S]*1 skipped[\s\S]*holds 1 people/);
});

it.each([
  [['leads', 'load', 'missing.csv'], /missing\.csv cannot be opened/],
  [['leads', 'load', 'x.csv', '--mapping', 'none.json'], /mapping file .*none\.json cannot be read/],
  [['leads', 'load'], /missing required argument/],
  [['leads', 'generate', 'many'], /whole number above 0/],
  [['leads', 'unload'], /unknown command/],
])('says in words what is wrong with %j', async (words, expected) => {
  const { error } = await run(...words);
  expect(error).toMatch(expected);
});

it('generates as many as asked', async () => {
  const { lines, error } = await run('leads', 'generate', '1,000');
  expect([error, lines.at(-1)]).toEqual([null, 'The lead database holds 0 people.']);
});
