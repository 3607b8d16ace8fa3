import type { MailboxHealth } from '@overture/contract/deliverability-overview';
import { emailDomain } from '@overture/domain/addresses/email-address';
import { isFreeMail } from '@overture/domain/addresses/free-mail';
import { isExempt } from '@overture/domain/deliverability/authentication';
import { worstStatus } from '@overture/domain/deliverability/deliverability';
import { adviseSender } from '@overture/domain/deliverability/sender-advice';
import type { SessionContext } from '../../kernel/slice.ts';
import { listMailboxes, type MailboxRow } from './deliverability.store.ts';

export async function listDeliverability(ctx: SessionContext) {
  const rows = await ctx.read((tx) => listMailboxes(tx));
  return { mailboxes: rows.map(present), blocklists: [...new Set(ctx.config.BLOCKLISTS.map(({ name }) => name))] };
}

function present(row: MailboxRow): MailboxHealth {
  const { account_id, email, checks, checked_at, blocklists_at, sent, bounces, complaints } = row;
  const domain = emailDomain(email) ?? '';
  const is_exempt = isExempt(domain, isFreeMail(email));
  const guard = row.guard_reason !== null ? 'paused' : row.is_warned ? 'warned' : null;
  const results = row.blocklists ?? [];
  const listings = results.flatMap(({ list, subject, state }) => (state === 'listed' ? [{ list, subject }] : []));
  const unanswered = results.flatMap(({ list, state }) => (state === 'refused' || state === 'unknown' ? [list] : []));
  const health = { domain, is_exempt, checks, listings, guard, sent, bounces, complaints } as const;
  return {
    account_id,
    domain,
    is_exempt,
    status: checks === null || is_exempt ? null : worstStatus(checks),
    checked_at: checked_at?.toISOString() ?? null,
    checks: (checks ?? []).map(({ id, status }) => ({ id, status })),
    ...{ sent, bounces, complaints, guard, listings },
    blocklists_at: blocklists_at?.toISOString() ?? null,
    unanswered: [...new Set(unanswered)],
    advice: adviseSender({ ...health, age_in_days: row.age_in_days, is_growing: row.ramp !== 'off' }),
  };
}
