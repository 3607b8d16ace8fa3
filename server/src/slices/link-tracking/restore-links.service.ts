import { escapeHtml } from '@overture/domain/message/html';
import type { Context } from '../../kernel/context.ts';
import { parseClickToken, parseOpenToken } from './click-token.service.ts';
import { listUrls } from './link-clicks.store.ts';

const TRACKED = /https?:\/\/[a-z0-9.-]{1,253}(?::\d{1,5})?\/[co]\/([0-9a-z.]{3,35}\.[\w-]{22})(?![\w-])/g;
/** Links of one text that are replaced: each may become a long address. */
const MOST_RESTORED = 200;
/** The link without words, and the image. */
const LEADS_NOWHERE = 0;

/** What a text says instead of tracked links. */
export type RestoreLinks = (text: string, form: 'text' | 'html') => string;

/**
 * Puts the addresses that tracked links lead to in their place, and takes the image's away. Mails of leads quote ours: someone of the team
 * who follows such a link or loads the image, or whom the mail is forwarded to, would count as the lead. Links of other organizations stay.
 */
export async function findTargets(
  ctx: Pick<Context, 'read' | 'vault'>,
  texts: readonly string[],
): Promise<RestoreLinks> {
  const links = new Map<string, number>();
  for (const text of texts)
    for (const [, token = ''] of text.matchAll(TRACKED)) {
      if (links.size >= MOST_RESTORED) break;
      const link = parseClickToken(ctx, token)?.link_id ?? (parseOpenToken(ctx, token) === null ? null : LEADS_NOWHERE);
      if (link !== null) links.set(token, link);
    }
  if (links.size === 0) return (text) => text;
  const urls = await ctx.read((read) => listUrls(read, [...new Set(links.values())]));
  return (text, form) => {
    let restored = 0;
    return text.replace(TRACKED, (whole, token: string) => {
      const link = links.get(token);
      const url = link === LEADS_NOWHERE ? '' : urls.get(link ?? -1);
      restored += 1;
      if (url === undefined || restored > MOST_RESTORED) return whole;
      return form === 'html' ? escapeHtml(url) : url;
    });
  };
}
