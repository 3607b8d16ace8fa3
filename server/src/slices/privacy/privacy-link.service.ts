import type { SystemContext, TransactionContext } from '../../kernel/context.ts';
import { urlAt } from '../brand-hosts/index.ts';
import { deleteNotices } from './privacy.store.ts';

/** Links in messages that were sent stay good for ever. */
export const privacyPurpose = 'privacy-notice';

const TOKEN = /^([0-9a-z]{1,11})\.([\w-]{22})$/;

type Ctx = Pick<SystemContext, 'vault' | 'config'>;

/** The path of a notice: the lead's number with a signature, which is valid for no other lead. */
export const makePrivacyPath = ({ vault }: Pick<Ctx, 'vault'>, prospectId: number): string => {
  const id = prospectId.toString(36);
  return `/p/${id}.${vault.sign(privacyPurpose, id)}`;
};

/** @param host of the organization's brand; null: the installation's address */
export const makePrivacyUrl = (ctx: Ctx, prospectId: number, host: string | null): string =>
  urlAt(ctx, host) + makePrivacyPath(ctx, prospectId);

/** Mails that came back for good informed no lead. */
export async function withdrawNotices(
  tx: TransactionContext,
  mails: readonly { intent_id: number; prospect_id: number | null }[],
): Promise<void> {
  const bounced = mails.flatMap(({ intent_id, prospect_id }) =>
    prospect_id === null ? [] : [{ intent_id, path: makePrivacyPath(tx, prospect_id) }],
  );
  if (bounced.length > 0) await deleteNotices(tx, bounced);
}

/** The link of a test message: of the same length as a lead's, it shows a page without data. */
export function makeInertPrivacyUrl(ctx: Ctx, prospectId: number, host: string | null): string {
  const id = prospectId.toString(36);
  return `${urlAt(ctx, host)}/p/${id}.${ctx.vault.sign(privacyPurpose, inert(id))}`;
}

const inert = (id: string): string => `test:${id}`;

const LINKS = /\/p\/([0-9a-z]{1,11})\.[\w-]{22}/g;

/** In a text for other readers than its lead: links to notices show a page without data, also those of a former host or key. */
export const disarmPrivacyLinks = (ctx: Pick<Ctx, 'vault'>, text: string): string =>
  text.replaceAll(LINKS, (link: string, id: string) =>
    typeof parsePrivacyToken(ctx, link.slice('/p/'.length)) === 'number'
      ? `/p/${id}.${ctx.vault.sign(privacyPurpose, inert(id))}`
      : link,
  );

/** The lead a token was made for; 'test' for that of a test message; null for a forged or broken one. */
export function parsePrivacyToken({ vault }: Pick<Ctx, 'vault'>, token: string): number | 'test' | null {
  const [, id = '', signature = ''] = TOKEN.exec(token) ?? [];
  if (id === '') return null;
  if (vault.verify(privacyPurpose, inert(id), signature)) return 'test';
  const lead = Number.parseInt(id, 36);
  return vault.verify(privacyPurpose, id, signature) && Number.isSafeInteger(lead) ? lead : null;
}
