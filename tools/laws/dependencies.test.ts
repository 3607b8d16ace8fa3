import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { licenseOf, makeSbom } from '../sbom.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

interface Manifest {
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
interface Locked {
  version?: string;
  link?: boolean;
  dev?: boolean;
  license?: string;
  integrity?: string;
  resolved?: string;
  dependencies?: Record<string, string>;
}
const lock = read('package-lock.json') as { packages: Record<string, Locked> };
const workspaces = (read('package.json') as Manifest).workspaces ?? [];
const manifestOf = (folder: string): Manifest => read(join(folder, 'package.json'));

const findLoose = (manifest: Manifest): string[] =>
  [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies]
    .flatMap((list) => Object.entries(list ?? {}))
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name]) => name);

// The lockfile leaves out where npm found what its registry has.
const registry = 'https://registry.npmjs.org/';
const foreign = Object.entries(lock.packages).filter(([path, entry]) => path.includes('node_modules/') && !entry.link);

/** Licenses that may be shipped: they ask for their text to come along, no more. */
const SHIPPABLE = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  // Of libvips, which draws pictures: a library next to the program that users may replace (decision 0157).
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
];
/** Of an expression one choice must be shippable, or, joined by AND, every part. */
const isShippable = (license: string): boolean => {
  const bare = license.replaceAll(/[()]/g, '');
  if (bare.includes(' OR ')) return bare.split(' OR ').some((one) => SHIPPABLE.includes(one));
  return bare.split(' AND ').every((one) => SHIPPABLE.includes(one));
};

describe('dependencies', () => {
  test('each is named in one exact version, in every workspace', () => {
    expect(workspaces.length).toBeGreaterThan(7);
    for (const folder of ['.', ...workspaces])
      expect({ folder, loose: findLoose(manifestOf(folder)) }).toEqual({ folder, loose: [] });
    expect(
      findLoose({ dependencies: { a: '^1.0.0', b: '1.2.3', c: 'latest', d: '~1.0.0', e: 'github:a/b', f: '1.x' } }),
    ).toEqual(['a', 'c', 'd', 'e', 'f']);
  });

  test('each is pinned by its SHA-512, and none comes from elsewhere than a registry', () => {
    const unpinned = foreign.filter(
      ([, { integrity, resolved }]) =>
        !integrity?.startsWith('sha512-') || !(resolved ?? registry).startsWith(registry),
    );
    expect(unpinned.map(([path]) => path)).toEqual([]);
    expect(foreign.length).toBeGreaterThan(400);
  });

  test('every shipped one has a license that may be shipped', () => {
    const found = shipped().map(({ path }) => ({
      path,
      license: licenseOf(path, lock.packages[path] ?? {}) ?? 'none',
    }));
    expect(found.filter(({ license }) => !isShippable(license))).toEqual([]);
    expect(['GPL-3.0', 'MIT AND GPL-2.0', 'AGPL-3.0 OR SSPL-1.0', 'none', 'UNLICENSED'].map(isShippable)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(['(MPL-2.0 OR Apache-2.0)', 'MIT AND ISC'].map(isShippable)).toEqual([true, true]);
  });
});

const shipped = (): { path: string; name: string; version: string }[] =>
  makeSbom(lock)
    .components.map(({ 'bom-ref': path, name, version }) => ({ path, name, version }))
    .filter(({ path }) => path.includes('node_modules/'));

describe('the SBOM', () => {
  test('names every production dependency of what is shipped, and none of tests, tools and stand-ins', () => {
    const names = new Set(shipped().map(({ name }) => name));
    const wanted = ['server', 'adapters', 'contract', 'domain', 'web'].flatMap((folder) =>
      Object.keys(manifestOf(folder).dependencies ?? {}),
    );
    expect(wanted.filter((name) => !name.startsWith('@overture/') && !names.has(name))).toEqual([]);
    expect(wanted.length).toBeGreaterThan(50);
    for (const name of ['vitest', 'vite', '@playwright/test', 'hoodiecrow-imap', 'smtp-server', 'knip'])
      expect(names).not.toContain(name);
  });

  test('is closed: what a shipped package asks for is shipped, in the version that is installed', () => {
    const all = shipped();
    const names = new Set(all.map(({ name }) => name));
    for (const { path } of all)
      for (const name of Object.keys(lock.packages[path]?.dependencies ?? {}))
        expect(names, `${path} asks for ${name}`).toContain(name);
    const installed = all.filter(({ path }) => existsSync(join(root, path, 'package.json')));
    expect(installed.length).toBeGreaterThan(300);
    for (const { path, version } of installed)
      expect(`${path} ${read(join(path, 'package.json')).version}`).toBe(`${path} ${version}`);
  });

  test('is CycloneDX with a purl, a hash and a license each', () => {
    const sbom = makeSbom(lock);
    expect([sbom.bomFormat, sbom.specVersion]).toEqual(['CycloneDX', '1.6']);
    const refs = new Set(['overture', ...sbom.components.map((component) => component['bom-ref'])]);
    expect(refs.size).toBe(sbom.components.length + 1);
    for (const { ref, dependsOn } of sbom.dependencies)
      for (const target of [ref, ...dependsOn]) expect(refs).toContain(target);
    const react = sbom.components.find((component) => component.name === 'react');
    expect(react).toMatchObject({
      purl: `pkg:npm/react@${manifestOf('web').dependencies?.react}`,
      scope: 'required',
      licenses: [{ license: { id: 'MIT' } }],
    });
    expect(react?.hashes?.[0]).toMatchObject({ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) });
  });
});
