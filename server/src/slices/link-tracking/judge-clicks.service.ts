import { type ClickFacts, classifyClicks } from '@overture/domain/tracking/click-class';
import { type ClickClass, type OpenClass, TRACKING_LIMITS } from '@overture/domain/tracking/link-tracking';
import type { SystemContext, TransactionContext } from '../../kernel/context.ts';
import { maskSubnet } from '../../kernel/http/client-network.ts';
import { deleteInBatches } from '../../kernel/rounds/batches.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import * as store from './link-clicks.store.ts';
import * as opens from './mail-opens.store.ts';

const MOST_ORGANIZATIONS = 200;
const JUDGED_AT_ONCE = 500;
/** Names of network addresses that are asked for in one round: those of one mail at least. The other mails wait for the next. */
const MOST_NAMES = TRACKING_LIMITS.clicks_of_mail + TRACKING_LIMITS.opens_of_mail;
const NAMES_TIMEOUT_IN_MS = 3000;

/** Decides who made the requests for links and images, once those that belong together are there. */
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
  const clicks = new Map<number, ClickClass>();
  const images = new Map<number, OpenClass>();
  const isOfTeam = await findTeam(system, organizationId, mails);
  for (const mail of mails) {
    const facts = mail.clicks.map((click): ClickFacts => ({ ...click, names: names.get(click.ip ?? '') ?? [] }));
    for (const [{ kind, id, ip }, name] of classifyClicks(facts, mail.sent_at)) {
      if (kind === 'link') clicks.set(id, name);
      else images.set(id, name === 'person' && isOfTeam(ip) ? 'team' : name);
    }
  }
  await ctx.transaction(async (tx) => {
    await store.lockTrackedLeads(tx, { clicks: [...clicks.keys()], opens: [...images.keys()] });
    announceClicks(tx, await store.saveClasses(tx, clicks));
    announceOpens(tx, await opens.saveOpenClasses(tx, images));
  });
}

/** A link of a lead, and a mail, are announced once: later requests change nothing but their number. */
function announceClicks(tx: Pick<TransactionContext, 'events' | 'live'>, judged: readonly store.JudgedClick[]): void {
  for (const { is_first, class: by, link_id, url, ...click } of judged) {
    if (by !== 'person') continue;
    if (is_first && link_id !== null && url !== null)
      tx.events.emit({ type: 'link_clicked', ...click, link: { id: link_id, url } });
    tx.live.publish('clicks_changed', { campaign_id: click.campaign_id, prospect_id: click.prospect_id });
  }
}

function announceOpens(tx: Pick<TransactionContext, 'events' | 'live'>, judged: readonly opens.JudgedOpen[]): void {
  for (const { is_first, class: by, ...open } of judged) {
    if (by !== 'person') continue;
    if (is_first) tx.events.emit({ type: 'mail_opened', ...open });
    tx.live.publish('clicks_changed', { campaign_id: open.campaign_id, prospect_id: open.prospect_id });
  }
}

/** Whether an address is one that people of the organization work from: they open mails in their Sent folder. */
async function findTeam(
  system: SystemContext,
  organizationId: number,
  mails: readonly store.MailClicks[],
): Promise<(ip: string | null) => boolean> {
  if (!mails.some(({ clicks }) => clicks.some(({ kind }) => kind === 'image'))) return () => false;
  const addresses = await system.systemRead((read) => opens.listTeamAddresses(read, organizationId));
  const networks = new Set(addresses.map(maskSubnet));
  return (ip) => ip !== null && networks.has(maskSubnet(ip));
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

export async function deleteOldClicks(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  await deleteInBatches(ctx, store.deleteOldClicks, signal);
  await deleteInBatches(ctx, opens.deleteOldOpens, signal);
}
