import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findCycles, findViolations, rules, TEST_HANDLES } from './import-law.ts';
import { parseFile, readSourceFiles } from './source-files.ts';
import { findTextViolations, textRules } from './text-law.ts';
import { featureOrder, LATER_PARTS } from './web-features.ts';

const files = readSourceFiles(join(dirname(fileURLToPath(import.meta.url)), '../..'));

/** One planted import a rule: proof that the rule fires. */
const planted: [path: string, source: string][] = [
  ['domain/src/limits.ts', `import { api } from '@overture/contract';`],
  ['server/src/kernel/clock.ts', `import { listSignatures } from '../slices/signatures/index.ts';`],
  ['server/src/slices/signatures/signatures.service.ts', `import { version } from '../../app/app-info.ts';`],
  ['server/src/slices/signatures/signatures.service.ts', `import { insertSession } from '../auth/auth.store.ts';`],
  [
    'server/src/slices/signatures/signatures.test.ts',
    `import { insertSession } from '../auth/sessions/session.store.ts';`,
  ],
  ['server/src/slices/misc/misc.service.ts', `import { sql } from 'kysely';`],
  [
    'server/src/slices/chats/chats.service.ts',
    `import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';`,
  ],
  ['web/src/lib/client.ts', `import { LoginForm } from '../features/auth/login-form.tsx';`],
  ['web/src/ui/button.tsx', `import { ROLES } from '@overture/domain/access/permissions';`],
  ['web/src/screens/inbox.tsx', `import { Composer } from '../features/chats/thread/composer.tsx';`],
  ['web/src/features/accounts/sender-cells.tsx', `import { CampaignsPage } from '../campaigns/index.ts';`],
  ['web/src/features/misc/page.tsx', `import { useState } from 'react';`],
  ['server/src/slices/campaigns/settings/campaigns.rules.ts', `import { sql } from 'kysely';`],
  ['domain/src/leads/lead-columns.ts', `import { matchesFilters } from './filters.oracle.ts';`],
  ['domain/src/limits.ts', `import { readFileSync } from 'node:fs';`],
];

const plantedTexts: [path: string, source: string][] = [
  ['domain/src/long.ts', 'x\n'.repeat(401)],
  ['web/src/ui/AppButton.tsx', ''],
  ['server/src/slices/chats/chat-utils.ts', ''],
  ['server/src/slices/chats/chats.service.ts', 'await sql`select 1`.execute(db);'],
  [
    'server/src/slices/chats/chats.store.ts',
    `sql\`select * from json_to_recordset(\${JSON.stringify(given)}::json)\`;`,
  ],
  ['adapters/src/crm/crm.api.ts', "return JSON.parse(response.body.toString('utf8'));"],
  ['server/src/slices/chats/chats.service.ts', 'export default 1;'],
  ['server/src/slices/chats/chats.service.ts', '// TODO finish'],
  ['server/src/slices/chats/chats.service.ts', '/** What a folder holds (campaigns 2 Unified inbox). */'],
  ['domain/src/sending/spacing.ts', 'const now = Date.now();'],
  ['web/src/screens/inbox.tsx', 'const label = "HubSpot";'],
  ['web/src/screens/inbox.tsx', "const Part = lazy(() => import('./part.tsx'));"],
];

describe('import law', () => {
  test('the tree obeys it', () => expect(findViolations(files)).toEqual([]));

  test('it reads the tree: many files, many imports', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((file) => file.imports).length).toBeGreaterThan(300);
  });

  test.each(rules.map((rule, index) => [rule.name, index] as const))('fires: %s', (name, index) => {
    const [path, source] = planted[index] as [string, string];
    expect(findViolations([parseFile(path, source)]).map((violation) => violation.rule)).toContain(name);
  });

  test('a later slice, a cycle and a sandbox that peeks into the server are found', () => {
    const later = parseFile(
      'server/src/slices/accounts/accounts.service.ts',
      `import { listChats } from '../chats/index.ts';`,
    );
    expect(findViolations([later])).toHaveLength(1);
    expect(
      findViolations([parseFile('sandbox/src/main.ts', `import { x } from '../../server/src/main.ts';`)]),
    ).toHaveLength(1);
    expect(
      findCycles([parseFile('a/b.ts', `import './c.ts';`), parseFile('a/c.ts', `export { x } from './b.ts';`)]),
    ).toHaveLength(1);
    expect(
      findCycles([parseFile('a/b.ts', `import type { X } from './c.ts';`), parseFile('a/c.ts', `import './b.ts';`)]),
    ).toEqual([]);
  });

  test('in the product a cycle of types is found; one closed by a part that opens later is not', () => {
    const page = (text: string) => parseFile('web/src/features/chats/page.tsx', text);
    const part = parseFile('web/src/features/chats/part.tsx', `import type { Props } from './page.tsx';`);
    expect(findCycles([page(`import { Part } from './part.tsx';`), part])).toHaveLength(1);
    expect(findCycles([page(`const Part = lazyPart(() => import('./part.tsx'));`), part])).toEqual([]);
  });
});

describe('import law for tests', () => {
  const fires = (path: string, target: string) => findViolations([parseFile(path, `import { x } from '${target}';`)]);
  const slice = 'server/src/slices/chats';

  test.each([
    ['the bench', `${slice}/chats.test.ts`, '../../../../bench/support/measure.ts'],
    ['a proof of which it is no short form', `${slice}/chats.test.ts`, '../../../../bench/proofs/clocks.ts'],
    ['composition', `${slice}/chats.test.ts`, '../../app/program.ts'],
    ['a slice, from the kernel', 'server/src/kernel/jobs.test.ts', '../slices/chats/index.ts'],
    ['Node, from the domain', 'domain/src/limits.test.ts', 'node:fs'],
    ['a screen, from a feature', 'web/src/features/chats/chats.test.tsx', '../../screens/inbox.tsx'],
    ['the server, from the stand-ins', 'sandbox/src/main.test.ts', '../../server/src/main.ts'],
    ['the stand-ins, where it is none', 'adapters/src/linkedin/linkedin.port.ts', '../../../sandbox/src/sandbox.ts'],
    ['a later slice, where it is none', `${slice}/testing/world.ts`, '../../dashboard/index.ts'],
  ])('no test imports %s', (_what, path, target) => expect(fires(path, target)).toHaveLength(1));

  test.each([
    ['the stand-ins', `${slice}/chats.test.ts`, '../../../../sandbox/src/clock.ts'],
    [
      'them, from a world of an adapter',
      'adapters/src/linkedin/testing/world.ts',
      '../../../../sandbox/src/sandbox.ts',
    ],
    ['the proof it is a short form of', `${slice}/chats.proofs.test.ts`, '../../../../bench/proofs/clocks.ts'],
    ['the face of a later slice', `${slice}/chats.test.ts`, '../dashboard/index.ts'],
    ['a factory', `${slice}/chats.test.ts`, '../campaigns/run/run.factory.ts'],
  ])('one may import %s', (_what, path, target) => expect(fires(path, target)).toEqual([]));

  test('every named handle is taken by a test of another slice', () => {
    const sliceOf = (path: string) => path.split('/')[3];
    const taken = files
      .filter(({ path }) => path.endsWith('.test.ts'))
      .flatMap(({ path, imports }) => imports.filter(({ target }) => sliceOf(target) !== sliceOf(path)))
      .map(({ target }) => target);
    expect(TEST_HANDLES.filter((path) => !taken.includes(path))).toEqual([]);
  });
});

describe('features of web', () => {
  const fires = (path: string, source: string) => findViolations([parseFile(path, source)]).length;
  const [part] = LATER_PARTS as [string];
  const path = part.replace('web/src/', '../');

  test('each has a face or a page that a route loads, each later part is loaded by import() from outside its feature', () => {
    const paths = files.map((file) => file.path);
    const folderOf = (file: string) => file.split('/')[3];
    const pages = files
      .filter(({ path }) => path.startsWith('web/src/app/routes/'))
      .flatMap(({ imports }) => imports.map(({ target }) => folderOf(target)));
    const faceless = featureOrder.filter((name) => !paths.includes(`web/src/features/${name}/index.ts`));
    expect(faceless.filter((name) => !pages.includes(name))).toEqual([]);
    const loaded = files
      .filter((file) => file.path.startsWith('web/src/'))
      .flatMap((file) => file.imports.filter(({ target }) => folderOf(target) !== folderOf(file.path)))
      .filter((entry) => entry.is_dynamic)
      .map(({ target }) => target);
    expect(LATER_PARTS.filter((target) => !loaded.includes(target))).toEqual([]);
  });

  test('a later part is loaded, not imported; only a route loads any other file', () => {
    expect(fires('web/src/screens/x.tsx', `const x = () => import('${path}');`)).toBe(0);
    expect(fires('web/src/screens/x.tsx', `import { x } from '${path}';`)).toBe(1);
    expect(fires('web/src/screens/x.tsx', `const x = () => import('../features/chats/thread/composer.tsx');`)).toBe(1);
    expect(
      fires('web/src/app/routes/x.tsx', `const x = () => import('../../features/chats/thread/composer.tsx');`),
    ).toBe(0);
    expect(fires('web/src/app/routes/x.tsx', `import { x } from '../../features/chats/thread/composer.tsx';`)).toBe(1);
    expect(fires('web/src/app/x.tsx', `import type { X } from '../features/chats/people.ts';`)).toBe(1);
  });
});

describe('text law', () => {
  test('JSON in SQL outside a store is found too', () => {
    const source = `sql\`select \${JSON.stringify(rows)}::jsonb\`.execute(db);`;
    expect(findTextViolations([parseFile('server/src/app/watch-ports.ts', source)])).toHaveLength(1);
    expect(findTextViolations([parseFile('server/src/app/sandbox.ts', 'const body = JSON.stringify(given);')])).toEqual(
      [],
    );
  });

  test('the tree obeys it', () => expect(findTextViolations(files)).toEqual([]));

  test.each(textRules.map((rule, index) => [rule.name, index] as const))('fires: %s', (name, index) => {
    const [path, source] = plantedTexts[index] as [string, string];
    expect(findTextViolations([parseFile(path, source)]).map((violation) => violation.rule)).toContain(name);
  });
});
