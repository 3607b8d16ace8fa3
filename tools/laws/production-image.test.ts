import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readSourceFiles, type SourceFile } from './source-files.ts';

// What the image holds is what the program needs: nothing it loads is missing there, and nothing of tests, tools or
// stand-in vendors comes along.
const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const files = new Map(readSourceFiles(root).map((file) => [file.path, file]));

const entries = ['server/src/main.ts', 'server/src/overture.ts', 'server/src/health-check.ts'];
/** Files that are started rather than imported: scripts of threads and child processes. */
const script = /(?:new URL\(\s*|join\(.*)['"](\.{1,2}\/[^'"]+\.ts)['"]/g;

function findLoaded(): { own: Set<string>; packages: Set<string> } {
  const own = new Set<string>();
  const packages = new Set<string>();
  const open = [...entries];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (own.has(path)) continue;
    own.add(path);
    const file = files.get(path);
    if (!file) continue;
    for (const target of targetsOf(file)) {
      if (/^(domain|contract|adapters|packages|server|web|sandbox|tools|bench|e2e)\//.test(target)) open.push(target);
      else if (!target.startsWith('node:')) packages.add(/^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target);
    }
  }
  return { own, packages };
}

function targetsOf(file: SourceFile): string[] {
  const scripts = [...file.text.matchAll(script)].map((match) => join(dirname(file.path), match[1] as string));
  const imports = file.imports.filter((one) => !one.is_type_only).map((one) => one.target);
  return [...imports, ...scripts].filter((path) => !path.startsWith('sandbox/'));
}

const loaded = findLoaded();
const dockerfile = read('Dockerfile');
const copied = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+) /gm)].map((match) => match[1] as string);

describe('the production image', () => {
  test('holds every folder that the program loads from, and only those', () => {
    const needed = new Set([...loaded.own].map((path) => path.split('/')[0]));
    expect(loaded.own.size).toBeGreaterThan(300);
    expect([...needed].sort()).toEqual(['adapters', 'contract', 'domain', 'packages', 'server']);
    for (const folder of needed) expect(copied).toContain(folder);
    for (const folder of ['sandbox', 'tools', 'bench', 'e2e', 'docs']) expect(copied).not.toContain(folder);
    expect(dockerfile).toMatch(/npm ci --omit=dev --workspace=@overture\/server --include-workspace-root=false/);
  });

  test('only the start of the sandbox names a file of the sandbox, and production refuses it', () => {
    const naming = [...loaded.own].filter((path) => /['"][^'"]*sandbox\/src\//.test(files.get(path)?.text ?? ''));
    expect(naming).toEqual(['server/src/app/sandbox.ts']);
    expect(read('server/src/kernel/config.ts')).toContain('SANDBOX=on is refused when NODE_ENV=production');
  });

  test('loads no package that is there for development only', () => {
    const allowed = ['server', 'adapters', 'contract', 'domain'].flatMap((workspace) =>
      Object.keys((JSON.parse(read(`${workspace}/package.json`)) as { dependencies?: object }).dependencies ?? {}),
    );
    expect(loaded.packages.size).toBeGreaterThan(30);
    expect([...loaded.packages].filter((name) => !allowed.includes(name))).toEqual([]);
  });

  test('is based on images named by digest, here and in compose.yaml', () => {
    const digest = /@sha256:[0-9a-f]{64}$/;
    expect(dockerfile.match(/^FROM /gm)).toHaveLength(2);
    expect(dockerfile.match(/^FROM \$\{NODE_IMAGE\}/gm)).toHaveLength(2);
    expect(/^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile)?.[1]).toMatch(digest);
    const images = [...read('compose.yaml').matchAll(/^ {4}image: (\S+)$/gm)].map((match) => match[1] as string);
    expect(images).toHaveLength(1);
    for (const image of images) expect(/^\$\{\w+:-(\S+)\}$/.exec(image)?.[1]).toMatch(digest);
  });

  test('compose bounds the memory of every process that works for strangers', () => {
    const services = read('compose.yaml').split(/^ {2}(?=\w+:$)/m);
    for (const name of ['web', 'worker'])
      expect(services.find((one) => one.startsWith(`${name}:`))).toMatch(/^ {4}mem_limit: \$\{\w+:-\dg\}$/m);
  });

  test('what is added to compose.yaml has images by digest, and as few rights', () => {
    const parts = readdirSync(join(root, 'deploy/compose')).map(
      (name) => [name, read(`deploy/compose/${name}`)] as const,
    );
    expect(parts.map(([name]) => name)).toEqual(['bucket.yaml', 'caddy.yaml', 'redis.yaml', 'single.yaml']);
    for (const [name, text] of parts) {
      expect(read('docs/operate/docker.md')).toContain(`| \`${name}\` |`);
      expect(text).toContain(`COMPOSE_FILE=compose.yaml:deploy/compose/${name}`);
      const images = [...text.matchAll(/^ {4}image: (\S+)$/gm)].map((match) => match[1] as string);
      for (const image of images) expect(/^\$\{\w+:-(\S+)\}$/.exec(image)?.[1]).toMatch(/@sha256:[0-9a-f]{64}$/);
      for (const line of [
        'read_only: true',
        'cap_drop: [ALL]',
        "security_opt: ['no-new-privileges:true']",
        'mem_limit: $',
      ])
        expect(text.split(line).length - 1, `${name}: ${line}`).toBeGreaterThanOrEqual(images.length);
    }
  });

  test('compose passes every setting of .env on, and drops unneeded rights', () => {
    const compose = read('compose.yaml');
    expect(compose).toContain('env_file: [{ path: .env, required: false }]');
    for (const line of ['read_only: true', 'cap_drop: [ALL]', "security_opt: ['no-new-privileges:true']"])
      expect(compose).toContain(line);
    expect(compose.match(/<<: \*confined/g)).toHaveLength(2);
    expect(dockerfile).toMatch(/^USER node$/m);
  });
});

test('the image runs the program with the memory settings of npm start', () => {
  const { node, glibc } = JSON.parse(read('tools/run/memory.json')) as { node: string[]; glibc: object };
  const variables = Object.entries(glibc).map(([name, value]) => `${name}=${value}`);
  expect(dockerfile).toContain(`ENV ${variables.join(' ')}\n`);
  expect(dockerfile).toContain(node.map((flag) => `"${flag}"`).join(', '));
});
