import { isProviderError } from '@overture/adapters/kit/errors';
import { isMalformedAnswer } from '@overture/adapters/llm/llm.port';
import { isSureClass } from '@overture/domain/inbound/reply-classes';
import { z } from 'zod';
import { loadNow } from '../../../kernel/clock.ts';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { recordLeft } from '../../lead-endings/index.ts';
import { findProspects } from '../../prospects/index.ts';
import { lockChat } from '../chats.store.ts';
import { saysLeft, storeClass, wantsOut, withReferral } from '../classes/classes.service.ts';
import type { IncomingClass } from '../classes/classes.store.ts';
import { parseNamedDay } from '../classes/return-date.rules.ts';
import { recordWish } from '../wishes/wishes.service.ts';
import * as store from './class-reading.store.ts';
import { CLASS_RULES, classPrompt, classSchema, givesOrders, judgeClass } from './model-class.rules.ts';

/** Task that has the model read a message of which the rules are not sure. */
export const classTask = 'message-class';

/** Of one organization within a day: each costs the operator money and the user nothing. What is over stays with the rules. */
const PER_DAY = 1_000;
const TIME_LIMIT_IN_MS = 20_000;

const payloadSchema = z.object({ message_id: z.number().int() });

/**
 * Queues a stored message for the model if the rules are not sure of it. Forged mail is never classified: nothing may follow
 * from it.
 */
export function requestModelClass(
  tx: Pick<TransactionContext, 'jobs'>,
  message: { id: number; is_forged: boolean },
  found: IncomingClass | null,
): void {
  if (message.is_forged || (found !== null && isSureClass(found.confidence))) return;
  tx.jobs.add(classTask, { message_id: message.id }, { key: `${classTask}:${message.id}` });
}

/**
 * Classifies one message by the model. The result of the rules stays without a model, over the daily limit, for a text with
 * instructions to the model, if a user has set the class, or if the lead wrote again in the meantime. While the model is
 * unreachable the queue retries.
 */
export async function classifyWithModel(ctx: Context, payload: unknown): Promise<void> {
  const { message_id } = payloadSchema.parse(payload);
  const asked = await ctx.transaction(async (tx) => {
    const message = await store.findUnsure(tx, message_id);
    return message && { ...message, ours: await store.findSaidBefore(tx, message) };
  });
  if (asked === undefined || asked.message.trim() === '' || givesOrders(asked.message)) return;
  const answer = await ask(ctx, classPrompt(asked.message, asked.ours));
  const found = answer && judgeClass(answer, asked.message);
  // A guess that is no surer than that of the rules says nothing new.
  if (!found || found.confidence <= (asked.guess ?? 0)) return;
  try {
    await ctx.transaction((tx) => keep(tx, message_id, found));
  } catch (error) {
    if (!(error instanceof SupersededError)) throw error;
  }
}

/** A person or the lead was faster: what was done on the way is taken back with the transaction. */
class SupersededError extends Error {
  override readonly name = 'SupersededError';
}

async function keep(tx: TransactionContext, id: number, found: NonNullable<ReturnType<typeof judgeClass>>) {
  const message = await store.findUnsure(tx, id);
  if (message === undefined) return;
  const { prospect_id, message: text, from_email, account_email } = message;
  const given = { prospect_id, text, own: [account_email, from_email] };
  const returns_on = await parseNamedDay(found.class, text, await loadNow(tx));
  const read: IncomingClass = { ...(await withReferral(tx, given, found)), returns_on };
  // Leads before conversations: the order of locks everywhere.
  if (saysLeft(read)) {
    const [lead] = await findProspects(tx, [prospect_id]);
    await recordLeft(tx, { prospect_id, email: lead?.email ?? null });
  } else if (wantsOut(read)) await recordWish(tx, { prospect_id, from: from_email });
  await lockChat(tx, prospect_id);
  if ((await store.findUnsure(tx, id)) === undefined) throw new SupersededError('superseded');
  await storeClass(tx, { id, prospect_id }, read, 'model');
  tx.live.publish('chat_updated', { prospect_id });
}

async function ask(ctx: Context, prompt: string): Promise<z.output<typeof classSchema> | null> {
  try {
    await ctx.rate_limits.spend(classTask, String(ctx.organization.id), PER_DAY, 86_400);
    const { object } = await ctx.ports.llm.generateObject({
      system: CLASS_RULES,
      prompt,
      schema: classSchema,
      schema_name: 'message_class',
      max_output_tokens: 200,
      timeout_in_ms: TIME_LIMIT_IN_MS,
    });
    return object;
  } catch (error) {
    // Without a model, and when the day's share is used up.
    if (error instanceof ApiError && ['not_configured', 'rate_limited'].includes(error.code)) return null;
    const isFinal =
      isMalformedAnswer(error) || isProviderError(error, 'auth_expired') || isProviderError(error, 'rejected');
    if (!isFinal) throw error;
    ctx.log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'reply classification failed');
    return null;
  }
}
