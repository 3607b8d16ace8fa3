import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import { expect, test } from 'vitest';

const page = readFileSync(join(import.meta.dirname, '../../docs/security/limits.md'), 'utf8');

test.each(Object.entries(TENANT_LIMITS))('docs/security/limits.md names %s with its number', (name, value) => {
  expect(page).toContain(`\`${name}\` = ${value}`);
});
