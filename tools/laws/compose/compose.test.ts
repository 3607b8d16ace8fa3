import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findCommandFaults } from './compose-commands.ts';
import {
  type ComposeFile,
  findSchemaFaults,
  findUndeclared,
  listVariables,
  mergeCompose,
  parseCompose,
} from './compose-file.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const parts = readdirSync(join(root, 'deploy/compose')).map((name) => `deploy/compose/${name}`);
const base = parseCompose(read('compose.yaml'));

/** Each part beside the base, and all of them that can be used together. */
const projects: [string, ComposeFile][] = [
  ['compose.yaml', base],
  ...parts.map((path): [string, ComposeFile] => [path, mergeCompose(base, parseCompose(read(path)))]),
  ['all parts', parts.map((path) => parseCompose(read(path))).reduce(mergeCompose, base)],
];

describe('a Compose project', () => {
  test.each(projects)('of %s follows the schema of the specification', (_, project) => {
    expect(findSchemaFaults(project)).toEqual([]);
  });

  test.each(projects)('of %s declares each service, network and volume that it uses', (_, project) => {
    expect(findUndeclared(project)).toEqual([]);
  });

  test('is refused with a misspelled name, a wrong kind or a condition that there is not', () => {
    const withWeb = (web: object): ComposeFile => mergeCompose(base, { services: { web } } as unknown as ComposeFile);
    expect(findSchemaFaults(withWeb({ mem_limitt: '1g' }))).toEqual(['services.web: Unrecognized key: "mem_limitt"']);
    expect(findSchemaFaults(withWeb({ healthcheck: { intervall: '5s' } }))).toHaveLength(1);
    expect(findSchemaFaults(withWeb({ user: {} }))).toHaveLength(1);
    expect(findSchemaFaults(withWeb({ depends_on: { postgres: { condition: 'healthy' } } }))).toHaveLength(1);
    expect(findSchemaFaults({ ...base, servicess: {} } as ComposeFile)).toHaveLength(1);
    expect(findUndeclared(withWeb({ volumes: ['nowhere:/data'], networks: ['inside'] }))).toEqual([
      'inside',
      'nowhere',
    ]);
  });
});

describe('a variable of a Compose file', () => {
  const settings = read('.env.example');
  const isSetting = (name: string): boolean => new RegExp(`^# ?${name}=`, 'm').test(settings);
  const pages = ['docker', 'install', 'coolify'].map((name) => read(`docs/operate/${name}.md`)).join('\n');

  test('is a setting of the program, or a page says what it is for', () => {
    const files = ['compose.yaml', ...parts].map(read).join('\n');
    const strange = listVariables(files).filter((name) => !isSetting(name) && !new RegExp(`\\b${name}\\b`).test(pages));
    expect([...new Set(strange)]).toEqual([]);
  });

  test('which the program gets is one that it knows', () => {
    for (const [path, { services }] of projects)
      for (const name of ['web', 'worker'])
        for (const setting of Object.keys(services[name]?.environment ?? {}))
          expect(isSetting(setting), `${path}: ${setting}`).toBe(true);
  });
});

describe('a command with containers', () => {
  const listFiles = (folder: string, ending: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(ending) && !name.includes('decisions'))
      .map((name) => `${folder}/${name}`);
  const sources = listFiles('server/src/app/commands', '.ts').map(read).join('\n');
  const known = {
    services: Object.keys(base.services),
    hasFile: (path: string) => existsSync(join(root, path)),
    commands: [...sources.matchAll(/\.command\('([\w-]+)/g)].map(([, name]) => name!),
  };

  test('on a page names services, programs and options that there are', () => {
    const pages = listFiles('docs', '.md').filter((path) => !path.includes('node_modules'));
    const faults = pages.flatMap((path) => findCommandFaults(read(path), known).map((fault) => `${path}: ${fault}`));
    expect(faults).toEqual([]);
    expect(pages.filter((path) => read(path).includes('docker compose exec')).length).toBeGreaterThan(2);
  });

  test('with another service, file, command or option is found', () => {
    const program = 'worker node server/src/overture.ts';
    expect(findCommandFaults(`docker compose exec ${program} backup /data/`, known)).toEqual([]);
    expect(findCommandFaults('docker compose exec app node server/src/overture.ts doctor', known)).toEqual([
      'exec app',
    ]);
    expect(findCommandFaults('docker compose exec worker node server/overture.ts doctor', known)).toHaveLength(1);
    expect(findCommandFaults(`docker compose run --rm ${program} backupp`, known)).toEqual(['overture backupp']);
    expect(findCommandFaults(`docker compose run --remove ${program} backup`, known)).toEqual(['run --remove']);
    expect(findCommandFaults('`docker compose logs -f --tail 100 web workers`', known)).toEqual(['logs workers']);
  });
});

/** Coolify and one container: what the pages name is what compose.yaml, the program and the image have. */
describe('a page about containers', () => {
  test('of Coolify sets settings that compose.yaml or the program reads', () => {
    const names = [...read('docs/operate/coolify.md').matchAll(/^ +\| `([A-Z_]+)` \|/gm)].map(([, name]) => name!);
    const settings = read('.env.example');
    const known = [
      ...listVariables(read('compose.yaml')),
      ...[...settings.matchAll(/^# ?([A-Z_]+)=/gm)].map((m) => m[1]!),
    ];
    expect(names.length).toBeGreaterThan(4);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('of one container mounts the volumes of the image, and takes what compose.yaml takes away', () => {
    const command = read('docs/operate/docker.md').match(/docker run -d[\s\S]+? IMAGE\n/)?.[0] ?? '';
    const mounts = [...command.matchAll(/-v [\w-]+:(\S+)/g)].map((match) => match[1]!);
    const volumes = JSON.parse(/^VOLUME (\[.+\])$/m.exec(read('Dockerfile'))?.[1] ?? '[]') as string[];
    expect(mounts).toEqual(volumes);
    for (const words of ['--read-only', '--tmpfs /tmp', '--cap-drop ALL', '--security-opt no-new-privileges'])
      expect(command).toContain(words);
    expect(command).toContain(`-p 127.0.0.1:3000:${/PORT=(\d+)/.exec(read('Dockerfile'))?.[1]}`);
  });
});
