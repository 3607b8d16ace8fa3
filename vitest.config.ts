import { createHash, randomInt } from 'node:crypto';
import type { Plugin } from 'vite';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { compiledTexts } from './web/bundle/compile-texts.ts';

/** All test files; each is in exactly one of the projects below (tools/run/suite.test.ts). */
const EVERY_TEST = [
  '{domain,contract,adapters,sandbox,server,tools}/**/*.test.ts',
  'web/{src,bundle}/**/*.test.{ts,tsx}',
  'packages/*/{src,build}/**/*.test.ts',
];

/**
 * Node loads what tests import as in production: it takes the types out itself and keeps what it compiled for every process. Vite's
 * loader looks at each module and hands it to each worker again; it is for what Node does not read, JSX and style sheets.
 */
const NODE_LOADS = { viteModuleRunner: false, nodeLoader: false };
const NODE_LOADS_AND_REPLACES = { experimental: { ...NODE_LOADS, nodeLoader: true } };
process.env.NODE_COMPILE_CACHE ??= `${import.meta.dirname}/.runtime/compile-cache`;

/** Measure the process or put its surroundings wrong: a process of their own. */
const APART = [
  'adapters/src/kit/guarded-http.test.ts',
  'adapters/src/lead-database/clickhouse/engine/engine-lock.test.ts',
  'server/src/app/hostile-bytes.test.ts',
  'server/src/kernel/thread-pool.test.ts',
  'server/src/slices/chats/sync/hostile-mail.test.ts',
  'server/src/slices/research/hostile-pages.test.ts',
  'server/src/slices/searches/import/hostile-csv.test.ts',
];

/** Replaces a module: a process of its own, in which each module is looked at for what is replaced. */
const REPLACING = ['server/src/slices/chats/sync/take-mail.test.ts'];

/**
 * Screens and what draws them, by their ending: they import a component. They share what a screen imports, which is most of what
 * such a test costs: none of them replaces a module. What they remember beside it goes after each test (lib/testing/leave-nothing.ts).
 */
const SCREENS = ['web/src/**/*.test.tsx'];

/** What screens are built on, which draws nothing and remembers: a process each, without what screens need. Some replace modules. */
const BENEATH = ['web/src/ui/table/columns.test.ts', 'web/src/lib/**/*.test.ts'];

/** Nothing but rules: no database, no server of ours. */
const UNITS = ['{domain,contract,tools}/**/*.test.ts', 'web/{src,bundle}/**/*.test.ts'];

/** Some twenty seconds and more. Begun last, as their few lines would have it, each of them is waited for alone. */
const LONG = [
  'server/src/app/field.proofs.test.ts',
  'server/src/slices/campaigns/run/run.proofs.test.ts',
  'adapters/src/mailbox/mailbox.test.ts',
  'server/src/slices/integrations/push/push.proofs.test.ts',
  'server/src/slices/automations/runs/runs.proofs.test.ts',
  'server/src/slices/integrations/integrations.test.ts',
  'server/src/slices/campaigns/run/snippets.scenario.test.ts',
  'server/src/app/processes.test.ts',
  'server/src/app/logins.test.ts',
  'server/src/app/outage.test.ts',
  'server/src/app/tenancy-crawl.test.ts',
  'adapters/src/mailbox/smtp-imap/hostile-imap.test.ts',
];

/** They never wait: two workers keep two cores busy, and import less than three would. After the others, as one group. */
const BUSY = { maxWorkers: 2, sequence: { groupOrder: 1 } };

/** Files with a process of their own first: before one of them a worker that others share is ended and replaced. */
const groupOf = ({ project: { config } }: TestSpecification): number =>
  config.sequence.groupOrder * 2 + (config.isolate ? 0 : 1);
const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((path) => moduleId.endsWith(path));

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const inTurn = await super.sort(files);
    return inTurn.sort((a, b) => groupOf(a) - groupOf(b) || Number(isLong(b)) - Number(isLong(a)));
  }
}

/** What a file finds that others left behind depends on the order: `npm run prove order` draws it, `SEED=1234567` draws it again. */
class Drawn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seed = process.env.SEED ?? String(randomInt(10_000_000));
    process.stderr.write(`Test files in the order drawn by SEED=${seed}\n`);
    const hashOf = ({ moduleId }: TestSpecification): string =>
      createHash('sha256').update(`${seed} ${moduleId}`).digest('hex');
    const drawn = new Map(files.map((file) => [file, hashOf(file)]));
    return files.sort((a, b) => groupOf(a) - groupOf(b) || drawn.get(a)!.localeCompare(drawn.get(b)!));
  }
}

/** Texts of screens are compiled as the build does it, also where Node loads them. */
const TEXTS = { setupFiles: ['web/src/lib/testing/node-texts.ts'] };

function project(
  name: string,
  include: string[],
  exclude: string[],
  more: object,
  plugins: Plugin[] = [],
): TestProjectConfiguration {
  return { extends: true, plugins, test: { name, include, exclude: ['**/node_modules/**', ...exclude], ...more } };
}

export default defineConfig({
  test: {
    provide: { is_proving: process.env.PROVE === 'on' },
    globalSetup: ['server/src/testing/load-program.ts'],
    pool: 'forks',
    experimental: NODE_LOADS,
    // Of three workers on two cores one waits for a database, a mail server or a time limit. Each warms up the same code and crowds the
    // caches of the others: the same 1,197 tests took 113 s with three and 132 to 157 s with five, by turns; two leave a core idle.
    maxWorkers: 3,
    sequence: { sequencer: process.env.ORDER === 'drawn' ? Drawn : LongFirst },
    // Ends what hangs; it measures nothing. A machine with other work takes several times what a quiet one does.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      project('apart', APART, [], {}),
      project('replacing', REPLACING, [], NODE_LOADS_AND_REPLACES),
      project('beneath screens', BENEATH, [], { ...NODE_LOADS_AND_REPLACES, ...TEXTS }),
      project(
        'screens',
        SCREENS,
        [],
        {
          ...BUSY,
          isolate: false,
          experimental: { viteModuleRunner: true },
          setupFiles: ['web/src/lib/testing/leave-nothing.ts'],
        },
        [compiledTexts()],
      ),
      // The program is imported once a worker; files share its database, or have one of their own from a template (server/src/testing).
      project('slices', EVERY_TEST, [...APART, ...REPLACING, ...SCREENS, ...BENEATH, ...UNITS], { isolate: false }),
      project('units', UNITS, BENEATH, { ...BUSY, ...TEXTS, isolate: false, pool: 'threads' }),
    ],
  },
});
