import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { proveApiAmbiguity } from '../../../../../bench/proofs/api-ambiguity.ts';
import { proveClocks } from '../../../../../bench/proofs/clocks.ts';
import { isAnswerKillClean, proveAnswerKill } from '../../../../../bench/proofs/kills/answer-kill.ts';
import { proveKillMatrix } from '../../../../../bench/proofs/kills/kill-matrix.ts';
import { provePublishKill } from '../../../../../bench/proofs/kills/publish-kill.ts';
import { proveStampede } from '../../../../../bench/proofs/races/limit-stampede.ts';
import { proveReplyRace } from '../../../../../bench/proofs/races/reply-race.ts';
import { isTouchLockProven, proveTouchLock } from '../../../../../bench/proofs/races/touch-lock.ts';
import { proveRestore } from '../../../../../bench/proofs/restore-drill.ts';
import { proveAmbiguity } from '../../../../../bench/proofs/smtp-ambiguity.ts';
import {
  isClean,
  type ProofWorld,
  startProofWorld,
  type WorldOptions,
} from '../../../../../bench/proofs/world/proof-world.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';

/** Small versions of the proofs in bench/proofs; each has a database of its own and a real mail server. */
async function inProofWorld<T>(
  answerTimeoutInMs: number,
  prove: (world: ProofWorld) => Promise<T>,
  options: Pick<WorldOptions, 'has_mail_apis'> = {},
): Promise<T> {
  const database = await createTestDatabase();
  const world = await startProofWorld({
    connectionString: database.connectionString,
    answer_timeout_in_ms: answerTimeoutInMs,
    ...options,
  });
  try {
    return await prove(world);
  } finally {
    await world.close();
    await database.drop();
  }
}

/** Long enough for any machine: without lost responses, a slow one must not look like it. */
const PATIENT_IN_MS = 30_000;
/** Only for tests with lost responses; a slow response is one more unconfirmed action, which the proof settles too. */
const HASTY_IN_MS = 600;

describe('outward actions', { timeout: 240_000 }, () => {
  /** One after the other in one world, each from an idle state: a worker dies at the point its case is about. */
  describe('workers killed at eleven places', () => {
    let database: TestDatabase;
    let world: ProofWorld;
    beforeAll(async () => {
      database = await createTestDatabase();
      const { connectionString } = database;
      world = await startProofWorld({ connectionString, answer_timeout_in_ms: PATIENT_IN_MS, has_linkedin: true });
    });
    afterAll(async () => {
      await world?.close();
      await database?.drop();
    });

    test('mails: nothing twice, nothing lost, doubts parked', async () => {
      const places = ['after_plan_commit', 'after_dispatch_commit', 'during_call', 'before_settle_commit'] as const;
      const size = { senders: 2, leads_per_sender: 12, workers: 2 };
      const { kills, by_point, verdict } = await proveKillMatrix(world, { kills: places.length, places, ...size });
      expect(kills).toBeGreaterThanOrEqual(places.length);
      expect(Object.keys(by_point).toSorted()).toEqual(places.toSorted());
      expect(verdict).toMatchObject({ duplicates: [], lost: [], unaccounted: [], stuck: 0, unknown: 0 });
      expect(verdict.confirmed).toBeGreaterThan(25);
    });

    test('the same on LinkedIn, which does things and says that it did not', async () => {
      const places = ['before_plan_commit', 'after_call', 'after_settle_commit'] as const;
      const size = { senders: 2, leads_per_sender: 7, workers: 2 };
      const options = { kills: places.length, places, channel: 'linkedin', ...size } as const;
      const { kills, by_point, verdict } = await proveKillMatrix(world, options);
      expect(kills).toBeGreaterThanOrEqual(places.length);
      expect(Object.keys(by_point).toSorted()).toEqual(places.toSorted());
      expect(verdict).toMatchObject({ duplicates: [], lost: [], unaccounted: [], stuck: 0, unknown: 0 });
      expect(verdict).toMatchObject({ visible: verdict.parked });
      expect(verdict.confirmed).toBeGreaterThan(15);
    });

    test('answers by WhatsApp, Instagram and Messenger: none twice, none lost', async () => {
      const places = ['before_dispatch_commit', 'after_call'] as const;
      const size = { conversations: 3, workers: 1 };
      const verdict = await proveAnswerKill(world, { kills: places.length, places, ...size });
      expect(Object.keys(verdict.by_point).toSorted()).toEqual(places.toSorted());
      expect(isAnswerKillClean(verdict), JSON.stringify(verdict)).toBe(true);
      expect(verdict.sent).toBeGreaterThan(5);
    });

    test('due working copies: each published once and completely, or reported once', async () => {
      const verdict = await provePublishKill(world, { kills: 2, campaigns: 1, workers: 1, likelihood: 1 });
      expect(verdict).toMatchObject({ wrong: [], wrong_mails: [], kills: 2 });
      expect(verdict.published).toBeGreaterThan(0);
    });
  });

  test('answers lost after the dot: nothing is sent again without proof', async () => {
    const { verdict, with_sent_folder } = await inProofWorld(HASTY_IN_MS, (world) => proveAmbiguity(world, 40));
    expect(isClean(verdict)).toBe(true);
    expect(verdict.parked).toBeGreaterThan(5);
    expect(with_sent_folder.settled).toBe(with_sent_folder.ambiguous);
  });

  test.each(inject('is_proving') ? (['GOOGLE', 'MICROSOFT'] as const) : (['GOOGLE'] as const))(
    '%s sends and does not say so: nothing is sent twice',
    async (type) => {
      const size = { mails: 20, kills: 0 };
      const proof = await inProofWorld(HASTY_IN_MS, (world) => proveApiAmbiguity(world, type, size), {
        has_mail_apis: true,
      });
      expect(isClean(proof.verdict)).toBe(true);
      expect(proof.settled_by_evidence).toBeGreaterThan(3);
    },
  );

  test('replies around the moment a mail is due: no dispatch begins after the commit', async () => {
    const result = await inProofWorld(PATIENT_IN_MS, (world) =>
      proveReplyRace(world, { replies: 60, around_in_ms: 500 }),
    );
    expect(result).toMatchObject({ violations: 0, statuses: { REPLIED: 60 } });
  });

  test('answers from elsewhere around that moment: no dispatch begins after the commit either', async () => {
    const result = await inProofWorld(PATIENT_IN_MS, (world) =>
      proveReplyRace(world, { replies: 60, around_in_ms: 500, from_elsewhere: true }),
    );
    expect(result).toMatchObject({ replies: 60, violations: 0 });
    expect(result.dispatched_before_the_reply).toBeLessThan(60);
  });

  test('many loops, small limits: never over a cap, and the day is used', async () => {
    const result = await inProofWorld(PATIENT_IN_MS, (world) => proveStampede(world, { loops: 4, senders: 3 }));
    expect(result.over_any_cap).toBe(0);
    expect(result.used).toBeGreaterThanOrEqual(0.98);
    expect(result.sent).toBe(result.in_ledger);
  });

  test('two campaigns with the same people contact each person exactly once, also when workers are killed', async () => {
    const size = { workers: 4, people: 40, killed_people: 10, kills: 2 };
    const result = await inProofWorld(PATIENT_IN_MS, (world) => proveTouchLock(world, size));
    expect(isTouchLockProven(result), JSON.stringify(result)).toBe(true);
    expect(result.own.waiting).toBe(40);
    expect(result.shared.waiting).toBe(40);
  });

  test('a backup put back: nothing leaves until a person confirms, and nothing leaves twice', async () => {
    const result = await inProofWorld(PATIENT_IN_MS, (world) => proveRestore(world, 20));
    expect(result).toMatchObject({ state: 'held', is_shown: true, sent_while_held: 0, resent: 0 });
    expect(result.sent_after_backup).toBeGreaterThan(0);
  });
});

test('clocks change: nothing outside a window, one budget for every local day', () => {
  const changes = ['2026-03-26', '2026-10-22'].map((day) => new Date(`${day}T00:00:00Z`));
  for (const from of changes) {
    const report = proveClocks(['Europe/Amsterdam', 'Australia/Lord_Howe', 'America/Havana'], from, 12);
    expect(report.days).toBeGreaterThan(35);
    expect(report).toMatchObject({ outside: 0, missed: 0, days_without_budget: 0, days_with_two: 0 });
  }
});
