import { sql } from 'kysely';
import type { SystemContext } from '../../kernel/context.ts';
import { makeClickUrl, makeOpenUrl } from './click-token.service.ts';
import { judgeClicks } from './judge-clicks.service.ts';
import { listDomains, removeDomain } from './tracking-domains.store.ts';

/** A tracking domain that works, without a name server. */
export async function makeTrackingDomain(
  system: SystemContext,
  given: { organization_id: number; host: string; domain: string },
): Promise<void> {
  await system.systemTransaction(async ({ db }) => {
    await sql`insert into tracking_domains (organization_id, host, domain, problem, proven_at, working_since, checked_at)
      values (${given.organization_id}, ${given.host}, ${given.domain}, null, app_now(), app_now(), app_now())`.execute(
      db,
    );
  });
}

/** Removes every tracking domain of an organization, as its settings do. */
export const removeTrackingDomains = (system: SystemContext, organizationId: number): Promise<void> =>
  system.forOrganization(organizationId).transaction(async (tx) => {
    for (const { id } of await listDomains(tx)) await removeDomain(tx, id);
  });

/** A tracked link of a mail, as it left. */
export async function makeTrackedLink(
  system: SystemContext,
  given: { organization_id: number; campaign_id: number | null; lead_id: number; url: string },
): Promise<string> {
  const { rows } = await system.systemTransaction(({ db }) =>
    sql<{ id: number }>`insert into tracked_links (organization_id, campaign_id, url)
      values (${given.organization_id}, ${given.campaign_id}, ${given.url}) returning id`.execute(db),
  );
  return makeClickUrl(system, { lead_id: given.lead_id, node_id: 1, link_id: rows[0]!.id }, 't.acme.example');
}

/** The image of a mail, as it left. */
export const makeTrackedImage = (system: SystemContext, lead_id: number): string =>
  makeOpenUrl(system, { lead_id, node_id: 1 }, 't.acme.example');

/** Judges all requests that are old enough, as the loop does. */
export const judgeNow = (system: SystemContext): Promise<void> => judgeClicks(system, new AbortController().signal);
