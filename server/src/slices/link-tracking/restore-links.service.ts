import { escapeHtml } from '@overture/domain/message/html';
import type { Context } from '../../kernel/context.ts';
import { parseClickToken } from './click-token.service.ts';
import { listUrls } from './link-clicks.store.ts';

const TRACKED = /https?:\/\/[a-z0-9.-]{1,253}(?::\d{1,5})?\/c\/([0-9a-z.]{5,35}\.[\w-]{22})(?![\w-])/g;
/** Links of one text that are replaced: each may become a long address. */
const MOST_RESTORED = 200;

/** What a text says instead of tracked links. */
export type RestoreLinks = (text: string, form: 'text' | 'html') => string;

/**
 * Puts the addresses that tracked links lead to in their place. Mails of leads quote ours: someone of the team who follows such a link, or
 * whom the mail is forwarded to, would count as the lead. Links of other organizations stay.
 */
export async function findTargets(
  ctx: Pick<Context, 'read' | 'vault'>,
  texts: readonly string[],
): Promise<RestoreLinks> {
  const links = new Map<string, number>();
  for (const text of texts)
    for (const [, token = ''] of text.matchAll(TRACKED)) {
      if (links.size >= MOST_RESTORED) break;
      const known = parseClickToken(ctx, token);
      if (known !== null) links.set(token, known.link_id);
    }
  if (links.size === 0) return (text) => text;
  const urls = await ctx.read((read) => listUrls(read, [...new Set(links.values())]));
  return (text, form) => {
    let restored = 0;
    return text.replace(TRACKED, (whole, token: string) => {
      const link = links.get(token);
      // The link without words leads nowhere.
      const url = link === 0 ? '' : urls.get(link ?? -1);
      restored += 1;
      if (url === undefined || restored > MOST_RESTORED) return whole;
      return form === 'html' ? escapeHtml(url) : url;
    });
  };
}
