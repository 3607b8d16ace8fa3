import type { APIRequestContext } from '@playwright/test';
import { sandboxUrl } from '../../../e2e/support/person.ts';
import { makePerson, SMALL_WORLD, type ToolPerson } from '../../../sandbox/src/outreach-tools/tool-people.ts';

/** What is left of the campaign of three emails for a person who is at this place at Instantly. */
const STEPS_LEFT: Partial<Record<ToolPerson['progress'], readonly number[]>> = {
  new: [1, 2, 3],
  first_step: [2, 3],
  second_step: [3],
};

/** The campaign that continues. */
export const CAMPAIGN = 'Outreach 1';

const people = Array.from({ length: SMALL_WORLD.leads }, (_, index) => makePerson(index, SMALL_WORLD));

/** Steps that people still get, by address: of the first campaign alone. */
export const expectedSteps: ReadonlyMap<string, readonly number[]> = new Map(
  people.flatMap(({ campaign, email, progress }) => {
    const steps = campaign === 0 ? STEPS_LEFT[progress] : undefined;
    return steps ? [[email, steps] as const] : [];
  }),
);

/** Words of each step: subjects of replies repeat that of the first. */
const WORDS = [/How does/, /Any thoughts/, /close your file|I stop here/];

interface LedgerMail {
  to: string;
  step: number;
  text: string;
}

/**
 * What the mail server beside an installation accepted for people of Instantly, the oldest first. A mailbox that moved stays at the server
 * beside the first one, or is found at that of the second: by the ports that were free.
 */
export async function listOutreach(request: APIRequestContext): Promise<LedgerMail[]> {
  const address = await sandboxUrl(request);
  const answer = await request.get(`${address}/api/mails?q=${encodeURIComponent('@company-')}&limit=1000`);
  const { mails } = (await answer.json()) as { mails: { to: string[]; text: string; is_system: boolean }[] };
  return mails
    .filter(({ is_system }) => !is_system)
    .map(({ to, text }) => ({ to: to[0] ?? '', step: WORDS.findIndex((words) => words.test(text)) + 1, text }))
    .reverse();
}

/** Steps by address, in the order in which they were sent. */
export function toSteps(mails: readonly LedgerMail[]): Map<string, number[]> {
  const steps = new Map<string, number[]>();
  for (const { to, step } of mails) steps.set(to, [...(steps.get(to) ?? []), step]);
  return steps;
}

/** What no ledger may show: a step twice, out of its order, or for a person who has none left. */
export function findFaults(mails: readonly LedgerMail[]): string[] {
  return [...toSteps(mails)].flatMap(([to, steps]) => {
    const expected = expectedSteps.get(to) ?? [];
    const isBeginning = steps.every((step, index) => step === expected[index]);
    return isBeginning ? [] : [`${to}: ${steps.join(', ')}, and not ${expected.join(', ')}`];
  });
}
