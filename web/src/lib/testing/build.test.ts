import { expect, test } from 'vitest';
import { z } from 'zod';
import { build, check } from './build.ts';

const lead = z.object({
  id: z.number().int(),
  email: z.email(),
  status: z.enum(['active', 'done']),
  seen_at: z.iso.datetime(),
  note: z.string().nullable(),
  nick: z.string().optional(),
  days: z.array(z.number()).min(1),
  step: z.union([z.object({ kind: z.literal('mail'), subject: z.string() }), z.object({ kind: z.literal('call') })]),
});

test('required fields are filled in, optional ones are left out, and the named ones are kept', () => {
  expect(build(z.object({ leads: z.array(lead) }), { leads: [{ id: 7, step: { kind: 'call' } }] })).toEqual({
    leads: [
      {
        id: 7,
        email: 'ada@acme.example',
        status: 'active',
        seen_at: '2026-03-09T10:00:00.000Z',
        note: null,
        days: [0],
        step: { kind: 'call' },
      },
    ],
  });
});

test.each([
  ['a renamed field', { id: 1, mail: 'ada@acme.example' }, /mail, which the contract doesn't know/],
  ['a field of the other form', { id: 1, step: { kind: 'call', subject: 'Hi' } }, /step/],
  ['another type', { id: 'x' }, /id/],
  ['an unknown value', { id: 1, status: 'paused' }, /status/],
])('%s is refused', (_, part, problem) => {
  expect(() => build(lead, part as object)).toThrow(problem);
});

test('a whole answer lacks nothing', () => {
  expect(() => check(lead, { id: 1 }, 'The answer')).toThrow(/email/);
});
