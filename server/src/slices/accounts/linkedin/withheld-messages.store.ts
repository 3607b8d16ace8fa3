import type { LinkedinMessage, MessagingPerson } from '@overture/adapters/linkedin/linkedin.port';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

/** A message as it may be stored: without its text when its author is no lead. */
export type SeenMessage = LinkedinMessage & { withheld?: MessagingPerson };

const UNKNOWN_PERSON: MessagingPerson = { name: null, handle: null, phone: null };

/** Which of these people an account of messaging knows as leads. */
export async function findLinked(
  { db }: Pick<TransactionContext, 'db'>,
  accountId: number,
  providerIds: readonly (string | null)[],
): Promise<Set<string>> {
  const ids = providerIds.filter((id) => id !== null);
  const rows = await sql<{ provider_id: string }>`select provider_id from linkedin_members
    where account_id = ${accountId} and provider_id = any(${ids}::text[])`.execute(db);
  return new Set(rows.rows.map((row) => row.provider_id));
}

/** People's private talk stays out: nothing that a stranger says reaches a table of ours. */
export function withhold(message: LinkedinMessage, linked: ReadonlySet<string>): SeenMessage {
  const other = message.is_own ? message.attendee_provider_id : message.sender_provider_id;
  if (other !== null && linked.has(other)) return message;
  return { ...message, text: '', attachments: [], withheld: message.other_side ?? UNKNOWN_PERSON };
}
