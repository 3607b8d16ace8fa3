import type { LinkedinPerson, PeoplePage } from '@overture/adapters/linkedin/linkedin.port';
import { IMPORT_LIMITS } from '@overture/domain/limits';
import type { TransactionContext } from '../../../kernel/context.ts';
import { countSkipped } from '../../erased-people/index.ts';
import { mergeProspects } from '../../lead-merging/index.ts';
import { raiseProspectVersion } from '../../lead-versions/index.ts';
import { adoptPublicAddresses, findLinkedinMembers, rememberLinkedinMembers } from '../../linkedin-members/index.ts';
import { findProspects } from '../../prospects/index.ts';
import { insertChanges } from '../import/changes.store.ts';
import { progressOf } from '../import/import.service.ts';
import { type ImportRow, importOrigin, insertBadRows, presentImport } from '../import/imports.store.ts';
import { ClaimLostError } from '../import/store-batch.service.ts';
import { firstMerged, listMerged } from '../search-prospects.store.ts';
import { addToTotal } from '../searches.store.ts';
import { endTurn, type LinkedinImportRow, recordPage } from './linkedin-imports.store.ts';
import { batchPeople } from './people-batch.rules.ts';

/**
 * Stores the people of a page and moves the import's place, in one transaction: a page counts once however often it is
 * read. Entries that are no people do not count towards the wanted amount.
 * @throws ClaimLostError when the claim named by the row is no longer valid
 */
export async function storePage(
  tx: TransactionContext,
  at: LinkedinImportRow,
  page: PeoplePage,
  rest_in_seconds: number,
): Promise<ImportRow> {
  const wanted = at.amount - (at.added_prospects + at.duplicate_rows + at.bad_rows);
  const people = page.people.slice(0, wanted);
  const is_last = page.cursor === null || people.length >= wanted;
  const { erased, hasChangedKnown, firstIds, ...counts } = await mergePeople(tx, at, people);
  const row = await recordPage(tx, at, {
    ...counts,
    skipped: page.skipped + erased,
    cursor: page.cursor,
    is_last,
    rest_in_seconds,
  });
  if (!row) throw new ClaimLostError();
  if (at.account_id !== null) {
    await endTurn(tx, at.account_id, { rest_in_seconds, people: page.people.length + page.skipped });
  }
  if (hasChangedKnown) await raiseProspectVersion(tx);
  const total_prospects = await addToTotal(tx, at.search_id, counts.added);
  const prospects = await findProspects(tx, firstIds);
  tx.live.publish('import_progress', progressOf(presentImport(row)));
  tx.live.publish('prospect_list', { search_id: at.search_id, total_prospects, prospects });
  if (is_last) tx.live.publish('search_finished', { search_id: at.search_id });
  return row;
}

async function mergePeople(tx: TransactionContext, at: LinkedinImportRow, people: readonly LinkedinPerson[]) {
  const nameless = people.filter((person) => person.public_identifier === null).map((person) => person.provider_id);
  const known = at.account_id === null ? new Map() : await findLinkedinMembers(tx, at.account_id, nameless);
  const batch = batchPeople(people, known, at.total_rows + 1);
  const renamed = at.account_id === null ? 0 : await adoptPublicAddresses(tx, at.account_id, batch.members);
  const arrival = { source: importOrigin(at) };
  const rules = { values: 'fill', keeps_changes: true } as const;
  const { has_changed_known, erased } = await mergeProspects(
    tx,
    arrival,
    batch.incoming,
    batch.leads,
    undefined,
    rules,
  );
  const updated_prospects = await insertChanges(tx, at.id, []);
  await countSkipped(tx, 'linkedin', erased.length);
  const added = await listMerged(tx, at.search_id, at.created_at, at.id);
  const firstIds = await firstMerged(tx, IMPORT_LIMITS.first_prospects);
  if (at.account_id !== null) await rememberLinkedinMembers(tx, at.account_id, batch.members);
  await insertBadRows(tx, at.id, batch.bad);
  return {
    added,
    duplicate: batch.repeated + batch.leads - added - erased.length,
    bad: batch.bad.length,
    updated_prospects,
    erased: erased.length,
    hasChangedKnown: has_changed_known || renamed > 0,
    firstIds,
  };
}
