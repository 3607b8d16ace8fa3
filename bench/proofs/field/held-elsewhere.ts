import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, type FieldCheck } from './field-check.ts';

/** Cases whose whole path has a test of its own beside the slice; here only that it is there. */
const TESTS = [
  [
    'C01',
    'server/src/slices/integrations/sync/sync.test.ts',
    'customers are held and opted-out contacts suppressed, under each address of the record',
  ],
  [
    'C02',
    'server/src/slices/integrations/integrations.test.ts',
    'a bad value of one lead is reported and stops no other lead',
  ],
  [
    'O02',
    'server/src/slices/mailbox-connections/tokens.test.ts',
    'are refreshed once across processes, and a rotated token is stored first',
  ],
] as const;

export function checkHeldElsewhere(): FieldCheck[] {
  return TESTS.map(([case_id, path, title]) => {
    const text = readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');
    return compare({ case_id, input: path }, { test: title }, { test: text.includes(title) ? title : null });
  });
}
