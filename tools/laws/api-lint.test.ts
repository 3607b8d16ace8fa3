import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { describeOwnApi } from '../../server/src/app/api-docs/api-docs.ts';

type Document = ReturnType<typeof describeOwnApi>;

/** The recommended rules of Redocly, warnings included. Nothing is fetched. */
async function lint(document: Document): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify({ ...document, info: { ...document.info, title: 'Overture API' } });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
}

test('the API reference keeps the recommended rules', async () => {
  expect(await lint(describeOwnApi())).toEqual([]);
});

test('an ambiguous path, a wrong example and a call without a summary are found', async () => {
  const answer = (example: unknown) => ({
    200: { description: 'Done', content: { 'application/json': { schema: { type: 'integer' }, example } } },
    400: { description: 'Refused' },
  });
  const call = { operationId: 'planted', summary: 'Planted', security: [], tags: ['Leads'] };
  const paths = {
    '/things/{id}': { get: { ...call, operationId: 'one', responses: answer('seven') } },
    '/things/{name}': { get: { ...call, summary: undefined, responses: answer(7) } },
  };
  const found = (await lint({ ...describeOwnApi(), components: {}, security: [], paths })).map(
    (problem) => problem.split(':')[0],
  );
  expect(new Set(found)).toEqual(
    new Set([
      'no-ambiguous-paths',
      'no-identical-paths',
      'no-invalid-media-type-examples',
      'operation-summary',
      'path-parameters-defined',
    ]),
  );
});

/** JSON Schema has no flags: a pattern that ignores case would refuse for others what we accept. */
const findFlags = (text: string): string[] => text.match(/\.regex\(\s*\/(?:[^/\\\n]|\\.)+\/[a-z]+/g) ?? [];

test('no pattern of the contract has a flag', () => {
  const root = join(import.meta.dirname, '../../contract/src');
  const files = globSync('**/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts'));
  expect(files.flatMap((path) => findFlags(readFileSync(join(root, path), 'utf8')))).toEqual([]);
  expect(findFlags('z.string().regex(/^[a-f]+$/i).regex(/^a\\/b$/)')).toEqual(['.regex(/^[a-f]+$/i']);
});
