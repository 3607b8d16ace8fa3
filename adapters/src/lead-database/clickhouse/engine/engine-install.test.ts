import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ENGINE_PACKAGE } from '../clickhouse.manifest.ts';
import { plainEnvironment } from './engine-install.api.ts';

interface Lockfile {
  packages: Record<string, { version?: string; integrity?: string }>;
}

describe('the engine that is fetched', () => {
  const lock = JSON.parse(
    readFileSync(new URL('./engine-package/package-lock.json', import.meta.url), 'utf8'),
  ) as Lockfile;

  test('is the one of the manifest, and every package of it has its bytes pinned', () => {
    expect(lock.packages[`node_modules/${ENGINE_PACKAGE.name}`]?.version).toBe(ENGINE_PACKAGE.version);
    const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
    expect(packages.length).toBeGreaterThan(3);
    for (const [path, { integrity }] of packages)
      expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-/)]);
    expect(Object.keys(lock.packages)).toContain('node_modules/@chdb/lib-linux-x64-gnu');
  });

  test('gets no secret of ours', () => {
    const given = {
      PATH: '/bin',
      HOME: '/root',
      SECRET_KEY: 'x',
      DATABASE_URL: 'x',
      OPENAI_API_KEY: 'x',
      SMTP_URL: 'x',
      https_proxy: 'p',
    };
    expect(plainEnvironment(given)).toEqual({ PATH: '/bin', HOME: '/root', https_proxy: 'p' });
  });
});
