import type { MailServer } from '@overture/adapters/mailbox/mailbox.port';
import type { PlacementRule, SeedMailbox } from '@overture/contract/placement';
import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { PLACEMENT_LIMITS } from '@overture/domain/deliverability/placement';
import { getProviderGroup, providerGroupByMx } from '@overture/domain/sending/sender-choice';
import { z } from 'zod';
import type { SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { findByAnyEmail } from '../../lead-addresses/index.ts';
import { isSuppressed } from '../../suppression-rules/index.ts';
import * as store from './seeds.store.ts';

/** The sealed sign-in of a seed mailbox. */
export const seedLoginPurpose = 'seed mailbox';

/** Failed sign-ins an organization may try: enough for a person, too few to guess passwords or scan hosts with. */
const FAILURES_PER_HOUR = 40;
/** Each new address may get one email before it is known to be the organization's own. */
const NEW_PER_DAY = 60;

const loginSchema = z.object({
  host: z.string(),
  port: z.number(),
  secure: z.boolean(),
  username: z.string(),
  password: z.string(),
});

export const openLogin = (ctx: Pick<SystemContext, 'vault'>, sealed: Buffer): MailServer =>
  loginSchema.parse(JSON.parse(ctx.vault.open(seedLoginPurpose, sealed)));

const DEFAULT_RULE: PlacementRule = {
  is_on: false,
  every_nth: PLACEMENT_LIMITS.default_every_nth,
  most_a_day: PLACEMENT_LIMITS.default_most_a_day,
};

export async function listSeedMailboxes(ctx: SessionContext) {
  return ctx.read(async (tx) => ({
    seed_mailboxes: (await store.listSeeds(tx)).map(present),
    max_seed_mailboxes: PLACEMENT_LIMITS.seeds,
    rule: (await store.findRule(tx)) ?? DEFAULT_RULE,
  }));
}

function present({ read_at, created_at, ...row }: store.SeedRow): SeedMailbox {
  return { ...row, read_at: read_at?.toISOString() ?? null, created_at: created_at.toISOString() };
}

/**
 * Signs in to IMAP, then stores the mailbox. The sign-in does not prove the address: only a copy that is found does.
 * @throws validation_failed also where another address signs in, conflict, mailbox_refused, rate_limited
 */
export async function addSeedMailbox(
  ctx: SessionContext,
  given: { email: string; imap: MailServer },
): Promise<SeedMailbox> {
  const email = normalizeEmail(given.email);
  if (email === null) throw new ApiError('validation_failed', {}, { email: 'must be an email address' });
  requireOwnSignIn(email, given.imap.username);
  await ctx.transaction((tx) => requireUsable(tx, email));
  const key = String(ctx.organization.id);
  await ctx.rate_limits.spend('seed-new', key, NEW_PER_DAY, 86_400);
  // Counted before the call: parallel tries must not exceed the limit.
  await ctx.rate_limits.spend('mailbox-connect', key, FAILURES_PER_HOUR, 3600);
  const verified = await ctx.ports.placement.verifyLogin(given.imap);
  if (!verified.ok) throw new ApiError('mailbox_refused', { protocol: verified.failed, reason: verified.reason });
  await ctx.rate_limits.giveBack('mailbox-connect', key, FAILURES_PER_HOUR, 3600);
  const provider_group = getProviderGroup({ email, mx_group: providerGroupByMx([given.imap.host]) }) ?? 'other';
  const sealed_login = ctx.vault.seal(seedLoginPurpose, JSON.stringify(given.imap));
  return ctx.transaction(async (tx) => {
    await requireUsable(tx, email);
    const row = await store.saveSeed(tx, { email, provider_group, sealed_login });
    if (!row) throw new ApiError('conflict', { reason: `At most ${PLACEMENT_LIMITS.seeds} seed mailboxes.` });
    await store.insertRule(tx);
    return present(row);
  });
}

/** With a slip of the pen in the address the first copy, which names a lead, would go to a stranger. */
function requireOwnSignIn(email: string, username: string): void {
  const signsInAs = normalizeEmail(username);
  if (signsInAs === null || signsInAs === email) return;
  throw new ApiError('validation_failed', {}, { email: `Enter ${signsInAs}, the address that signs in.` });
}

/** Copies ignore what protects leads, so they never go to a suppressed address; a sender would read copies as replies. */
async function requireUsable(tx: TransactionContext, email: string): Promise<void> {
  if (await store.isOwnSender(tx, email))
    throw new ApiError('conflict', { reason: 'This mailbox sends campaign emails. Add one that only receives.' });
  if ((await findByAnyEmail(tx, tx.organization.id, [email], 1)).length > 0)
    throw new ApiError('conflict', { reason: 'This address belongs to a lead. Copies name other leads.' });
  if (await isSuppressed(tx, tx.organization.id, email))
    throw new ApiError('conflict', { reason: 'This address is on the suppression list.' });
}

export async function deleteSeedMailbox(ctx: SessionContext, id: number): Promise<void> {
  orNotFound((await ctx.transaction((tx) => store.deleteSeed(tx, id))) || undefined);
}

export async function updatePlacementRule(ctx: SessionContext, rule: PlacementRule): Promise<PlacementRule> {
  await ctx.transaction((tx) => store.saveRule(tx, rule));
  return rule;
}
