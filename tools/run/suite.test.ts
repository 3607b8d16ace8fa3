import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { parseSize } from '../../bench/support/size.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules' && name !== 'dist')
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? listFiles(path) : [path];
    });
}

const { long_forms, proofs } = JSON.parse(read('tools/run/proofs.json')) as {
  /** Test files with a longer form than `npm test` gives them. */
  long_forms: string[];
  proofs: Record<string, { script: string; sizes?: string[] }>;
};
const tests = listFiles('.').filter((path) => /\.test\.tsx?$/.test(path));

test('every test file runs, in one project', () => {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const words = [vitest, 'list', '--filesOnly', '--json'];
  const listed = JSON.parse(execFileSync(process.execPath, words, { cwd: root, encoding: 'utf8' })) as {
    file: string;
  }[];
  expect(tests.length).toBeGreaterThan(200);
  expect(listed.map(({ file }) => relative(root, file)).sort()).toEqual(tests.sort());
}, 60_000);

test('tests of screens share a process, so none replaces a module', () => {
  const replacing = tests.filter(
    (path) => path.endsWith('.test.tsx') && /vi\.(mock|doMock|resetModules)\(/.test(read(path)),
  );
  expect(replacing).toEqual([]);
});

test('tests wait by `expect.poll`, as long as vitest.config.ts says; a helper of Vitest that gives up after a second fails where others work', () => {
  const isHasty = (text: string): boolean => /\bvi\.(waitFor|waitUntil)\(/.test(text);
  expect(tests.filter((path) => path !== 'tools/run/suite.test.ts' && isHasty(read(path)))).toEqual([]);
  expect(isHasty('await vi.waitFor(() => expect(calls).toBe(1));')).toBe(true);
});

test('npm run prove runs every long form, and every command of bench/proofs, and its README names them', () => {
  const proving = "inject('is_proving')";
  const longer = tests.filter((path) => path !== 'tools/run/suite.test.ts' && read(path).includes(proving));
  expect(long_forms).toEqual(expect.arrayContaining(longer));
  for (const path of long_forms) expect(tests).toContain(path);
  const commands = listFiles('bench/proofs').filter((path) => /import\.meta\.main|PROVEN/.test(read(path)));
  const scripts = Object.values(proofs).map(({ script }) => `bench/proofs/${script}`);
  expect([...new Set(scripts)].sort()).toEqual(commands.filter((path) => !/README|proof-world/.test(path)).sort());
  const readme = read('bench/proofs/README.md');
  for (const name of Object.keys(proofs)) expect(readme).toContain(`\`${name}\``);
});

const SIZE = /parseSize\('(\w+)'/g;
/** Words, not numbers: which CRMs, and whether the field cases run again in other forms. */
const SIZES_IN_WORDS = ['CRM', 'VARIATIONS'];

test('every size of a proof is checked, declared for the table of npm run prove and named in the README with its time', () => {
  const unchecked = listFiles('bench/proofs').filter((path) =>
    read(path).match(
      /Number\(process\.env\.(?!PROOF_PORT|CONNECTIONS \?\? 3\)|MAX_IN_FLIGHT|DIES_AFTER|INTEGRATION_ID)/,
    ),
  );
  expect(unchecked).toEqual([]);
  const rows = read('bench/proofs/README.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(' | '));
  for (const [name, { script, sizes = [] }] of Object.entries(proofs)) {
    const numbers = [...read(`bench/proofs/${script}`).matchAll(SIZE)].map(([, size]) => size);
    expect(sizes.filter((size) => !SIZES_IN_WORDS.includes(size)).sort(), name).toEqual([...new Set(numbers)].sort());
    const row = rows.find(([names]) => names?.includes(`\`${name}\``));
    for (const size of sizes) expect(row?.[2], name).toContain(`\`${size}\``);
    expect(row?.[3], `the time of ${name}`).toMatch(/\d min|\d s/);
  }
});

test('every Node program that a proof starts has a channel and ends when the proof is killed', async () => {
  const starts = listFiles('bench/proofs').filter((path) => /\bspawn\(/.test(read(path)));
  const withoutChannel = starts.filter((path) => /process\.execPath/.test(read(path)) && !read(path).includes("'ipc'"));
  expect(withoutChannel).toEqual(['bench/proofs/n8n.ts']); // n8n itself does not listen to a channel
  const workers = listFiles('bench/proofs/workers').filter((path) => /-(worker|client)\.ts$/.test(path));
  expect(workers.length).toBeGreaterThan(5);
  expect(workers.filter((path) => !read(path).includes("import './end-with-proof.ts';"))).toEqual([]);
  const worker = `await import(${JSON.stringify(`${root}bench/proofs/workers/end-with-proof.ts`)}); setInterval(() => {}, 1000); console.log('ready')`;
  const proof = `import { spawn } from 'node:child_process';
    spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(worker)}], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', proof], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child.stdout, 'end'); // both have the pipe: it ends with the last of them
});

afterEach(() => void vi.unstubAllEnvs());

test('a size that is not a number, or too small to prove anything, is refused', () => {
  vi.stubEnv('KILLS', '');
  expect(parseSize('KILLS', 500)).toBe(500);
  vi.stubEnv('KILLS', '24');
  expect(parseSize('KILLS', 500)).toBe(24);
  for (const text of ['many', '0', '-3', 'Infinity', '1e999']) {
    vi.stubEnv('KILLS', text);
    expect(() => parseSize('KILLS', 500)).toThrow(`KILLS must be a number of at least 1. Got "${text}".`);
  }
  vi.stubEnv('KILLS', '0');
  expect(parseSize('KILLS', 500, 0)).toBe(0);
});
