import { PLACEMENT_LIMITS } from '@overture/domain/deliverability/placement';
import type { SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { runUnits } from '../../../kernel/rounds/rounds.ts';
import { planAction } from '../../outbound/index.ts';
import {
  claimSamplings,
  insertCopy,
  listDueSamples,
  listUsableSeeds,
  SAMPLES_LOOP,
  SEED_COPY,
  type UsableSeed,
} from './copies.store.ts';

const ORGANIZATIONS_AT_ONCE = 100;
const EVERY_IN_SECONDS = 60;
/** Behind first emails and follow-ups, so a busy sender is not held up by copies. */
const PRIORITY = 2;

/** Plans copies of the campaign emails that left lately. */
export async function planCopies(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  const due = await ctx.systemTransaction((tx) => claimSamplings(tx, ORGANIZATIONS_AT_ONCE, EVERY_IN_SECONDS));
  await runUnits(
    ctx,
    {
      loop: SAMPLES_LOOP,
      units: due.map((one) => ({ ...one, key: String(one.organization_id) })),
      share: 1,
      at_once: 2,
      time_box_in_ms: 60_000,
      run: ({ organization_id }) => ctx.forOrganization(organization_id).transaction(planForOrganization),
    },
    signal,
  );
}

async function planForOrganization(tx: TransactionContext): Promise<void> {
  const mails = await listDueSamples(tx);
  if (mails.length === 0) return;
  const seeds = await listUsableSeeds(tx);
  for (const mail of mails) {
    const seed = chooseSeed(seeds, mail.account_id);
    if (seed === undefined) return;
    const id = await insertCopy(tx, mail, seed);
    if (id === null) continue;
    const base = { kind: SEED_COPY, ref_id: id, ref_part: 0, account_id: mail.account_id, priority: PRIORITY };
    await planAction(tx, { ...base, prospect_id: null, campaign_id: null });
    seed.today += 1;
    seed.by_sender[mail.account_id] = (seed.by_sender[mail.account_id] ?? 0) + 1;
    // Until its first copy is found, a mailbox gets no second one.
    if (!seed.is_proven) seeds.splice(seeds.indexOf(seed), 1);
  }
}

/** The one that got the fewest copies of this sender lately, so each sender reaches all of them in turn. */
function chooseSeed(seeds: readonly UsableSeed[], accountId: number): UsableSeed | undefined {
  const free = seeds.filter(({ today }) => today < PLACEMENT_LIMITS.copies_a_day_of_seed);
  const copies = (seed: UsableSeed) => seed.by_sender[accountId] ?? 0;
  return free.toSorted((a, b) => copies(a) - copies(b) || a.today - b.today || a.id - b.id)[0];
}
