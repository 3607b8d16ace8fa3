import type { SystemContext } from '../../../../kernel/context.ts';
import { urlAt } from '../../../brand-hosts/index.ts';

/** Links in mails that were sent stay good for ever. */
export const unsubscribePurpose = 'unsubscribe';

const TOKEN = /^([0-9a-z]{1,11})\.([\w-]{22})$/;

type Ctx = Pick<SystemContext, 'vault' | 'config'>;

/**
 * The unsubscribe link of one lead in one campaign, signed to prevent forging.
 * @param host of the organization's brand; null: the installation's address
 */
export function makeUnsubscribeUrl(ctx: Ctx, campaignLeadId: number, host: string | null): string {
  return makeUrl(ctx, campaignLeadId, { host, signedOf: (id) => id });
}

/** The unsubscribe link of a test mail: of the same length as a lead's, it shows the page and unsubscribes no lead. */
export function makeInertUnsubscribeUrl(ctx: Ctx, campaignLeadId: number, host: string | null): string {
  return makeUrl(ctx, campaignLeadId, { host, signedOf: inert });
}

function makeUrl(
  ctx: Ctx,
  campaignLeadId: number,
  { host, signedOf }: { host: string | null; signedOf: (id: string) => string },
): string {
  const id = campaignLeadId.toString(36);
  return `${urlAt(ctx, host)}/u/${id}.${ctx.vault.sign(unsubscribePurpose, signedOf(id))}`;
}

const inert = (id: string): string => `test:${id}`;

export function isInertToken(ctx: Pick<SystemContext, 'vault'>, token: string): boolean {
  const [, id = '', signature = ''] = TOKEN.exec(token) ?? [];
  return id !== '' && ctx.vault.verify(unsubscribePurpose, inert(id), signature);
}

const LINKS = /\/u\/([0-9a-z]{1,11})\.[\w-]{22}/g;

/** In a text for other readers than its lead: links unsubscribe no lead, also those of a former host or key. */
export const disarmUnsubscribeLinks = (ctx: Pick<SystemContext, 'vault'>, text: string): string =>
  text.replaceAll(LINKS, (link: string, id: string) =>
    parseUnsubscribeToken(ctx, link.slice('/u/'.length)) === null
      ? link
      : `/u/${id}.${ctx.vault.sign(unsubscribePurpose, inert(id))}`,
  );

/** The campaign lead a token was made for, or null for a forged or broken one. */
export function parseUnsubscribeToken(ctx: Pick<SystemContext, 'vault'>, token: string): number | null {
  const match = TOKEN.exec(token);
  const [, id = '', signature = ''] = match ?? [];
  if (!match || !ctx.vault.verify(unsubscribePurpose, id, signature)) return null;
  const lead = Number.parseInt(id, 36);
  return Number.isSafeInteger(lead) ? lead : null;
}
