import { normalizeEmail } from '@overture/domain/addresses/email-address';
import type { SuppressionReason } from '@overture/domain/suppressions/suppressions';
import type { TransactionContext } from '../../kernel/context.ts';
import { listWrittenTo } from '../sent-actions/index.ts';
import { insertSuppressions } from '../suppression-rules/index.ts';
import { findLeadKeys, insertKeys, insertPerson } from './entries.store.ts';

interface Wish {
  prospect_id: number;
  /** Other addresses that are the lead's, as the one from which they asked. */
  addresses: readonly string[];
  reason: Extract<SuppressionReason, 'unsubscribe' | 'complaint' | 'crm'>;
  detail: string;
}

/**
 * A CRM contact who is no lead is suppressed once they are one. A contact with neither an address nor a profile cannot be
 * matched.
 */
export async function suppressContact(
  tx: TransactionContext,
  given: { email: string | null; linkedin_key: string | null; detail: string },
): Promise<void> {
  const email = given.email === null ? null : normalizeEmail(given.email);
  const { linkedin_key, detail } = given;
  if (email === null && linkedin_key === null) return;
  await insertPerson(tx, { email, linkedin_key, phone_key: null }, { reason: 'crm', detail, is_by_program: true });
}

/**
 * Suppresses a lead on every channel: their current address, all addresses we wrote to, their profile and their number. A
 * number that other leads share (a switchboard) is closed for its own channel only, unless they are suppressed too
 * (docs/decisions/0257).
 * @returns the suppressed addresses, the lead's own first
 */
export async function suppressLead(
  tx: TransactionContext,
  { prospect_id, addresses, reason, detail }: Wish,
): Promise<string[]> {
  const lead = await findLeadKeys(tx, prospect_id);
  const written = await listWrittenTo(tx, { organization_id: tx.organization.id, prospect_id });
  const known = [lead?.email ?? '', ...written, ...addresses].flatMap((one) => normalizeEmail(one) ?? []);
  const [email = null, ...others] = new Set(known);
  const { linkedin_key = null, phone_key: number = null, is_phone_shared = false } = lead ?? {};
  const phone_key = is_phone_shared ? null : number;
  const said = { reason, detail, prospect_id, is_by_program: true } as const;
  if (email !== null || linkedin_key !== null || phone_key !== null)
    await insertPerson(tx, { email, linkedin_key, phone_key }, said);
  if (is_phone_shared && number !== null) await insertKeys(tx, 'phone', [number], said);
  const organization_id = tx.organization.id;
  await insertSuppressions(
    tx,
    others.map((other) => ({ organization_id, email: other, reason, detail, prospect_id })),
  );
  return email === null ? [] : [email, ...others];
}
