import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VENDOR_SETTINGS } from '../../adapters/src/vendor-settings.ts';
import { listPaths } from './source-files.ts';
import { findVendorViolations } from './vendor-law.ts';

const paths = listPaths(join(import.meta.dirname, '../..'));

test('every vendor has the same files', () => expect(findVendorViolations(paths)).toEqual([]));

test('it reads the tree', () => {
  expect(paths.filter((path) => /^adapters\/src\/.*\.manifest\.ts$/.test(path)).length).toBeGreaterThan(10);
});

const search = 'adapters/src/sources/search';
const vendor = [`${search}/acme/acme.manifest.ts`, `${search}/acme/acme.adapter.ts`];
test.each([
  ['a whole vendor', [...vendor, `${search}/acme/acme.api.ts`, `${search}/acme/pages.transform.ts`], []],
  ['one without a manifest', vendor.slice(1), [`${search}/acme lacks acme.manifest.ts`]],
  ['one without an adapter', vendor.slice(0, 1), [`${search}/acme lacks acme.adapter.ts`]],
  [
    'a file of another kind',
    [...vendor, `${search}/acme/helpers.ts`],
    [`${search}/acme/helpers.ts is no part of a vendor`],
  ],
  [
    'a second adapter',
    [...vendor, `${search}/acme/x.adapter.ts`],
    [`${search}/acme/x.adapter.ts is no part of a vendor`],
  ],
  [
    'a vendor that lies flat',
    [`${search}/acme.adapter.ts`, `${search}/acme.manifest.ts`],
    [
      `${search} lacks search.manifest.ts`,
      `${search} lacks search.adapter.ts`,
      `${search}/acme.adapter.ts is no part of a vendor`,
      `${search}/acme.manifest.ts is no part of a vendor`,
    ],
  ],
  [
    'a vendor beside its port',
    ['adapters/src/dns/dns.port.ts', 'adapters/src/dns/acme.adapter.ts'],
    ['adapters/src/dns/acme.adapter.ts belongs into a folder of its vendor'],
  ],
])('%s', (_what, given, found) => expect(findVendorViolations(given)).toEqual(found));

test('no two vendors share a setting', () => {
  const names = VENDOR_SETTINGS.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});
