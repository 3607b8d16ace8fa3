import type { SystemContext } from '../../kernel/context.ts';
import { urlAt } from '../brand-hosts/index.ts';

/** Links in mails that were sent stay good for ever. */
export const clickPurpose = 'link-click';

/** Who a link was sent to, and which one it is; `link_id` 0 is the link that people can't see. */
export interface ClickToken {
  lead_id: number;
  node_id: number;
  link_id: number;
}

const TOKEN = /^([0-9a-z]{1,11}\.[0-9a-z]{1,11}\.[0-9a-z]{1,11})\.([\w-]{22})$/;

/** A signature of 128 bits keeps others from guessing it; the address that it leads to is stored, and is no part of it. */
export function makeClickUrl(
  ctx: Pick<SystemContext, 'vault' | 'config'>,
  { lead_id, node_id, link_id }: ClickToken,
  host: string,
): string {
  const ids = [lead_id, node_id, link_id].map((id) => id.toString(36)).join('.');
  return `${urlAt(ctx, host)}/c/${ids}.${ctx.vault.sign(clickPurpose, ids)}`;
}

/** Null for a forged or broken one. */
export function parseClickToken({ vault }: Pick<SystemContext, 'vault'>, token: string): ClickToken | null {
  const [, ids = '', signature = ''] = TOKEN.exec(token) ?? [];
  if (ids === '' || !vault.verify(clickPurpose, ids, signature)) return null;
  const [lead_id, node_id, link_id] = ids.split('.').map((id) => Number.parseInt(id, 36)) as [number, number, number];
  return [lead_id, node_id, link_id].every(Number.isSafeInteger) ? { lead_id, node_id, link_id } : null;
}
