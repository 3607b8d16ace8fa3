import { ALL_INCOMING_FIELDS } from '@overture/domain/leads/incoming-fields';
import { DEFAULT_LANGUAGE } from '@overture/domain/message/languages';
import type { TransactionContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { storeWritten } from '../ai-segments/index.ts';
import { createDemoCampaign } from '../campaigns/index.ts';
import { insertColumn } from '../enrichment/index.ts';
import { mergeFewProspects, mergeProspectsByEmail } from '../lead-merging/index.ts';
import { raiseProspectVersion } from '../lead-versions/index.ts';
import { makeContent, raiseResultVersions, typedColumns, writeResults } from '../research-results/index.ts';
import { addToTotal, createSearch, findSearch, listMerged } from '../searches/index.ts';
import { EXAMPLE_MAILS, EXAMPLE_NAMES, EXAMPLE_PEOPLE, EXAMPLE_SNIPPET, EXAMPLE_TASK } from './examples.rules.ts';
import * as store from './tour.store.ts';

type Tx = TransactionContext;

const EXAMPLE = { source: { kind: 'example' } } as const;
const emails = EXAMPLE_PEOPLE.map(({ email }) => email);

/** The person's example list; the one from before where it is still there. */
export async function createList(ctx: SessionContext): Promise<number> {
  const known = await ctx.transaction((tx) => findList(tx, ctx.user.id));
  if (known !== null) return known;
  const made = await createSearch(ctx, EXAMPLE_NAMES.search, { is_example: true });
  return ctx.transaction(async (tx) => {
    // A double click creates two for a moment; the first one stays.
    const first = await findList(tx, ctx.user.id);
    if (first !== null) {
      await store.deleteList(tx, made);
      return first;
    }
    await store.updateRun(tx, ctx.user.id, { search_id: made });
    return made;
  });
}

async function findList(tx: Tx, userId: number): Promise<number | null> {
  const { search_id } = await store.lockRun(tx, userId);
  const search = search_id === null ? undefined : await findSearch(tx, search_id);
  return search?.status === 'active' ? search.id : null;
}

/** @throws not_found for a list that is not the example of this person */
async function requireList(tx: Tx, userId: number, searchId: number): Promise<store.TourRun> {
  const run = await store.lockRun(tx, userId);
  if (run.search_id !== searchId) throw new ApiError('not_found');
  return run;
}

/** Puts the invented people into the example list. */
export async function addLeads(ctx: SessionContext, searchId: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    await requireList(tx, ctx.user.id, searchId);
    await mergeFewProspects(tx, EXAMPLE, [], ALL_INCOMING_FIELDS, true);
    const people = EXAMPLE_PEOPLE.map(({ summary: _, opening: __, ...fields }) => fields);
    const { has_changed_known } = await mergeProspectsByEmail(tx, EXAMPLE, people);
    if (has_changed_known) await raiseProspectVersion(tx);
    await addToTotal(tx, searchId, await listMerged(tx, searchId, tx.clock.now()));
  });
}

/** Adds the research column with its answers; nothing is asked of a model, and nothing is spent. */
export async function addColumn(ctx: SessionContext, searchId: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    await requireList(tx, ctx.user.id, searchId);
    await insertColumn(tx, searchId, EXAMPLE_TASK);
    const answers = (await store.listExamples(tx, searchId)).flatMap(({ id, email }) => {
      const known = EXAMPLE_PEOPLE.find((one) => one.email === email);
      if (known === undefined) return [];
      const answer = makeContent({ status: 'found', output: known.summary, sources: [sourceOf(known)] });
      const columns = typedColumns('LONG_TEXT', known.summary);
      return [{ prompt_id: EXAMPLE_TASK, prospect_id: id, answer, credits: 0, ...columns }];
    });
    await writeResults(tx, answers);
    await raiseResultVersions(tx, [EXAMPLE_TASK], 'arrivals');
  });
}

const sourceOf = ({ company_name, company_website_url }: (typeof EXAMPLE_PEOPLE)[number]) => ({
  source: company_website_url,
  title: company_name,
});

/** The person's example campaign, with the example leads and what its snippet says to each. */
export async function createCampaign(ctx: SessionContext, searchId: number): Promise<number> {
  return ctx.transaction(async (tx) => {
    const { campaign_id: known } = await requireList(tx, ctx.user.id, searchId);
    if (known !== null) return known;
    const { id, node_ids } = await createDemoCampaign(tx, {
      name: EXAMPLE_NAMES.campaign,
      mails: EXAMPLE_MAILS,
      source_search_id: searchId,
      prospect_ids: (await store.listExamples(tx, searchId)).map((one) => one.id),
    });
    await store.updateRun(tx, ctx.user.id, { campaign_id: id });
    await storeWritten(tx, makeTexts(tx.organization.id, await store.listLeads(tx, id), node_ids[0] as number));
    return id;
  });
}

function makeTexts(organization_id: number, leads: Awaited<ReturnType<typeof store.listLeads>>, node_id: number) {
  const known = { organization_id, node_id, segment_id: EXAMPLE_SNIPPET.id, language: DEFAULT_LANGUAGE };
  return leads.flatMap(({ email, ...lead }) => {
    const person = EXAMPLE_PEOPLE.find((one) => one.email === email);
    return person ? [{ ...known, ...lead, text: person.opening, sources: [sourceOf(person)] }] : [];
  });
}

/** Removes list, campaign and invented people; those in other lists or campaigns stay. */
export async function removeExamples(ctx: SessionContext): Promise<void> {
  await ctx.transaction(async (tx) => {
    await store.deleteExamples(tx, ctx.user.id, await store.lockRun(tx, ctx.user.id), emails);
  });
}
