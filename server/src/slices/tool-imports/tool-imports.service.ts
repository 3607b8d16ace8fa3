import type { ToolCampaignPreview, ToolImport, ToolImportDetails } from '@overture/contract/tool-imports';
import { TOOL_IMPORT_LIMITS } from '@overture/domain/limits';
import type { ReadContext, TransactionContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { deleteUnimported, markContinued } from './rows.store.ts';
import * as summaries from './summary.store.ts';
import * as store from './tool-imports.store.ts';

export const keyPurpose = 'tool-import-key';

const IMPORTS_PER_HOUR = 20;
const DAY = 86_400_000;

export async function listImports(ctx: SessionContext) {
  const rows = await ctx.read(store.listImports);
  return {
    imports: rows.map((row) => presentImport(row, ctx.clock.now())),
    tools: ctx.ports.outreach_tools.tools.map(({ id, label, key_instructions }) => ({ id, label, key_instructions })),
  };
}

function presentImport(row: store.ImportRow, now: Date): ToolImport {
  const { id, tool, tool_label, file_name, state, rows_done, rows_total, note, finished_at } = row;
  const canEnd = state === 'finished' || state === 'stopped' || state === 'failed';
  const isRecent =
    finished_at !== null && now.getTime() - finished_at.getTime() < TOOL_IMPORT_LIMITS.undo_in_days * DAY;
  return {
    ...{ id, tool, tool_label, file_name, state, rows_done, rows_total, note },
    created_at: row.created_at.toISOString(),
    created_by: row.created_by_name,
    finished_at: finished_at?.toISOString() ?? null,
    can_undo: canEnd && isRecent && row.has_rows,
    summary: rows_total === null ? null : (row.summary as ToolImport['summary']),
  };
}

async function present(tx: ReadContext, id: number): Promise<ToolImport> {
  return presentImport(orNotFound(await store.findImport(tx, id)), tx.clock.now());
}

/** @throws not_found */
export async function getImport(ctx: SessionContext, id: number): Promise<ToolImportDetails> {
  return ctx.read(async (tx) => {
    const found = await present(tx, id);
    const isRead = found.summary !== null;
    return {
      import: found,
      campaigns: isRead ? (await summaries.listCampaigns(tx, id)).map(presentCampaign) : [],
      senders: isRead ? await summaries.listSenders(tx, id) : [],
      samples: found.state === 'review' ? await summaries.listSamples(tx, id) : [],
      left_out: isRead ? await summaries.listLosses(tx, id) : [],
    };
  });
}

function presentCampaign(row: summaries.CampaignRow): ToolCampaignPreview {
  const { id, name, steps, leads, not_contacted, in_sequence, object_id } = row;
  const notes = row.changes?.notes ?? row.losses;
  const over = leads - not_contacted - in_sequence;
  return { id, name, steps, leads, not_contacted, in_sequence, over, notes, campaign_id: object_id };
}

/** Begins to read a tool; nothing is imported before the person has seen it. @throws not_found, conflict, rate_limited */
export async function createImport(ctx: SessionContext, given: { tool: string; api_key: string }): Promise<ToolImport> {
  const tool = orNotFound(ctx.ports.outreach_tools.tools.find(({ id }) => id === given.tool));
  await ctx.rate_limits.spend('tool-imports', String(ctx.organization.id), IMPORTS_PER_HOUR, 3600);
  return ctx.transaction(async (tx) => {
    const sealed_key = tx.vault.seal(keyPurpose, given.api_key);
    const id = await store.insertImport(tx, {
      tool: tool.id,
      tool_label: tool.label,
      sealed_key,
      user_id: ctx.user.id,
    });
    if (id === undefined)
      throw new ApiError('conflict', { reason: 'Another import is open. Finish or stop it first.' });
    return present(tx, id);
  });
}

/** @throws not_found, conflict for one that is not paused, or whose key was erased */
export async function resumeImport(ctx: SessionContext, id: number, apiKey: string | undefined): Promise<ToolImport> {
  const more = apiKey === undefined ? {} : { sealed_key: ctx.vault.seal(keyPurpose, apiKey) };
  return ctx.transaction(async (tx) => {
    const found = orNotFound(await store.findImport(tx, id));
    if (apiKey === undefined && found.state === 'paused' && found.sealed_key === null && !found.has_files)
      throw new ApiError('conflict', { reason: 'The key of this import was deleted. Enter an API key.' });
    return change(tx, id, ['paused'], 'reading', 'This import is not paused.', more);
  });
}

/**
 * Imports what was read. Leads in the middle of a sequence continue in the campaigns that are named.
 * @throws not_found, conflict for one that is not in review
 */
export async function startImport(ctx: SessionContext, id: number, continued: readonly number[]): Promise<ToolImport> {
  const position = JSON.stringify({ phase: 'suppressions', after: 0 });
  return ctx.transaction(async (tx) => {
    const started = await change(tx, id, ['review'], 'importing', 'This import is not waiting to be started.', {
      position,
    });
    await markContinued(tx, id, continued);
    return started;
  });
}

/** What was read and not imported is deleted. @throws not_found, conflict for one that has ended */
export async function stopImport(ctx: SessionContext, id: number): Promise<ToolImport> {
  return ctx.transaction(async (tx) => {
    orNotFound(await store.findImport(tx, id));
    if (!(await store.changeState(tx, id, ['reading', 'paused', 'review', 'importing'], 'stopped')))
      throw new ApiError('conflict', { reason: 'This import has ended already.' });
    await deleteUnimported(tx, id);
    return present(tx, id);
  });
}

/** @throws not_found, conflict for one that can't be undone, and while another one is open */
export async function undoImport(ctx: SessionContext, id: number): Promise<ToolImport> {
  const { can_undo } = (await getImport(ctx, id)).import;
  if (!can_undo) throw new ApiError('conflict', { reason: "This import can't be undone any longer." });
  await ctx.read(requireNoneOpen);
  const position = JSON.stringify({ phase: 'campaigns', after: 0 });
  return ctx.transaction((tx) =>
    change(tx, id, ['finished', 'stopped', 'failed'], 'undoing', "This import can't be undone.", { position }),
  );
}

/** @throws conflict while an import is open */
export async function requireNoneOpen(tx: ReadContext): Promise<void> {
  if (await store.hasOpen(tx))
    throw new ApiError('conflict', { reason: 'Another import is open. Finish or stop it first.' });
}

async function change(
  tx: TransactionContext,
  id: number,
  from: readonly store.State[],
  to: store.State,
  reason: string,
  more: Parameters<typeof store.changeState>[4],
): Promise<ToolImport> {
  orNotFound(await store.findImport(tx, id));
  if (!(await store.changeState(tx, id, from, to, more))) throw new ApiError('conflict', { reason });
  return present(tx, id);
}
