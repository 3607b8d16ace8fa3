import type { Organization } from '@overture/contract/organization';
import { cleanOptionalText, toSingleLine } from '@overture/domain/text/text';
import type { Context } from '../../kernel/context.ts';
import { requireVersion } from '../../kernel/edits/requested-version.ts';
import { orNotFound } from '../../kernel/errors.ts';
import { presentOrganization } from './organization.rules.ts';
import {
  findOrganization,
  findZone,
  type KnowledgeBaseChange,
  updateOrganization,
  type Zone,
} from './organization.store.ts';

/** The caller's organization, as the API shows it. */
export async function getOwnOrganization(ctx: Pick<Context, 'read'>): Promise<Organization> {
  return ctx.read(async (tx) =>
    presentOrganization(orNotFound(await findOrganization(tx, tx.organization.id)), tx.clock.now()),
  );
}

/** Changes what the organization says about itself: null or blank clears a field; a name is kept rather than emptied. */
export async function saveKnowledgeBase(
  ctx: Pick<Context, 'transaction'>,
  {
    version,
    ...given
  }: { [Field in keyof KnowledgeBaseChange]?: KnowledgeBaseChange[Field] | null | undefined } & {
    version?: number | null | undefined;
  },
): Promise<Organization> {
  return ctx.transaction(async (tx) => {
    const { id } = tx.organization;
    const present = async () => presentOrganization(orNotFound(await findOrganization(tx, id)), tx.clock.now());
    await requireVersion(tx, { table: 'organizations', key: 'organization_id', id }, version, async () => ({
      data: await present(),
    }));
    const { name, website_url, has_website, annual_revenue, employee_count, ...descriptions } = given;
    const cleaned = Object.entries(descriptions).flatMap(([field, text]) =>
      text === undefined ? [] : [[field, cleanOptionalText(text)] as const],
    );
    const newName = toSingleLine(name ?? '');
    await updateOrganization(tx, id, {
      ...Object.fromEntries(cleaned),
      ...(newName === '' ? {} : { name: newName }),
      ...(website_url === undefined ? {} : { website_url: toSingleLine(website_url ?? '') || null }),
      ...(typeof has_website === 'boolean' ? { has_website } : {}),
      ...(annual_revenue === undefined ? {} : { annual_revenue }),
      ...(employee_count === undefined ? {} : { employee_count }),
    });
    return present();
  });
}

export async function getOwnZone(ctx: Pick<Context, 'read'>): Promise<Zone> {
  return ctx.read(async (tx) => orNotFound(await findZone(tx, tx.organization.id)));
}
