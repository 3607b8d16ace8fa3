import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { TransactionContext } from '../../kernel/context.ts';
import { useTestServer } from '../../testing/harness.ts';
import { grantCredits, releaseCredits, reserveCredits, settleCredits } from './index.ts';

const server = useTestServer();

async function openLedger() {
  const { organization_id: id } = await server.signUp();
  const ctx = server.program.system.forOrganization(id);
  const inside = <Result>(work: (tx: TransactionContext) => Promise<Result>): Promise<Result> => ctx.transaction(work);
  const read = async () => {
    const { rows } = await server.program.system.systemTransaction(({ db }) =>
      sql<{ balance: number; ledger: number }>`select email_credits as balance,
        (select sum(change)::int from credit_entries where organization_id = ${id}) as ledger
        from organizations where organization_id = ${id}`.execute(db),
    );
    expect(rows[0]!.ledger).toBe(rows[0]!.balance);
    return rows[0]!.balance;
  };
  return { id, inside, read };
}

describe('the ledger', () => {
  test('begins with the credits of the trial and moves with every call', async () => {
    const { inside, read } = await openLedger();
    expect(await read()).toBe(100);
    await inside((tx) => grantCredits(tx, { amount: 50, purpose: 'Gift', key: 'gift' }));
    expect(await read()).toBe(150);
    const id = await inside((tx) => reserveCredits(tx, { amount: 30, purpose: 'Work', kind: 'research', key: 'work' }));
    expect(await read()).toBe(120);
    expect(
      await inside((tx) =>
        settleCredits(tx, id!, [
          { key: 'a', credits: 10 },
          { key: 'none', credits: 0 },
        ]),
      ),
    ).toBe(10);
    expect(await read()).toBe(120);
    expect(await inside((tx) => releaseCredits(tx, id!, [{ key: 'b', credits: 20 }]))).toBe(20);
    expect(await read()).toBe(140);
    expect(
      await inside((tx) => reserveCredits(tx, { kind: 'research', amount: 0, purpose: 'Nothing', key: 'free' })),
    ).toBeNull();
  });

  test('runs parallel calls of one key once', async () => {
    const { inside, read } = await openLedger();
    const times = Array.from({ length: 8 });
    const ids = await Promise.all(
      times.map(() =>
        inside((tx) => reserveCredits(tx, { amount: 40, purpose: 'Work', kind: 'research', key: 'same' })),
      ),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await read()).toBe(60);
    const spent = await Promise.all(
      times.map(() => inside((tx) => settleCredits(tx, ids[0]!, [{ key: 'cell', credits: 15 }]))),
    );
    expect(spent.sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 15]);
    await Promise.all(times.map(() => inside((tx) => releaseCredits(tx, ids[0]!, [{ key: 'rest', credits: 25 }]))));
    await Promise.all(times.map(() => inside((tx) => grantCredits(tx, { amount: 7, purpose: 'Gift', key: 'gift' }))));
    expect(await read()).toBe(92);
  });

  test('never falls below zero under parallel reservations', async () => {
    const { inside, read } = await openLedger();
    const results = await Promise.allSettled(
      Array.from({ length: 16 }, (_, n) =>
        inside((tx) => reserveCredits(tx, { amount: 30, purpose: 'Work', kind: 'research', key: `work ${n}` })),
      ),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.length).toBe(13);
    expect(new Set(refused.map((result) => result.reason.message))).toEqual(
      new Set(['You have 10 credits, but this needs 30.']),
    );
    expect(await read()).toBe(10);
  });

  test('gives back and spends no more than was reserved', async () => {
    const { inside, read } = await openLedger();
    const id = await inside((tx) => reserveCredits(tx, { amount: 10, purpose: 'Work', kind: 'research', key: 'work' }));
    await inside((tx) => settleCredits(tx, id!, [{ key: 'a', credits: 6 }]));
    await expect(inside((tx) => releaseCredits(tx, id!, [{ key: 'b', credits: 5 }]))).rejects.toThrow(
      /check constraint/,
    );
    expect(await read()).toBe(90);
  });

  test('is only ever added to, and each organization touches its own', async () => {
    const [mine, other] = [await openLedger(), await openLedger()];
    for (const change of [sql`update credit_entries set credits = 1`, sql`delete from credit_entries`]) {
      await expect(mine.inside(({ db }) => change.execute(db))).rejects.toThrow(/permission denied/);
    }
    const id = await other.inside((tx) =>
      reserveCredits(tx, { amount: 10, purpose: 'Work', kind: 'research', key: 'work' }),
    );
    expect(await mine.inside((tx) => releaseCredits(tx, id!, [{ key: 'theft', credits: 10 }]))).toBe(0);
    expect([await mine.read(), await other.read()]).toEqual([100, 90]);
  });
});
