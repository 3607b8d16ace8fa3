import type { Branding, Organization } from '@overture/contract/organization';
import { cleanOptionalText, toSingleLine } from '@overture/domain/text';
import type { Context, SystemContext } from '../../kernel/context.ts';
import { found } from '../../kernel/errors.ts';
import { completeBranding, presentOrganization } from './organization.rules.ts';
import {
  findBrandingByDomain,
  findOrganization,
  type KnowledgeBaseChange,
  updateOrganization,
} from './organization.store.ts';

/** Branding of a host name, the product's own where nobody branded it. Readable before sign-in. */
export async function getBranding(ctx: Pick<SystemContext, 'systemTransaction'>, domain: string): Promise<Branding> {
  const stored = await ctx.systemTransaction((tx) => findBrandingByDomain(tx, domain));
  return { ...completeBranding(stored ?? {}), domain: stored ? domain : null };
}

/** The caller's organisation, as the API shows it. */
export async function readOwnOrganization(ctx: Pick<Context, 'transaction'>): Promise<Organization> {
  return ctx.transaction(async (tx) =>
    presentOrganization(found(await findOrganization(tx, tx.organization.id)), tx.clock.now()),
  );
}

/** Changes what the organisation says about itself: null or blank clears a field; a name is kept rather than emptied. */
export async function saveKnowledgeBase(
  ctx: Pick<Context, 'transaction'>,
  given: { [Field in keyof KnowledgeBaseChange]?: KnowledgeBaseChange[Field] | null | undefined },
): Promise<Organization> {
  return ctx.transaction(async (tx) => {
    const { name, website_url, annual_revenue, employee_count, ...descriptions } = given;
    const cleaned = Object.entries(descriptions).flatMap(([field, text]) =>
      text === undefined ? [] : [[field, cleanOptionalText(text)] as const],
    );
    const newName = toSingleLine(name ?? '');
    await updateOrganization(tx, tx.organization.id, {
      ...Object.fromEntries(cleaned),
      ...(newName === '' ? {} : { name: newName }),
      ...(website_url === undefined ? {} : { website_url: toSingleLine(website_url ?? '') || null }),
      ...(annual_revenue === undefined ? {} : { annual_revenue }),
      ...(employee_count === undefined ? {} : { employee_count }),
    });
    return presentOrganization(found(await findOrganization(tx, tx.organization.id)), tx.clock.now());
  });
}
