import type { Organization } from '@overture/contract/organization';
import { findReferralCodeProblem } from '@overture/domain/access/validation-texts';
import { cleanOptionalText, toSingleLine } from '@overture/domain/text/text';
import type { Context, SystemContext } from '../../kernel/context.ts';
import { requireVersion } from '../../kernel/edits/requested-version.ts';
import { ApiError, orNotFound, sqlState, uniqueViolation } from '../../kernel/errors.ts';
import { presentOrganization } from './organization.rules.ts';
import {
  findOrganization,
  findZone,
  type KnowledgeBaseChange,
  updateOrganization,
  updateToNoPlan,
  updateToPlan,
  type Zone,
} from './organization.store.ts';
import * as store from './referral/referral.store.ts';

const MAX_USES = 500;

/** @throws validation_failed, referral_code_taken, referral_code_locked once the code was used */
export async function setReferralCode(ctx: Pick<Context, 'transaction'>, given: string): Promise<void> {
  const problem = findReferralCodeProblem(given);
  if (problem) throw new ApiError('bad_request', { reason: problem }, { referral_code: problem });
  const isSet = await ctx
    .transaction((tx) => store.updateReferralCode(tx, given.trim()))
    .catch((error: unknown) => {
      throw sqlState(error) === uniqueViolation ? new ApiError('referral_code_taken') : error;
    });
  if (!isSet) throw new ApiError('referral_code_locked');
}

export async function listReferralUses(ctx: { organization: { id: number }; system: SystemContext }) {
  const rows = await ctx.system.systemTransaction((tx) => store.listReferralUses(tx, ctx.organization.id, MAX_USES));
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

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

/**
 * Lets the user's organization spend and send, permanently or for a number of days; returns its name.
 * @throws Error in words for an unknown address
 */
export async function grantPlan(ctx: SystemContext, email: string, days: number | null): Promise<string> {
  return foundFor(email, await ctx.systemTransaction((tx) => updateToPlan(tx, email, days)));
}

/**
 * The opposite.
 * @throws Error in words for an unknown address
 */
export async function endPlan(ctx: SystemContext, email: string): Promise<string> {
  return foundFor(email, await ctx.systemTransaction((tx) => updateToNoPlan(tx, email)));
}

function foundFor(email: string, name: string | null): string {
  if (name === null) throw new Error(`No user has the address ${email}.`);
  return name;
}
