import type { Integration } from '@overture/contract/integrations';
import type { CrmOwnerKind, CrmStanding, CrmSyncSwitch, CrmType } from '@overture/domain/crm';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import type { TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { forgetCrmPeople } from '../../crm-people/index.ts';
import { listLeadColumns } from '../../lead-columns/index.ts';
import { presentIntegration, requireConnected, requireIntegrations } from '../integrations.service.ts';
import { updateSync } from '../integrations.store.ts';
import { callCrm } from '../mappings/mappings.service.ts';
import { crmWorkTask } from '../push/run-push.job.ts';
import { forgetOwners } from './lead-owners.store.ts';

interface Settings {
  sync: readonly CrmSyncSwitch[];
  board_id?: string | null | undefined;
  stage?: string | null | undefined;
  owner_kind?: CrmOwnerKind | null | undefined;
  /** Of `user`. */
  owner_id?: string | null | undefined;
  /** The column of leads that stores the address of the CRM owner. */
  owner_column_id?: number | null | undefined;
}

/**
 * Leads held by a disabled setting continue.
 * @throws crm_no_board, crm_no_owner, validation_failed
 */
export async function saveSettings(ctx: SessionContext, type: CrmType, given: Settings): Promise<Integration> {
  await requireIntegrations(ctx);
  const port = ctx.ports.crm[type];
  const { has_boards } = port.manifest.capabilities;
  if (has_boards && given.sync.length > 0 && !given.board_id) throw new ApiError('crm_no_board');
  const owner_kind = given.owner_kind ?? 'none';
  const owner_id = owner_kind === 'user' ? given.owner_id || null : null;
  if (owner_kind === 'user' && owner_id === null) throw new ApiError('crm_no_owner');
  const board_id = has_boards ? (given.board_id ?? '') : '';
  return ctx.transaction(async (tx) => {
    const { id } = await requireConnected(tx, type);
    const sync = [...new Set(given.sync)];
    const owner_column_id = sync.includes('owners') ? (given.owner_column_id ?? null) : null;
    if (owner_column_id !== null) await requireTextColumn(tx, owner_column_id);
    const row = orNotFound(
      await updateSync(tx, type, { sync, board_id, stage: given.stage || null, owner_kind, owner_id, owner_column_id }),
    );
    await forgetOwners(tx, id);
    await forgetCrmPeople(tx, id, unwanted(sync));
    tx.jobs.add(crmWorkTask, { integration_id: id }, { key: `crm-work:${id}` });
    return presentIntegration(port, row);
  });
}

/** Releases the leads of disabled settings. States stay until the whole account was read once more. */
function unwanted(sync: readonly CrmSyncSwitch[]): CrmStanding[] {
  const of = { read_back: ['customer', 'open_deal'], unsubscribes: ['do_not_contact'] } as const;
  return (['read_back', 'unsubscribes'] as const).flatMap((one) => (sync.includes(one) ? [] : of[one]));
}

async function requireTextColumn(tx: TransactionContext, id: number): Promise<void> {
  const column = (await listLeadColumns(tx)).find((one) => one.id === id && !one.is_archived);
  if (column?.type === 'text') return;
  throw new ApiError('validation_failed', {}, { owner_column_id: 'Please choose a column of text.' });
}

export async function listStages(ctx: SessionContext, type: CrmType, boardId: string | null) {
  const stages = await callCrm(ctx, type, (port, connection) => port.listStages(connection, boardId));
  return stages.slice(0, LIST_LIMITS.crm_choices);
}

export async function listOwners(ctx: SessionContext, type: CrmType) {
  const owners = await callCrm(ctx, type, (port, connection) => port.listOwners(connection));
  return owners.slice(0, LIST_LIMITS.crm_choices).map(({ id, name }) => ({ id, name }));
}
