import { isProviderError, ProviderError } from '@overture/adapters/kit/errors';
import type { SystemContext, SystemTransactionContext } from '../../kernel/context.ts';
import { isFormerDatabase } from '../../kernel/db/replica/known-database.ts';
import type { Brand } from './brand.service.ts';
import { type BrandedMail, sendBrandedMail } from './brand-mail.service.ts';

const FORMER = 'A former database server answers.';

/** A mail of which a row is kept before it leaves, held by one worker. */
export interface MailClaim {
  /** From here on the mail may have left. False if another worker holds the row by now: then it must not be sent. */
  begin(tx: SystemTransactionContext): Promise<boolean>;
  /** It left. */
  end(): Promise<void>;
  /** It did not leave for sure and will not. */
  refuse(reason: string): Promise<void>;
  /** It did not leave for sure and may be tried again. */
  giveBack(): Promise<void>;
}

/**
 * Sends a mail at most once. Its row is marked as begun right before the mail server may own the mail (docs/decisions/0231): a worker that
 * dies before leaves it to the next one, one that dies after leaves a doubt, and no second mail. @throws what sending threw
 */
export async function sendMailOnce(
  ctx: Parameters<typeof sendBrandedMail>[0] & Pick<SystemContext, 'systemTransaction'>,
  brand: Brand,
  mail: Omit<BrandedMail, 'before_handover'>,
  claim: MailClaim,
): Promise<void> {
  try {
    await sendBrandedMail(ctx, brand, {
      ...mail,
      before_handover: async () => {
        const isOurs = await ctx.systemTransaction(async (tx) => {
          // Two servers may answer: what a former primary stores is lost, and the mail would leave again from the other one.
          if (await isFormerDatabase(tx)) throw new ProviderError('unavailable', FORMER, { concerns: 'service' });
          return claim.begin(tx);
        });
        if (!isOurs) throw new Error('Another worker has taken this mail over.');
      },
    });
  } catch (error) {
    // Whether it left is not known of every error: such a mail is not sent again.
    if (isProviderError(error, 'rejected')) await claim.refuse(error.reason);
    if (isProviderError(error, 'unavailable') || isProviderError(error, 'rate_limited')) await claim.giveBack();
    throw error;
  }
  await claim.end();
}
