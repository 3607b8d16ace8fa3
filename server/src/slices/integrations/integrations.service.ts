import { type CrmPort, MISSING_GRANT } from '@overture/adapters/crm/crm.port';
import type { ProviderError } from '@overture/adapters/kit/errors';
import type { Integration } from '@overture/contract/integrations';
import { canUseIntegrations } from '@overture/domain/access/permissions';
import { CRM_TYPES, type CrmGrant, type CrmType } from '@overture/domain/crm';
import type { TransactionContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { findOrganization } from '../organization/index.ts';
import * as store from './integrations.store.ts';

type Tx = TransactionContext;

/** White-label clients do without, unless an admin of the provider looks. @throws forbidden */
export async function requireIntegrations(
  ctx: Pick<SessionContext, 'transaction' | 'user' | 'organization'>,
): Promise<void> {
  const organization = await ctx.transaction((tx) => findOrganization(tx, tx.organization.id));
  const { is_whitelabel, is_agency } = orNotFound(organization);
  if (!canUseIntegrations({ ...ctx.user, organization: { is_whitelabel, is_agency } })) throw new ApiError('forbidden');
}

export function presentIntegration({ manifest, oauth }: CrmPort, row: store.IntegrationRow | undefined): Integration {
  return {
    integration_type: manifest.id,
    name: manifest.label,
    needs_reconnect: row?.is_expired === true,
    missing_grant: row?.missing_grant ?? null,
    is_configured: oauth.is_configured,
    missing_settings: oauth.missing_settings,
    has_boards: manifest.capabilities.has_boards,
    ...presentAccount(row),
    ...presentSync(row),
    interest: manifest.capabilities.interest,
    calls_today: row?.calls_today ?? 0,
    pause_reason: row?.paused_until ? row.pause_reason : null,
    paused_until: row?.paused_until?.toISOString() ?? null,
  };
}

function presentAccount(row: store.IntegrationRow | undefined) {
  const connected = row?.is_connected === true;
  return {
    connected,
    account_name: connected || row?.is_expired ? (row?.account_name ?? null) : null,
    account_url: connected ? row.account_url : null,
    connected_at: connected ? row.connected_at.toISOString() : null,
  };
}

function presentSync(row: store.IntegrationRow | undefined) {
  return {
    sync: row?.sync ?? [],
    sync_board_id: row?.sync_board_id || null,
    sync_stage: row?.sync_stage ?? null,
    owner_kind: row?.owner_kind ?? 'none',
    owner_id: row?.owner_id ?? null,
    owner_column_id: row?.owner_column_id ?? null,
  };
}

export async function listIntegrations(ctx: SessionContext): Promise<Integration[]> {
  const rows = await ctx.transaction((tx) => store.listIntegrationRows(tx));
  return CRM_TYPES.map((type) =>
    presentIntegration(
      ctx.ports.crm[type],
      rows.find((row) => row.integration_type === type),
    ),
  );
}

/** What the sign-in lacks, where that is why it was refused. */
export const grantBehind = ({ code }: ProviderError): CrmGrant | null => (code === MISSING_GRANT ? 'scopes' : null);

/** @throws crm_not_connected */
export async function requireConnected(tx: Tx, type: CrmType): Promise<store.IntegrationRow> {
  const row = await store.findIntegration(tx, type);
  if (row?.is_connected) return row;
  throw new ApiError('crm_not_connected', { name: tx.ports.crm[type].manifest.label });
}
