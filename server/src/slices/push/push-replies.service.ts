import type { PushSender } from '@overture/adapters/push-services/push-services.port';
import { cutText } from '@overture/domain/text/text-bounds';
import type { Context, SystemContext, TransactionContext } from '../../kernel/context.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import { listDueDevices, PUSH_LOOP } from './due-devices.store.ts';
import { getSenderKey, senderKeyPurpose } from './push-devices.service.ts';
import * as store from './push-devices.store.ts';
import { deleteSenderKey } from './sender-key.store.ts';

/** A mailbox that was offline brings many replies together. Replies that are read within this time are not announced. */
const COLLECTED_IN_SECONDS = 5;
const MOST_TRIES = 5;
const FIRST_PAUSE_IN_MS = 30_000;
/** A phone that was off for longer does not show the notification. */
const LIVES_FOR_IN_SECONDS = 4 * 3600;
const NAME_LENGTH = 100;

/** Makes the devices of the organization due in a moment. */
export const collectReplies = (tx: TransactionContext): Promise<void> => store.requestPush(tx, COLLECTED_IN_SECONDS);

/** Notifies due devices of unread replies. With nothing due, it reads the first entry of one index. */
export async function pushReplies(ctx: SystemContext, signal?: AbortSignal): Promise<void> {
  const due = await ctx.systemRead(listDueDevices);
  if (due.length === 0) return;
  const sender = await openSender(ctx);
  if (sender === null) return;
  await runUnits(
    ctx,
    {
      loop: PUSH_LOOP,
      units: due.map((device) => ({ ...device, key: String(device.id) })),
      share: 20,
      at_once: 8,
      time_box_in_ms: 30_000,
      run: ({ organization_id, id }, stop) => pushTo(ctx.forOrganization(organization_id), id, sender, stop),
    },
    signal,
  );
}

/** Null where the secret key that sealed it is lost: browsers subscribe with a new one when the application is opened. */
async function openSender(ctx: SystemContext): Promise<PushSender | null> {
  const key = await getSenderKey(ctx);
  try {
    const private_key = ctx.vault.open(senderKeyPurpose, key.sealed_push_key);
    return { public_key: key.push_public_key, private_key, contact: contactOf(ctx.config.APP_URL) };
  } catch (error) {
    ctx.log.error({ err: error }, 'push notifications get a new key: the former one cannot be opened');
    await ctx.systemTransaction((tx) => deleteSenderKey(tx, key));
    return null;
  }
}

/** Push services take an address of https or mailto only. */
function contactOf(appUrl: string): string {
  const { protocol, hostname, origin } = new URL(appUrl);
  return protocol === 'https:' ? origin : `mailto:postmaster@${hostname}`;
}

async function pushTo(ctx: Context, id: number, sender: PushSender, signal: AbortSignal): Promise<void> {
  const claimed = await ctx.transaction(async (tx) => {
    const device = await store.claimDevice(tx, id);
    if (device === undefined) return undefined;
    if (device.has_ended) return void (await store.removeDevice(tx, id));
    const news = await store.listNews(tx, device);
    if (news.length > 0) return { device, news };
    return void (await store.settleDevice(tx, device, { seen_through: device.seen_through, was_pushed: false }));
  });
  if (claimed === undefined) return;
  const { device, news } = claimed;
  const { endpoint, public_key, auth, tries } = device;
  const auth_secret = Buffer.from(auth, 'base64url');
  const tried = await ctx.ports.push_services.push({
    ...{ device: { endpoint, public_key, auth_secret }, sender, text: describeNews(news, endpoint) },
    ...{ lives_for_in_seconds: LIVES_FOR_IN_SECONDS, signal },
  });
  if (tried.outcome !== 'accepted')
    ctx.log.info({ device: id, outcome: tried.outcome, reason: tried.reason }, 'push not accepted');
  await ctx.transaction(async (tx) => {
    if (tried.outcome === 'gone') return store.removeDevice(tx, id);
    if (tried.outcome === 'unavailable' && tries < MOST_TRIES) {
      const pause_in_ms = tried.retry_after_in_ms ?? FIRST_PAUSE_IN_MS * 2 ** tries;
      return store.settleDevice(tx, device, { pause_in_ms });
    }
    const seen_through = Math.max(...news.map(({ last_message_id }) => last_message_id));
    return store.settleDevice(tx, device, { seen_through, was_pushed: tried.outcome === 'accepted' });
  });
}

/** Read by `web/public/push-worker.js`. Never the words of a reply: they pass a service of the browser's maker, and lie on a locked screen. */
function describeNews(news: readonly store.News[], endpoint: string): string {
  const [newest] = news;
  const name = cutText(newest?.name.trim() ?? '', NAME_LENGTH);
  const one = name === '' ? 'New reply' : `New reply from ${name}`;
  return JSON.stringify({
    title: news.length === 1 ? one : `${news.length} new replies`,
    // A notification that two workers push is shown once.
    tag: `replies-${newest?.last_message_id}`,
    path: news.length === 1 ? `/inbox?chat=${newest?.prospect_id}` : '/inbox',
    // Apple ends the subscription of a site that shows nothing for a message.
    must_show: new URL(endpoint).hostname.endsWith('push.apple.com'),
  });
}
