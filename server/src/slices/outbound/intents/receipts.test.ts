import { expect, test } from 'vitest';
import type { Receipt } from '../../action-kinds/index.ts';
import { classifyError } from '../dispatch/provider-call.service.ts';
import { makeReceipt } from './outbound.rules.ts';

const hostile = `a\0${'😀'.charAt(0)}`.padEnd(1_000_000, 'x');
const stored = `a\ufffd${'x'.repeat(498)}`;
const IDS = ['provider_ref', 'chat_id', 'provider_id'] as const satisfies readonly (keyof Receipt)[];

test.each(IDS)('%s of a receipt can be stored and searched, for any provider response', (field) => {
  expect(makeReceipt({ [field]: hostile })).toMatchObject({ [field]: stored });
  expect(makeReceipt({ [field]: null })[field]).toBeNull();
});

test('so can the reason of a call that failed without one', () => {
  const { failure } = classifyError(new Error(hostile), true);
  expect(failure).toMatchObject({ kind: 'unknown_outcome', code: null });
  expect(failure.reason).toBe(`a\ufffd${'x'.repeat(998)}`);
});
