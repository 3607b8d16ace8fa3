import type { ComposedMail } from '@overture/adapters/mailbox/mailbox.port';
import type { SystemContext } from '../../../kernel/context.ts';
import { setSentCopy } from '../senders/senders.store.ts';
import type { DispatchedMail } from './dispatch.service.ts';

const MOST_WAITING = 200;
const running = new WeakSet<object>();

/**
 * Files copies of sent mails in the senders' Sent folders, where their servers do not do it themselves, and remembers
 * which of the two a mailbox does. A comfort, not a duty: copies lost with the process are lost.
 */
export async function fileCopies(
  ctx: SystemContext,
  waiting: { dispatched: DispatchedMail; mail: ComposedMail }[],
): Promise<void> {
  if (waiting.length > MOST_WAITING) waiting.splice(0, waiting.length - MOST_WAITING);
  if (running.has(waiting)) return;
  running.add(waiting);
  const known = new Map<number, string>();
  try {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { account_id, connection, sent_copy } = next.dispatched;
      const way = known.get(account_id) ?? sent_copy;
      if (way === 'kept_by_server' || way === 'no_sent_folder') continue;
      try {
        const filed = await ctx.ports.mailbox.fileSentCopy(connection, next.mail);
        known.set(account_id, filed);
        if (filed !== sent_copy) await ctx.systemTransaction((tx) => setSentCopy(tx, account_id, filed));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        ctx.log.warn({ account_id, reason }, 'the copy of a sent mail was not filed');
      }
    }
  } finally {
    running.delete(waiting);
  }
}
