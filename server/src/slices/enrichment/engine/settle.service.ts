import { normalizeEmail } from '@overture/domain/addresses/email-address';
import type { ContactLookup } from '@overture/domain/money/credits';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { releaseCredits, settleCredits } from '../../billing/index.ts';
import { addSource } from '../../lead-sources/index.ts';
import { type ContactChange, fillContact } from '../../prospects/index.ts';
import type { CellOutcome } from '../../research/index.ts';
import {
  CONTACT_FIELDS,
  type EndedResult,
  presentResult,
  type ResultRow,
  raiseResultVersions,
  writeResults,
} from '../../research-results/index.ts';
import type { ResearchTask } from '../../research-tasks/index.ts';
import { type CellVerdict, decideCell, type EmptyInput } from '../cells/cell-outcome.rules.ts';
import { endWithoutResult, saveWaiting } from '../cells/cell-states.store.ts';
import { deleteEndedCells, postponeCells, type TakenCell } from '../cells/cells.store.ts';
import type { ClaimedCell } from '../cells/claims.store.ts';
import { lockAwaited, markReady, saveEmpty } from '../cells/waits.store.ts';
import { emitLookups } from '../runs/lookup-events.service.ts';
import { publishThrottled } from '../runs/run-progress.service.ts';
import { countEnded } from '../runs/runs.store.ts';

type Tx = TransactionContext;

/** A finished cell, still under its claim. */
export interface EndedWork {
  cell: ClaimedCell;
  task: ResearchTask;
  outcome: CellOutcome | EmptyInput;
}

interface Settled {
  cell: TakenCell;
  task: ResearchTask;
  verdict: Exclude<CellVerdict, { end: 'postponed' }>;
}

/** A cell to be retried later, with the reason. */
type Postponed = Pick<ClaimedCell, 'id' | 'lease_token' | 'prompt_id' | 'prospect_id'> & {
  until: Date;
  reason: string;
  is_try: boolean;
};

/** Above this number a change of the list is published instead of single cells. */
const maxPublished = 25;

const contactFields: Record<ContactLookup, { field: string; column: keyof ContactChange }> = {
  FIND_EMAIL: { field: 'email', column: 'email' },
  FIND_PHONE: { field: 'phone_number', column: 'phone_number' },
  FIND_WEBSITE: { field: 'company_website', column: 'company_website_url' },
};

/**
 * Writes outcomes of one organization in one transaction: results, lead fields, run counts, credits. A cell counts once: its row is deleted
 * under its claim's token, and stopped or taken-over cells are skipped.
 */
export async function settleOutcomes(ctx: Context, works: readonly EndedWork[]): Promise<void> {
  await ctx.transaction(async (tx) => {
    const postponed: Postponed[] = [];
    const ended = works.filter(({ cell, task, outcome }) => {
      const verdict = decideCell(outcome, task, { ...cell, credits: 0 });
      if (verdict.end !== 'postponed') return true;
      postponed.push({ ...cell, until: verdict.until, reason: verdict.reason, is_try: true });
      return false;
    });
    const waiting = await postponeCells(tx, postponed);
    const taken = new Map(
      (
        await deleteEndedCells(
          tx,
          ended.map(({ cell }) => cell),
        )
      ).map((cell) => [cell.id, cell]),
    );
    const settled = ended.flatMap(({ cell, task, outcome }): Settled[] => {
      const row = taken.get(cell.id);
      if (!row) return [];
      const verdict = decideCell(outcome, task, { ...row, attempts: cell.attempts });
      return verdict.end === 'postponed' ? [] : [{ cell: row, task, verdict }];
    });
    if (settled.length > 0) await write(tx, settled);
    await saveWaits(
      tx,
      postponed.flatMap((cell) => {
        const location = waiting.get(cell.id);
        return location ? [{ ...cell, ...location }] : [];
      }),
    );
  });
}

/** A waiting cell shows its reason: 'Loading...' for minutes would not explain why. */
async function saveWaits(tx: Tx, cells: readonly (Postponed & PublishedCell)[]): Promise<void> {
  const rows = await saveWaiting(
    tx,
    cells.map(({ prompt_id, prospect_id, reason }) => ({ prompt_id, prospect_id, reason })),
  );
  publishCells(tx, cells, rows);
}

async function write(tx: Tx, settled: readonly Settled[]): Promise<void> {
  const empty = settled.flatMap(({ cell, verdict }) => (verdict.end === 'empty' ? [{ ...cell, ...verdict }] : []));
  await lockAwaited(tx, empty);
  const answered = settled.flatMap(({ verdict }): EndedResult[] => ('answer' in verdict ? [verdict.answer] : []));
  const failed = settled.flatMap(({ cell, verdict }) =>
    verdict.end === 'failed'
      ? [
          {
            prompt_id: cell.prompt_id,
            prospect_id: cell.prospect_id,
            error: verdict.error,
            tried_steps: [...verdict.steps],
          },
        ]
      : [],
  );
  const written = [...(await writeResults(tx, answered)), ...(await endWithoutResult(tx, failed))];
  const rows = [...written, ...(await saveEmpty(tx, empty))];
  await markReady(tx, written);
  const filled = await fillContacts(tx, settled);
  publishLookups(tx, settled);
  await settleRuns(tx, settled);
  const changed = settled.map(({ cell }) => cell.prompt_id);
  await raiseResultVersions(tx, filled ? [...changed, CONTACT_FIELDS] : changed, 'arrivals');
  await publish(tx, settled, rows);
}

/** Copies a look-up's result into the lead's field, where campaigns use it; a value typed in between is kept. */
async function fillContacts(tx: Tx, settled: readonly Settled[]): Promise<boolean> {
  let isFilled = false;
  for (const { cell, task, verdict } of settled) {
    if (!task.data_enrichment_type || verdict.end !== 'found') continue;
    const { field, column } = contactFields[task.data_enrichment_type];
    const output = String(verdict.answer.answer.output);
    // Addresses are stored in the form in which they are compared.
    const value = column === 'email' ? normalizeEmail(output) : output;
    if (value === null || !(await fillContact(tx, cell.prospect_id, column, value))) continue;
    await addSource(tx, { kind: 'enrichment', detail: findSource(verdict) ?? '' }, [cell.prospect_id]);
    tx.live.publish('enrichment_complete', { prospect_id: cell.prospect_id, field, value });
    isFilled = true;
  }
  return isFilled;
}

/** The step of a look-up that found it, as people call it; null where no step did. */
function findSource(verdict: Settled['verdict']): string | null {
  if (verdict.end !== 'found') return null;
  return verdict.answer.answer.steps?.findLast(({ outcome }) => outcome === 'found')?.label ?? null;
}

function publishLookups(tx: Tx, settled: readonly Settled[]): void {
  emitLookups(
    tx,
    settled.map(({ cell, verdict }) => ({
      ...cell,
      // Questions of look-ups name no columns.
      end: verdict.end === 'empty' ? ('stopped' as const) : verdict.end,
      error: verdict.end === 'failed' ? verdict.error : null,
    })),
  );
}

/** Spends the credits of cells with a result and gives those of the others back; by run, in one order for everybody. */
async function settleRuns(tx: Tx, settled: readonly Settled[]): Promise<void> {
  const byRun = [...Map.groupBy(settled, ({ cell }) => cell.run_id)].sort(([one], [other]) => one - other);
  for (const [runId, group] of byRun) {
    const count = (end: string): number => group.filter(({ verdict }) => verdict.end === end).length;
    // A question that was not asked has not failed.
    const ended = {
      ...{ found: count('found'), not_found: count('not_found') },
      ...{ failed: count('failed'), cancelled: count('empty') },
    };
    const reservation = await countEnded(tx, runId, ended);
    if (reservation === null) continue;
    const spentOf = ({ verdict }: Settled): number => (verdict.end === 'found' ? verdict.spent : 0);
    await settleCredits(
      tx,
      reservation,
      group.map((one) => ({
        key: `cell:${one.cell.id}`,
        credits: spentOf(one),
        prospect_id: one.cell.prospect_id,
        provider: findSource(one.verdict),
      })),
    );
    await releaseCredits(
      tx,
      reservation,
      group.map((one) => ({ key: `back:${one.cell.id}`, credits: one.cell.credits - spentOf(one) })),
    );
  }
}

type PublishedCell = Pick<TakenCell, 'search_id' | 'campaign_id' | 'prompt_id' | 'prospect_id'>;

function publishCells(tx: Tx, cells: readonly PublishedCell[], rows: readonly ResultRow[]): void {
  const answers = new Map(rows.map((row) => [`${row.prompt_id}:${row.prospect_id}`, row]));
  for (const { search_id, campaign_id, prompt_id, prospect_id } of cells.length <= maxPublished ? cells : []) {
    const row = answers.get(`${prompt_id}:${prospect_id}`);
    if (row) {
      const answer = { ...presentResult(row) };
      tx.live.publish('prompt_completed', { search_id, campaign_id, prompt_id, prospect_id, answer });
    }
  }
}

async function publish(tx: Tx, settled: readonly Settled[], rows: readonly ResultRow[]): Promise<void> {
  const cells = settled.map(({ cell }) => cell);
  publishCells(tx, cells, rows);
  await publishThrottled(tx, cells);
}
