import { expect, test, vi } from 'vitest';
import { z as schemaFreeZ } from './schema-free.ts';

// The bundle puts the stand-in where the contract asks for zod; this does the same and compares.
test('without schemas the contract still names every call the same', async () => {
  const full = (await import('@overture/contract')).api as Record<string, { method: string; path: string }>;
  vi.resetModules();
  vi.doMock('zod', () => ({ z: schemaFreeZ }));
  const light = (await import('@overture/contract')).api as Record<string, { method: string; path: string }>;
  vi.doUnmock('zod');
  const routes = (api: typeof full) =>
    Object.fromEntries(Object.entries(api).map(([name, { method, path }]) => [name, `${method} ${path}`]));
  expect(Object.keys(full).length).toBeGreaterThan(10);
  expect(routes(light)).toEqual(routes(full));
});
