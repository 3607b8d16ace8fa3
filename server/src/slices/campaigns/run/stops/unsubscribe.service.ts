import type { SystemContext } from '../../../../kernel/context.ts';

/** Links in mails that were sent stay good for ever. */
export const unsubscribePurpose = 'unsubscribe';

const TOKEN = /^([0-9a-z]{1,11})\.([\w-]{22})$/;

/** Address that unsubscribes one lead of one campaign: signed, so that nobody can make one for another person. */
export function makeUnsubscribeUrl(ctx: Pick<SystemContext, 'vault' | 'config'>, campaignLeadId: number): string {
  return makeUrl(ctx, campaignLeadId, (id) => id);
}

/** Where a test mail has the unsubscribe address of a lead: of the same length, it shows the page and unsubscribes nobody. */
export function makeInertUnsubscribeUrl(ctx: Pick<SystemContext, 'vault' | 'config'>, campaignLeadId: number): string {
  return makeUrl(ctx, campaignLeadId, inert);
}

function makeUrl(
  { vault, config }: Pick<SystemContext, 'vault' | 'config'>,
  campaignLeadId: number,
  signedOf: (id: string) => string,
): string {
  const id = campaignLeadId.toString(36);
  return `${config.APP_URL}/u/${id}.${vault.sign(unsubscribePurpose, signedOf(id))}`;
}

const inert = (id: string): string => `test:${id}`;

export function isInertToken(ctx: Pick<SystemContext, 'vault'>, token: string): boolean {
  const [, id = '', signature = ''] = TOKEN.exec(token) ?? [];
  return id !== '' && ctx.vault.verify(unsubscribePurpose, inert(id), signature);
}

/** The campaign lead a token was made for, or null for a forged or broken one. */
export function parseUnsubscribeToken(ctx: Pick<SystemContext, 'vault'>, token: string): number | null {
  const match = TOKEN.exec(token);
  const [, id = '', signature = ''] = match ?? [];
  if (!match || !ctx.vault.verify(unsubscribePurpose, id, signature)) return null;
  const lead = Number.parseInt(id, 36);
  return Number.isSafeInteger(lead) ? lead : null;
}
