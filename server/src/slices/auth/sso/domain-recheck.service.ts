import type { SystemContext, SystemTransactionContext } from '../../../kernel/context.ts';
import { runUnits } from '../../../kernel/rounds/rounds.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import { sendDomainNotice } from '../auth-mail.service.ts';
import { findRecord } from './domain-record.service.ts';
import * as store from './domains.store.ts';

const CLAIMED_AT_ONCE = 50;
/** Time without the record of a verified domain before new users cannot join by it and its managers are notified. */
export const MISSING_DAYS_BORNE = 7;
/** Time until the domain is no longer verified. */
const MISSING_DAYS_KEPT = 30;

/** Once a day for every verified domain: it may have a new owner. */
export async function recheckDomains(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  const due = await ctx.systemTransaction((tx) => store.claimDueDomains(tx, CLAIMED_AT_ONCE));
  await runUnits(
    ctx,
    {
      loop: store.RECHECK_LOOP,
      units: due.map((domain) => ({ ...domain, key: String(domain.id) })),
      share: CLAIMED_AT_ONCE,
      at_once: 4,
      time_box_in_ms: 60_000,
      async run({ id }) {
        const row = await ctx.systemRead((tx) => store.findDomain(tx, id));
        // No answer of a name server says nothing about the record.
        const isThere = row ? await findRecord(ctx, row) : null;
        if (row && isThere !== null) await recordRecheck(ctx, row, isThere);
      },
    },
    signal,
  );
}

async function recordRecheck(ctx: SystemContext, row: store.DomainRow, isThere: boolean): Promise<void> {
  const due = await ctx.systemTransaction(async (tx) => {
    await store.recordCheck(tx, row.id, isThere);
    const due = await store.claimDueNotice(tx, row.id, {
      warn_after: MISSING_DAYS_BORNE,
      end_after: MISSING_DAYS_KEPT,
    });
    if (due === 'ended') await recordLost(tx, row);
    return due;
  });
  if (due !== null) await notifyManagers(ctx, row, due);
}

/** Another organization has proven the domain, and the record of this one is gone: it is theirs from now on. */
export async function passDomainOn(ctx: SystemContext, row: store.DomainRow): Promise<void> {
  const isFreed = await ctx.systemTransaction(async (tx) => {
    if (!(await store.unproveDomain(tx, row.id))) return false;
    await recordLost(tx, row);
    return true;
  });
  if (isFreed) await notifyManagers(ctx, row, 'taken');
}

function recordLost(tx: SystemTransactionContext, row: store.DomainRow): Promise<void> {
  return recordSecurityEvent(tx, {
    event: 'sso_domain_removed',
    organization_id: row.organization_id,
    user_id: null,
    actor_id: null,
    subject: { kind: 'setting', label: row.domain },
    reason: 'record_missing',
  });
}

/** The change stays even if a mail fails. */
async function notifyManagers(
  ctx: SystemContext,
  row: store.DomainRow,
  what: store.DomainNotice | 'taken',
): Promise<void> {
  const managers = await ctx.systemRead((tx) => store.listManagerEmails(tx, row.organization_id));
  for (const to of managers) {
    await sendDomainNotice(ctx, to, { domain: row.domain, what, organization_id: row.organization_id }).catch(
      () => undefined,
    );
  }
}
