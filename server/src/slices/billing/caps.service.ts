import type { ReadContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { listBindingCaps, listCaps, sumMonth } from './caps.store.ts';
import { getBalance } from './credits.store.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;

/**
 * Refuses work that takes a person or the organization above its cap. A reservation is checked after it was inserted and the balance debited: the
 * debit locks the organization, so a second one in parallel waits and counts the first.
 * @param reserved what of it is inserted already
 * @throws credit_cap_reached naming cap, use and who may raise it
 */
export async function requireBelowCaps(
  tx: Reader,
  userId: number | null,
  { needed, reserved }: { needed: number; reserved: number },
): Promise<void> {
  const caps = (await listBindingCaps(tx, userId)).map((one) => ({ ...one, used: one.used - reserved }));
  const exceeded = caps.find(({ cap, used }) => used + needed > cap);
  if (exceeded === undefined) return;
  const isOwn = exceeded.user_id !== null;
  throw new ApiError('credit_cap_reached', {
    whose: isOwn ? 'Your' : "Your organization's",
    cap: exceeded.cap.toLocaleString('en'),
    used: exceeded.used.toLocaleString('en'),
    needed: needed.toLocaleString('en'),
    who: isOwn ? 'An organization admin' : 'The provider of your account',
  });
}

interface MonthlyUse {
  cap: number | null;
  used: number;
}

/** Caps and what was used or reserved this month, of each person and of the organization as a whole. */
export async function loadMonthlyUse(
  tx: Reader,
): Promise<{ ofPerson: (userId: number) => MonthlyUse; organization: MonthlyUse }> {
  const caps = await listCaps(tx);
  const used = await sumMonth(tx);
  const capOf = (id: number | null) => caps.find(({ user_id }) => user_id === id)?.cap ?? null;
  const total = [...used.values()].reduce((sum, credits) => sum + credits, 0);
  return {
    ofPerson: (id) => ({ cap: capOf(id), used: used.get(id) ?? 0 }),
    organization: { cap: capOf(null), used: total },
  };
}

/** What work of a person, or of none, can use now: the balance, as far as the caps of the person and the organization let it. */
export async function getSpendable(
  tx: Reader,
  userId: number | null = null,
): Promise<{ credits: number; is_capped: boolean }> {
  const balance = await getBalance(tx);
  const left = (await listBindingCaps(tx, userId)).map(({ cap, used }) => Math.max(0, cap - used));
  const credits = Math.min(balance, ...left);
  return { credits, is_capped: credits < balance };
}
