import { isAboutLead, isTrigger, listEventFields, TRIGGER_TYPES } from '@overture/contract/automation-fields';
import type { Automation, AutomationBody, automationsEndpoints } from '@overture/contract/automations';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { WEBHOOK_EVENTS } from '@overture/contract/webhook-events';
import { AUTOMATION_LIMITS, OPERATORS_OF } from '@overture/domain/automations/automations';
import { phrase, saySentence } from '@overture/domain/text/say';
import type { ReadContext } from '../../kernel/context.ts';
import { requireVersion } from '../../kernel/edits/requested-version.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { describeAction, findActionProblem, type Targets } from './actions/action-words.rules.ts';
import { namesOfCrms } from './actions/actions.service.ts';
import { loadTargets } from './actions/targets.store.ts';
import * as store from './automations.store.ts';
import { findFault } from './check-automation.rules.ts';
import { deleteRuns } from './log/run-log.store.ts';
import { TEMPLATES } from './templates.rules.ts';

type Reader = Pick<ReadContext, 'db' | 'organization' | 'ports'>;

const NO_EVENT = phrase('This event no longer exists. Choose another one.');

function present(reader: Reader, row: store.AutomationRow, targets: Targets): Automation {
  const {
    edit_version: version,
    off_at,
    last_run_at,
    created_at,
    created_by: _,
    previewed_version: __,
    ...fields
  } = row;
  const known = isTrigger(row.trigger_type) ? row.trigger_type : null;
  const ofActions = row.actions.flatMap((action, position) => {
    const problem = findActionProblem(action, targets);
    return problem === null ? [] : [{ position, text: saySentence(problem.sentence), sentence: problem.sentence }];
  });
  const problems =
    known === null ? [{ position: null, text: saySentence(NO_EVENT), sentence: NO_EVENT }, ...ofActions] : ofActions;
  const action_sentences = row.actions.map((action) => describeAction(action, targets, namesOfCrms(reader)));
  return {
    ...fields,
    version,
    problems,
    trigger_text: known === null ? row.trigger_type : WEBHOOK_EVENTS[known].summary,
    action_texts: action_sentences.map(saySentence),
    action_sentences,
    off_reason: row.is_active ? null : row.off_reason,
    off_at: off_at?.toISOString() ?? null,
    last_run_at: last_run_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}

export async function listAutomations(ctx: Pick<SessionContext, 'read'>): Promise<Automation[]> {
  return ctx.read(async (reader) => {
    const rows = await store.listAutomations(reader, AUTOMATION_LIMITS.automations);
    const targets = await loadTargets(
      reader,
      rows.flatMap(({ actions }) => actions),
    );
    return rows.map((row) => present(reader, row, targets));
  });
}

/** @throws not_found */
export async function getAutomation(reader: Reader, id: number): Promise<Automation> {
  const row = orNotFound(await store.findAutomation(reader, id));
  return present(reader, row, await loadTargets(reader, row.actions));
}

/** Refuses what makes no sense, and what names things that are not there. @throws automation_invalid */
export async function checkAutomation(reader: Reader, given: AutomationBody): Promise<Targets> {
  const fault = findFault(given);
  if (fault !== null) throw new ApiError('automation_invalid', { reason: fault });
  const targets = await loadTargets(reader, given.actions);
  for (const [index, action] of given.actions.entries()) {
    const problem = findActionProblem(action, targets);
    if (problem?.is_lost)
      throw new ApiError('automation_invalid', { reason: `Action ${index + 1}: ${saySentence(problem.sentence)}` });
  }
  return targets;
}

/** @throws automation_invalid, automations_full */
export async function createAutomation(ctx: SessionContext, given: AutomationBody): Promise<Automation> {
  return ctx.transaction(async (tx) => {
    await checkAutomation(tx, given);
    const limit = AUTOMATION_LIMITS.automations;
    const id = await store.insertAutomation(tx, given, limit);
    if (id === null) throw new ApiError('automations_full', { limit: String(limit) });
    return getAutomation(tx, id);
  });
}

/** @throws automation_invalid, changed_meanwhile, not_found */
export async function updateAutomation(
  ctx: SessionContext,
  id: number,
  { version, ...given }: AutomationBody & { version?: number | null | undefined },
): Promise<Automation> {
  return ctx.transaction(async (tx) => {
    await requireVersion(tx, { table: 'automations', id }, version, async () => ({
      automation: await getAutomation(tx, id),
    }));
    await checkAutomation(tx, given);
    if (!(await store.updateAutomation(tx, id, given))) throw new ApiError('not_found');
    return getAutomation(tx, id);
  });
}

/** @throws not_found; when it is switched on: automation_invalid if an action can't be carried out, automation_not_previewed */
export async function switchAutomation(ctx: SessionContext, id: number, is_active: boolean): Promise<Automation> {
  return ctx.transaction(async (tx) => {
    await store.holdAutomation(tx, id);
    const row = orNotFound(await store.findAutomation(tx, id));
    if (is_active && !row.is_active) {
      const [problem] = (await getAutomation(tx, id)).problems;
      if (problem !== undefined) throw new ApiError('automation_invalid', { reason: describeProblem(problem) });
      if (row.previewed_version !== row.edit_version) throw new ApiError('automation_not_previewed');
    }
    await store.switchAutomation(tx, id, { is_active, off_reason: is_active ? null : 'person' });
    return getAutomation(tx, id);
  });
}

const describeProblem = ({ position, text }: Automation['problems'][number]): string =>
  position === null ? text : `Action ${position + 1}: ${text}`;

/**
 * Switches it off first: facts that begin afterwards don't wait for the deletion. Its log can have a row for each mail of a month.
 * @throws not_found
 */
export async function deleteAutomation(ctx: SessionContext, id: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    orNotFound(await store.findAutomation(tx, id));
    await store.switchAutomation(tx, id, { is_active: false, off_reason: 'person' });
  });
  while (await ctx.transaction((tx) => deleteRuns(tx, id)));
  if (!(await ctx.transaction((tx) => store.deleteAutomation(tx, id)))) throw new ApiError('not_found');
}

type Catalog = EndpointOutput<(typeof automationsEndpoints)['readAutomationCatalog']>;

export function describeCatalog(): Catalog {
  const triggers = TRIGGER_TYPES.map((type) => ({
    type,
    summary: WEBHOOK_EVENTS[type].summary,
    is_about_lead: isAboutLead(type),
    fields: listEventFields(type),
  }));
  const operators = Object.fromEntries(Object.entries(OPERATORS_OF).map(([kind, fit]) => [kind, [...fit]]));
  return { triggers, operators: operators as Catalog['operators'], templates: [...TEMPLATES] };
}
