import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { isAtHome } from '../sessions/index.ts';

interface Tx {
  db: Kysely<DB>;
}

export async function insertTicket(
  { db }: Tx,
  ticket: {
    ticket_hash: Buffer;
    organization_id: number;
    user_id: number;
    session_id: number;
    lifetime_in_seconds: number;
  },
): Promise<void> {
  await sql`delete from live_tickets where expires_at < statement_timestamp()`.execute(db);
  await sql`insert into live_tickets (ticket_hash, organization_id, user_id, session_id, expires_at)
    values (${ticket.ticket_hash}, ${ticket.organization_id}, ${ticket.user_id}, ${ticket.session_id},
      statement_timestamp() + make_interval(secs => ${ticket.lifetime_in_seconds}))`.execute(db);
}

/** Takes a ticket; it opens nothing once the session that asked for it has ended. */
export async function consumeTicketRow(
  { db }: Tx,
  ticketHash: Buffer,
  host: string | null,
): Promise<{ organization_id: number; user_id: number; session_id: number } | null> {
  const rows = await sql<{ organization_id: number; user_id: number; session_id: number; is_live: boolean }>`
    delete from live_tickets t where ticket_hash = ${ticketHash}
    returning organization_id, user_id, session_id, expires_at > statement_timestamp()
      and exists (select from sessions s where s.id = t.session_id and ${isAtHome(host)}) as is_live`.execute(db);
  const row = rows.rows[0];
  if (!row?.is_live) return null;
  return { organization_id: row.organization_id, user_id: row.user_id, session_id: row.session_id };
}
