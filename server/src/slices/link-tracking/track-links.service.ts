import { ownDomain } from '@overture/domain/sending/own-domain';
import { type LinkRule, listTrackableLinks, rewriteLinks } from '@overture/domain/tracking/rewrite-links';
import type { SystemTransactionContext } from '../../kernel/context.ts';
import { makeClickUrl, makeOpenUrl } from './click-token.service.ts';
import { upsertLinks, type WantedLink } from './link-clicks.store.ts';
import { listWorkingHosts } from './tracking-domains.store.ts';

/** A mail whose links may be rewritten, or that may get the image. */
export interface TrackableMail {
  intent_id: number;
  organization_id: number;
  campaign_id: number;
  lead_id: number;
  node_id: number;
  sender_email: string;
  html: string;
  texts: LinkRule['texts'];
  calendar_url: string | null;
  tracks_clicks: boolean;
  tracks_opens: boolean;
}

/**
 * The HTML parts as they leave, by intent: those with rewritten links or the image only. A mail without a working host of its sender's domain leaves
 * as it is.
 */
export async function trackLinks(
  tx: SystemTransactionContext,
  mails: readonly TrackableMail[],
): Promise<Map<number, string>> {
  if (mails.length === 0) return new Map();
  const hosts = await listWorkingHosts(tx, [...new Set(mails.map(({ organization_id }) => organization_id))]);
  const ready = mails.flatMap((mail) => {
    const domain = ownDomain(mail.sender_email);
    const host = hosts.find((one) => one.organization_id === mail.organization_id && one.domain === domain)?.host;
    if (host === undefined || domain === null) return [];
    const rule: LinkRule = { texts: mail.texts, domain, calendar_url: mail.calendar_url };
    const urls = mail.tracks_clicks ? listTrackableLinks(mail.html, rule) : [];
    return urls.length === 0 && !mail.tracks_opens ? [] : [{ mail, host, rule, urls }];
  });
  const wanted = ready.flatMap(({ mail: { organization_id, campaign_id }, urls }) =>
    urls.map((url): WantedLink => ({ organization_id, campaign_id, url })),
  );
  const links = await upsertLinks(tx, wanted);
  return new Map(
    ready.map(({ mail, host, rule, urls }) => {
      const own = links.filter(({ campaign_id, url }) => campaign_id === mail.campaign_id && urls.includes(url));
      const urlOf = (link_id: number) => makeClickUrl(tx, { ...mail, link_id }, host);
      const replacements = new Map(own.map(({ id, url }) => [url, urlOf(id)]));
      // Has no words: only programs follow it.
      const unseen = own.length === 0 ? '' : `<a href="${urlOf(0)}" tabindex="-1" aria-hidden="true"></a>`;
      // Its size is said: hidden images look like spam.
      const image = mail.tracks_opens ? `<img src="${makeOpenUrl(tx, mail, host)}" width="1" height="1" alt="">` : '';
      return [mail.intent_id, rewriteLinks(mail.html, rule, replacements) + unseen + image];
    }),
  );
}
