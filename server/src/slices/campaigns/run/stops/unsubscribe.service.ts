import type { SystemContext } from '../../../../kernel/context.ts';

/** Links in mails that were sent stay good for ever. */
export const unsubscribePurpose = 'unsubscribe';

/** Address that unsubscribes one lead of one campaign: signed, so that nobody can make one for another person. */
export function makeUnsubscribeUrl(ctx: Pick<SystemContext, 'vault' | 'config'>, campaignLeadId: number): string {
  const id = campaignLeadId.toString(36);
  return `${ctx.config.APP_URL}/u/${id}.${ctx.vault.sign(unsubscribePurpose, id)}`;
}

/** The campaign lead a token was made for, or null for a forged or broken one. */
export function parseUnsubscribeToken(ctx: Pick<SystemContext, 'vault'>, token: string): number | null {
  const match = /^([0-9a-z]{1,11})\.([\w-]{22})$/.exec(token);
  const [, id = '', signature = ''] = match ?? [];
  if (!match || !ctx.vault.verify(unsubscribePurpose, id, signature)) return null;
  const lead = Number.parseInt(id, 36);
  return Number.isSafeInteger(lead) ? lead : null;
}
