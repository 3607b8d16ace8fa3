import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type Place = { account_id: number; place: string };

/**
 * Counts a try to take a mail in; answers which one it is. Waits for no disk: what is counted must outlive this program, which the
 * mail may end, not the database.
 */
export async function countTry({ db, organization }: Tx, { account_id, place }: Place): Promise<number> {
  await sql`set local synchronous_commit to off`.execute(db);
  const { rows } = await sql<{ tries: number }>`insert into mail_tries as t (organization_id, account_id, place, tries)
    values (${organization.id}, ${account_id}, ${place}, 1)
    on conflict (account_id, place) do update set tries = least(t.tries + 1, 1000), tried_at = app_now() returning tries`.execute(
    db,
  );
  return rows[0]?.tries ?? 1;
}

/** A try that was not the mail's fault is none. */
export async function uncountTry({ db }: Tx, { account_id, place }: Place): Promise<void> {
  await sql`update mail_tries set tries = greatest(tries - 1, 0)
    where account_id = ${account_id} and place = ${place}`.execute(db);
}

/** The mail is dealt with. Rows of mails that were never seen again go along. */
export async function forgetTries({ db }: Tx, { account_id, place }: Place): Promise<void> {
  await sql`delete from mail_tries where account_id = ${account_id}
    and (place = ${place} or tried_at < app_now() - interval '30 days')`.execute(db);
}
