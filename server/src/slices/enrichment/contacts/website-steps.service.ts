import { isProviderError } from '@overture/adapters/kit/errors';
import type { Prospect } from '@overture/contract/prospects';
import { companyDomainOfEmail, pickCompanyWebsite } from '@overture/domain/leads/company-website';
import type { Context } from '../../../kernel/context.ts';
import { listColleagues } from './contacts.store.ts';
import { type LookupStep, WEBSITE_FROM_EMAIL_CONFIDENCE } from './lookup.rules.ts';
import { findMailDomain } from './mail-domains.service.ts';

type Ctx = Pick<Context, 'transaction' | 'ports' | 'clock' | 'log'>;

/** Wait before a search is tried again that failed for a reason which passes. */
const RETRY_IN_MS = 30_000;
const MOST_RESULTS = 8;

/** The website of colleagues: people with an address at the same domain. */
export function websiteOfColleagues(ctx: Ctx, prospect: Prospect): LookupStep {
  return {
    label: 'Colleagues',
    async take() {
      const domain = companyDomainOfEmail(prospect.email);
      if (domain === null) return { outcome: 'skipped', detail: 'The lead has no address at work.' };
      const colleagues = await ctx.transaction((tx) => listColleagues(tx, domain, prospect.id));
      const website = colleagues.find(({ company_website_url }) => company_website_url)?.company_website_url;
      if (!website) return { outcome: 'not_found', detail: `No colleague at ${domain} has a website.` };
      return {
        outcome: 'found',
        value: website,
        confidence: 95,
        detail: `A colleague at ${domain} has it.`,
        is_free: true,
      };
    },
  };
}

/** The domain of an address at work is nearly always that of the website. */
export function websiteOfEmail(ctx: Ctx, prospect: Prospect, signal: AbortSignal): LookupStep {
  return {
    label: 'Email domain',
    async take() {
      const domain = companyDomainOfEmail(prospect.email);
      if (domain === null) return { outcome: 'skipped', detail: 'The lead has no address at work.' };
      const mail = await findMailDomain(ctx, domain, signal);
      if (mail?.takes_mail === false) return { outcome: 'not_found', detail: `${domain} takes no mail.` };
      const detail = `The lead’s address is at ${domain}.`;
      return { outcome: 'found', value: `https://${domain}`, confidence: WEBSITE_FROM_EMAIL_CONFIDENCE, detail };
    },
  };
}

/** A web search for the company's name; only a domain that reads like the name counts. */
export function websiteBySearch(ctx: Ctx, prospect: Prospect, signal: AbortSignal): LookupStep {
  return {
    label: 'Web search',
    async take() {
      const name = prospect.company.name?.trim() ?? '';
      // A dash in an imported file is no name.
      if (!/[\p{L}\p{N}]/u.test(name)) return { outcome: 'skipped', detail: 'The name of the company is not known.' };
      try {
        const query = `"${name.replaceAll('"', ' ')}" official website`;
        const found = await ctx.ports.sources.searchWeb({ query, limit: MOST_RESULTS, signal });
        const guess = pickCompanyWebsite(name, found);
        if (guess === null)
          return { outcome: 'not_found', detail: `None of ${found.length} results is plainly the company’s own site.` };
        const { website: value, confidence, domain, title } = guess;
        const source = { source: value, title: title || domain };
        return { outcome: 'found', value, confidence, detail: `The search for “${name}” leads to ${domain}.`, source };
      } catch (error) {
        signal.throwIfAborted();
        if (!isProviderError(error)) throw error;
        if (error.kind === 'not_found') return { outcome: 'not_found', detail: 'The search found nothing.' };
        const passes = error.kind === 'rate_limited' || error.kind === 'unavailable';
        const later = error.until ?? new Date(Date.now() + RETRY_IN_MS);
        return { outcome: 'failed', detail: error.reason, retry_at: passes ? later : null };
      }
    },
  };
}
