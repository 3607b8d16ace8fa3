import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSourceFiles } from './source-files.ts';

// Without a collector the program takes no memory and no time for traces: one file has the libraries, and it is imported on demand.
const files = readSourceFiles(join(import.meta.dirname, '../..')).filter(({ path }) => path.startsWith('server/src/'));
const findFiles = (pattern: RegExp): string[] => files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

test('one file of the server has the libraries of OpenTelemetry', () => {
  expect(findFiles(/from '@opentelemetry\//)).toEqual(['server/src/kernel/tracing/otlp-tracer.ts']);
});

test('and no other imports it before it is needed', () => {
  expect(findFiles(/from '[./\w-]*otlp-tracer\.ts'/)).toEqual([]);
  expect(findFiles(/await import\('\.\/otlp-tracer\.ts'\)/)).toEqual(['server/src/kernel/tracing/open-tracing.ts']);
});
