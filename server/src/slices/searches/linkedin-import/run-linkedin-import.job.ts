import { randomInt } from 'node:crypto';
import { isProviderError, type ProviderError } from '@overture/adapters/kit/errors';
import type { PeoplePage } from '@overture/adapters/linkedin/linkedin.port';
import { isHealthyStatus } from '@overture/domain/accounts';
import { LINKEDIN_READING, parseLinkedinSource, peoplePerDay } from '@overture/domain/linkedin/linkedin-import';
import type { Context, SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { runBatch } from '../../../kernel/rounds/rounds.ts';
import type { Loop, Task } from '../../../kernel/slice.ts';
import { type AccountRow, findAccount, findAccounts, setAccountStatus } from '../../accounts/index.ts';
import { progressOf } from '../import/import.service.ts';
import { endImport, type ImportRow, presentImport } from '../import/imports.store.ts';
import { ClaimLostError } from '../import/store-batch.service.ts';
import { decideAfterTrouble, emptyWords, MAX_TRIES, reconnectWords } from './import-trouble.rules.ts';
import * as store from './linkedin-imports.store.ts';
import { linkedinImportTask } from './start-linkedin-import.service.ts';
import { storePage } from './store-page.service.ts';

interface Turn {
  row: store.LinkedinImportRow;
  account: AccountRow;
}

/**
 * Reads the next page of an import, and further ones where no pause lies between. Any number of these may run: one holds
 * the import's claim and its seat's turn, the others leave.
 */
export const runLinkedinImport: Task = async (system, payload, signal) => {
  const ctx = system.forOrganization(Number(payload.organization_id));
  const id = Number(payload.import_id);
  const rest = loadGap(ctx);
  for (let isDue = true; isDue && !signal.aborted; ) {
    const turn = await ctx.transaction((tx) => beginTurn(tx, id));
    if (turn === null) return;
    const isMore = await loadNextPage(ctx, turn, rest());
    isDue = isMore && rest.isNone;
  }
};

/** Claims the import and the seat's turn. Null when there is nothing to do now. */
async function beginTurn(tx: TransactionContext, id: number): Promise<Turn | null> {
  const row = await store.claimLinkedinImport(tx, id);
  if (!row) return null;
  const account = row.account_id === null ? undefined : await findAccount(tx, row.account_id);
  if (!account || !isHealthyStatus(account.status)) {
    await fail(tx, row, reconnectWords(await findFormerName(tx, row.account_id)));
    return null;
  }
  if (row.attempts > MAX_TRIES) {
    await fail(tx, row, 'The import failed several times at the same place.');
    return null;
  }
  const pace = await store.waitForTurn(tx, account.id, row.id);
  if (!pace.is_free) {
    if (pace.rests_long) publishWait(tx, await store.postpone(tx, row, 'rested', 'This LinkedIn account is resting.'));
    else await store.postpone(tx, row, 'turn', null);
    return null;
  }
  if (pace.read_today >= peoplePerDay(account.tier)) {
    await store.endTurn(tx, account.id, { rest_in_seconds: 0, people: 0 });
    const words = 'This account has read as many people today as LinkedIn allows.';
    publishWait(tx, await store.postpone(tx, row, 'tomorrow', words));
    return null;
  }
  if (row.total_rows === 0) tx.live.publish('search_started', { search_id: row.search_id });
  return { row, account };
}

/** The name of an account that may be removed. */
async function findFormerName(tx: TransactionContext, id: number | null): Promise<string> {
  const [account] = await findAccounts(tx, id === null ? [] : [id]);
  return account?.name ?? '';
}

/** Answers whether there is more to read. */
async function loadNextPage(ctx: Context, { row, account }: Turn, rest_in_seconds: number): Promise<boolean> {
  try {
    const page = await loadPage(ctx, row, account);
    if (row.total_rows === 0 && page.cursor === null && page.people.length + page.skipped === 0) {
      await ctx.transaction(async (tx) => {
        await store.endTurn(tx, account.id, { rest_in_seconds, people: 0 });
        await fail(tx, row, emptyWords(row.kind));
      });
      return false;
    }
    const stored = await ctx.transaction((tx) => storePage(tx, row, page, rest_in_seconds));
    return stored.status === 'running';
  } catch (error) {
    if (error instanceof ClaimLostError) return false;
    if (isProviderError(error)) {
      await ctx.transaction((tx) => settleTrouble(tx, { row, account }, error));
      return false;
    }
    await ctx.transaction(async (tx) => {
      await store.endTurn(tx, account.id, { rest_in_seconds: 5, people: 0 });
      await store.waitAfterTrouble(tx, row, { seconds: 5, words: 'Something went wrong on our side; we try again.' });
    });
    throw error;
  }
}

async function loadPage(ctx: Context, row: store.LinkedinImportRow, account: AccountRow): Promise<PeoplePage> {
  const source = parseLinkedinSource(row.kind, row.source_url);
  if (source === null || account.provider_account_id === null) throw new Error('this import has no source to read');
  const wanted = row.amount - (row.added_prospects + row.duplicate_rows + row.bad_rows);
  // Not fewer than a handful: companies among the last few would cost a page each.
  const limit = Math.min(LINKEDIN_READING.page_size, Math.max(wanted, 10));
  return ctx.ports.linkedin.reading.readPage(account.provider_account_id, { source, cursor: row.cursor, limit });
}

async function settleTrouble(tx: TransactionContext, { row, account }: Turn, error: ProviderError): Promise<void> {
  // The provider measures `until` by real time, not by the installation's clock.
  const given = { kind: row.kind, account_name: account.name, tries: row.attempts, now: new Date() };
  const verdict = decideAfterTrouble(error, given);
  if (verdict.kind === 'failed') {
    await store.endTurn(tx, account.id, { rest_in_seconds: 0, people: 0 });
    if (!(await fail(tx, row, verdict.error))) return;
    if (verdict.is_disconnected) await setAccountStatus(tx, account.id, 'CREDENTIALS', error.reason);
    return;
  }
  // All imports of a slowed seat pause.
  const isSeatSlowed = error.kind === 'rate_limited';
  await store.endTurn(tx, account.id, { rest_in_seconds: isSeatSlowed ? verdict.seconds : 0, people: 0 });
  publishWait(tx, await store.waitAfterTrouble(tx, row, verdict));
}

/** The screen shows immediately why nothing moves, and until when. */
function publishWait(tx: TransactionContext, waiting: ImportRow | undefined): void {
  if (waiting) tx.live.publish('import_progress', progressOf(presentImport(waiting)));
}

async function fail(tx: TransactionContext, row: store.LinkedinImportRow, error: string): Promise<boolean> {
  const ended = await endImport(tx, row.id, 'failed', error, row.lease_token);
  if (!ended) return false;
  tx.live.publish('import_progress', progressOf(presentImport(ended)));
  tx.live.publish('search_finished', { search_id: ended.search_id });
  return true;
}

/** Seconds between two pages of a seat, at random within LINKEDIN_READ_GAP: no person clicks like a clock. */
function loadGap(ctx: Pick<Context, 'config'>): { (): number; isNone: boolean } {
  const { min, max } = ctx.config.LINKEDIN_READ_GAP;
  const draw = (): number => (max > min ? randomInt(min * 1000, max * 1000 + 1) / 1000 : min);
  return Object.assign(draw, { isNone: max === 0 });
}

/** Wakes every import whose next page is due: after its pause, after a worker died, after a job was lost. */
export const wakeLinkedinImports: Loop = {
  name: 'linkedin-imports',
  interval_in_ms: 1000,
  async run(system: SystemContext) {
    const due = await system.systemTransaction((tx) => store.findDueImports(tx));
    await runBatch(system, {
      loop: store.IMPORTS_LOOP,
      units: due.map((one) => ({ ...one, key: String(one.id) })),
      run: (part) =>
        system.systemTransaction(async (tx) => {
          for (const { id, organization_id } of part)
            tx.forOrganization(organization_id).jobs.add(
              linkedinImportTask,
              { import_id: id },
              { key: `import:${id}` },
            );
        }),
    });
  },
};
