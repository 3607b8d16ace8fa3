import type { SystemContext } from '../../kernel/context.ts';
import { urlAt } from '../brand-hosts/index.ts';

/** Links in mails that were sent stay good for ever. */
export const clickPurpose = 'link-click';
export const openPurpose = 'mail-open';

/** Who a link was sent to, and which one it is; `link_id` 0 is the link that people can't see. */
export interface ClickToken {
  lead_id: number;
  node_id: number;
  link_id: number;
}

/** The mail whose image is asked for. */
export type OpenToken = Omit<ClickToken, 'link_id'>;

type Names = Pick<SystemContext, 'vault' | 'config'>;
type Vault = Pick<SystemContext, 'vault'>;

const TOKEN = /^([0-9a-z]{1,11}(?:\.[0-9a-z]{1,11}){1,2})\.([\w-]{22})$/;

/** A signature of 128 bits keeps others from guessing it; the address that it leads to is stored, and is no part of it. */
export function makeClickUrl(ctx: Names, { lead_id, node_id, link_id }: ClickToken, host: string): string {
  return `${urlAt(ctx, host)}/c/${signIds(ctx, clickPurpose, [lead_id, node_id, link_id])}`;
}

export function makeOpenUrl(ctx: Names, { lead_id, node_id }: OpenToken, host: string): string {
  return `${urlAt(ctx, host)}/o/${signIds(ctx, openPurpose, [lead_id, node_id])}`;
}

/** Null for a forged or broken one. */
export function parseClickToken(ctx: Vault, token: string): ClickToken | null {
  const { ids, signature } = splitToken(token);
  const [lead_id, node_id, link_id] = ctx.vault.verify(clickPurpose, ids, signature) ? parseIds(ids) : [];
  return lead_id === undefined || node_id === undefined || link_id === undefined ? null : { lead_id, node_id, link_id };
}

/** Null for a forged or broken one. */
export function parseOpenToken(ctx: Vault, token: string): OpenToken | null {
  const { ids, signature } = splitToken(token);
  const [lead_id, node_id] = ctx.vault.verify(openPurpose, ids, signature) ? parseIds(ids) : [];
  return lead_id === undefined || node_id === undefined ? null : { lead_id, node_id };
}

function signIds({ vault }: Vault, purpose: string, given: readonly number[]): string {
  const ids = given.map((id) => id.toString(36)).join('.');
  return `${ids}.${vault.sign(purpose, ids)}`;
}

function splitToken(token: string): { ids: string; signature: string } {
  const [, ids = '', signature = ''] = TOKEN.exec(token) ?? [];
  return { ids, signature };
}

function parseIds(ids: string): number[] {
  const numbers = ids.split('.').map((id) => Number.parseInt(id, 36));
  return numbers.every(Number.isSafeInteger) ? numbers : [];
}
