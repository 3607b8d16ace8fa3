import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { isReadByModel, updateReadByModel } from './answer-reading.store.ts';

export async function getAnswerReading(ctx: Pick<SessionContext, 'read'>): Promise<{ read_by_model: boolean }> {
  return ctx.read(async (tx) => ({ read_by_model: await isReadByModel(tx) }));
}

/** From its commit on: every process asks the database before it shows an answer to the model (`chats/class-reading`). */
export async function setAnswerReading(
  ctx: Pick<SessionContext, 'transaction'>,
  isRead: boolean,
): Promise<{ read_by_model: boolean }> {
  await ctx.transaction(async (tx) => {
    if (!(await updateReadByModel(tx, isRead))) return;
    await recordSecurityEvent(tx, {
      event: 'setting_changed',
      subject: { kind: 'setting', label: isRead ? 'AI may read replies' : 'AI may not read replies' },
    });
  });
  return { read_by_model: isRead };
}
