import type { ReadContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { findOrganization, type OrganizationRow } from '../organization/index.ts';

/** The agency whose brand it is. @throws forbidden for everybody else */
export async function requireAgency(tx: ReadContext): Promise<OrganizationRow> {
  const organization = orNotFound(await findOrganization(tx, tx.organization.id));
  if (!organization.is_agency || !organization.is_whitelabel) throw new ApiError('forbidden');
  return organization;
}
