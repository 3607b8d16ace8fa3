import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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
