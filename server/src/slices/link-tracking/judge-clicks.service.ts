import { type ClickFacts, classifyClicks } from '@overture/domain/tracking/click-class';
import type { ClickClass } from '@overture/domain/tracking/link-tracking';
import type { SystemContext } from '../../kernel/context.ts';
import { deleteInBatches } from '../../kernel/rounds/batches.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import * as store from './link-clicks.store.ts';

const MOST_ORGANIZATIONS = 200;
const JUDGED_AT_ONCE = 500;
/** Names of network addresses that are asked for in one round; the other mails wait for the next. */
const MOST_NAMES = 50;
const NAMES_TIMEOUT_IN_MS = 3000;

/** Decides who made the requests for links, once those that belong together are there. */
export async function judgeClicks(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  const waiting = await ctx.systemRead((read) => store.listWaiting(read, MOST_ORGANIZATIONS));
  await runUnits(
    ctx,
    {
      loop: store.CLICKS_LOOP,
      units: waiting.map((one) => ({ ...one, key: 'judge' })),
      share: 1,
      at_once: 2,
      time_box_in_ms: 60_000,
      run: ({ organization_id }) => judgeOrganization(ctx, organization_id),
    },
    signal,
  );
}

async function judgeOrganization(system: SystemContext, organizationId: number): Promise<void> {
  const ctx = system.forOrganization(organizationId);
  const mails = listNameable(await ctx.transaction((tx) => store.listToJudge(tx, JUDGED_AT_ONCE)));
  const names = await findNames(system, mails);
  const classes = new Map<number, ClickClass>();
  for (const { sent_at, clicks } of mails) {
    const facts = clicks.map((click): ClickFacts => ({ ...click, names: names.get(click.ip ?? '') ?? [] }));
    for (const [id, name] of classifyClicks(facts, sent_at)) classes.set(id, name);
  }
  await ctx.transaction(async (tx) => {
    const judged = await store.saveClasses(tx, classes);
    const leads = new Map(
      judged.flatMap((click) => (click.class === 'person' ? [[click.campaign_lead_id, click] as const] : [])),
    );
    for (const { campaign_lead_id, campaign_id, prospect_id } of leads.values()) {
      tx.events.emit({ type: 'link_clicked', campaign_lead_id, campaign_id, prospect_id });
      tx.live.publish('clicks_changed', { campaign_id, prospect_id });
    }
  });
}

const addressesOf = ({ clicks }: store.MailClicks): string[] => clicks.flatMap(({ ip }) => ip ?? []);

/** Mails with no more addresses than can be asked for: without its name, a machine in a data center looks like a person. */
function listNameable(mails: readonly store.MailClicks[]): store.MailClicks[] {
  const known = new Set<string>();
  return mails.filter((mail, index) => {
    const addresses = addressesOf(mail);
    const isFitting = new Set([...known, ...addresses]).size <= MOST_NAMES;
    if (index > 0 && !isFitting) return false;
    for (const address of addresses) known.add(address);
    return true;
  });
}

/** Names of the network addresses (PTR): machines in data centers have telling ones. */
async function findNames(
  { ports }: Pick<SystemContext, 'ports'>,
  mails: readonly store.MailClicks[],
): Promise<Map<string, string[]>> {
  const addresses = [...new Set(mails.flatMap(addressesOf))];
  const signal = AbortSignal.timeout(NAMES_TIMEOUT_IN_MS);
  const dns = ports.dns.openFor(null);
  const found = await Promise.all(
    addresses
      .slice(0, MOST_NAMES)
      .map(async (address) => [address, (await dns.findNames(address, signal)).records] as const),
  );
  return new Map(found);
}

export const deleteOldClicks = (ctx: SystemContext, signal: AbortSignal): Promise<void> =>
  deleteInBatches(ctx, store.deleteOldClicks, signal);
