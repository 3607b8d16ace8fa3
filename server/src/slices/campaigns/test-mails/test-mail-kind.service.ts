import { TEST_MAIL_LIMITS } from '@overture/domain/limits';
import type { SystemContext } from '../../../kernel/context.ts';
import type { OutboundKind, Verdict } from '../../action-kinds/index.ts';
import { forgetTexts } from '../../sent-actions/index.ts';
import { type DueTestMail, deleteOldTestMails, listDueTestMails } from './test-mails.store.ts';

export const TEST_MAIL = 'test_mail';

/** After this time the user no longer expects the mail: one that arrives tomorrow would only surprise. */
const LATE_AFTER_IN_MINUTES = 15;

/** Mails users send to themselves: `ref_id` is the test, `ref_part` the recipient. A held mail reports the reason and is not retried. */
export const testMailKind: OutboundKind = {
  name: TEST_MAIL,
  is_paced: false,
  is_test: true,
  has_stable_message_id: false,
  returns_when_held: true,
  async check(tx, intents) {
    const ids = [...new Set(intents.map(({ ref_id }) => ref_id))];
    const tests = new Map((await listDueTestMails(tx, ids, LATE_AFTER_IN_MINUTES)).map((test) => [test.id, test]));
    return new Map(intents.map(({ id, ref_id, ref_part }) => [id, decideTest(tests.get(ref_id), ref_part)]));
  },
  // Its state is the intent's own: nothing else follows from a test.
  async settled() {},
};

function decideTest(test: DueTestMail | undefined, recipient: number): Verdict {
  const address = test?.recipients[recipient];
  if (!test || address === undefined) return { verdict: 'cancel', reason: 'The campaign or the lead was deleted.' };
  if (test.is_late) return { verdict: 'cancel', reason: 'It waited too long. Please send it again.' };
  const letter = { ...test.letter, to: { ...test.letter.to, address } };
  return { verdict: 'go', letter, zone: test.zone, budgets: [] };
}

const AT_ONCE = 1000;

/** Results of tests are kept for a week. */
export async function pruneTestMails(ctx: SystemContext): Promise<void> {
  const { kept_in_days } = TEST_MAIL_LIMITS;
  await ctx.systemTransaction(async (tx) => {
    await deleteOldTestMails(tx, kept_in_days, AT_ONCE);
    await forgetTexts(tx, TEST_MAIL, kept_in_days, AT_ONCE);
  });
}
