// @vitest-environment happy-dom
import type { StepVariants } from '@overture/contract/step-variants';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { isDisabled, press, show } from '../../../lib/testing/show.tsx';
import { VariantsDialog } from './variants-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const stored: StepVariants = {
  variants: (['a', 'b', 'c'] as const).map((variant, index) => ({
    variant,
    share: index === 0 ? 34 : 33,
    is_stopped: false,
    sent: 200,
    hits: [36, 21, 20][index]!,
  })),
  rule: null,
  verdict: {
    state: 'undecided',
    variant: 'a',
    chance_of_error: 40,
    words: 'Variant A is ahead: 36 of 200 against 21 of 200 replied; 40 % chance of error.',
  },
  winner: null,
  counts_since: null,
  version: 3,
};

const PATH = '/campaigns/7/steps/9/variants/';
function open(change: Partial<StepVariants> = {}) {
  const variants = { ...stored, ...change };
  const answers = { [`GET ${PATH}`]: { variants }, [`PUT ${PATH}`]: { variants }, [`POST ${PATH}undo/`]: { variants } };
  return show(<VariantsDialog campaignId={7} stepId={9} onClose={() => {}} />, answers, { role: 'ADMIN' });
}

const share = (name: string) => screen.findByRole('textbox', { name: `Share of ${name} in percent` });

test('says how the test goes; shares have to add up to 100 %', async () => {
  const { sent } = await open();
  expect(await screen.findByText(stored.verdict!.words)).toBeTruthy();
  expect(screen.getByText('36 of 200 replied')).toBeTruthy();
  fireEvent.change(await share('Variant A'), { target: { value: '60' } });
  expect(await screen.findByText(/Sum: 126 %. The shares have to add up to 100 %./)).toBeTruthy();
  expect(isDisabled(screen.getByRole('button', { name: 'Save' }))).toBe(true);
  fireEvent.change(await share('Variant B'), { target: { value: '30' } });
  fireEvent.change(await share('Variant C'), { target: { value: '10' } });
  await press('Save');
  await waitFor(() =>
    expect(sent(`PUT ${PATH}`)).toEqual([
      {
        shares: [
          { variant: 'a', share: 60 },
          { variant: 'b', share: 30 },
          { variant: 'c', share: 10 },
        ],
        stopped: [],
        rule: null,
        version: 3,
      },
    ]),
  );
});

test('a stopped variant leaves even shares to the others; the rule is off until it is switched on', async () => {
  const { sent } = await open();
  fireEvent.click(await screen.findByRole('switch', { name: 'Variant C runs' }));
  expect(((await share('Variant A')) as HTMLInputElement).value).toBe('50 %');
  fireEvent.click(await screen.findByRole('switch', { name: /^Choose the winner automatically/ }));
  await press('Save');
  await waitFor(() =>
    expect(sent(`PUT ${PATH}`)).toEqual([
      { shares: null, stopped: ['c'], rule: { measure: 'replies', minimum_sent: 200, confidence: 95 }, version: 3 },
    ]),
  );
});

test('nothing is left to run: said, and not saved', async () => {
  await open();
  for (const letter of ['A', 'B', 'C'])
    fireEvent.click(await screen.findByRole('switch', { name: `Variant ${letter} runs` }));
  expect(await screen.findByText('One variant has to run.')).toBeTruthy();
  expect(isDisabled(screen.getByRole('button', { name: 'Save' }))).toBe(true);
});

test('a winner is named, and taken back', async () => {
  const words = 'Variant A wins: 60 of 240 against 20 of 240 replied; 1 % chance of error.';
  const { sent } = await open({ winner: { variant: 'a', at: '2026-11-20T10:00:00Z', words }, verdict: null });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByText(/^Variant A won on .+ and gets all further leads\.$/)).toBeTruthy();
  await press('Undo');
  await waitFor(() => expect(sent(`POST ${PATH}undo/`)).toEqual([{ version: 3 }]));
});

test('a winner is kept by someone who only looked, and a loser runs again without the rule', async () => {
  const rule = { measure: 'replies' as const, minimum_sent: 200, confidence: 95 };
  const winner = { variant: 'a' as const, at: '2026-11-20T10:00:00Z', words: 'Variant A wins.' };
  const variants = stored.variants.map((one) => {
    const wins = one.variant === 'a';
    return { ...one, share: wins ? 100 : 0, is_stopped: !wins };
  });
  const { sent } = await open({ rule, winner, variants, verdict: null });
  await screen.findByText('Variant A wins.');
  await press('Save');
  expect(sent(`PUT ${PATH}`)).toEqual([]);
  fireEvent.click(await screen.findByRole('switch', { name: 'Variant B runs' }));
  await press('Save');
  await waitFor(() => expect(sent(`PUT ${PATH}`)).toEqual([{ shares: null, stopped: ['c'], rule: null, version: 3 }]));
});
