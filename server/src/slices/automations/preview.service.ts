import { isTrigger } from '@overture/contract/automation-fields';
import type { AutomationBody, AutomationPreview } from '@overture/contract/automations';
import { AUTOMATION_LIMITS } from '@overture/domain/automations/automations';
import { meetsAll, valueAt } from '@overture/domain/automations/conditions';
import { saySentence } from '@overture/domain/text/say';
import type { ReadContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { describeAction } from './actions/action-words.rules.ts';
import { namesOfCrms } from './actions/actions.service.ts';
import { checkAutomation } from './automations.service.ts';
import { findAutomation, listPastEvents, markPreviewed } from './automations.store.ts';
import { listLeadNames } from './log/run-log.store.ts';

const PREVIEWS_PER_HOUR = 120;
const DAY_IN_MS = 86_400_000;

/** What an automation would have done with the events that are known. Only reads. @throws automation_invalid, rate_limited */
export async function previewAutomation(ctx: SessionContext, given: AutomationBody): Promise<AutomationPreview> {
  await spendPreview(ctx);
  return ctx.snapshot((reader) => preview(reader, given));
}

/** The same for a stored one: the version that was read can be switched on then. @throws not_found, as above */
export async function previewStoredAutomation(ctx: SessionContext, id: number): Promise<AutomationPreview> {
  await spendPreview(ctx);
  const { version, answer } = await ctx.snapshot(async (reader) => {
    const { trigger_type, edit_version, ...row } = orNotFound(await findAutomation(reader, id));
    if (!isTrigger(trigger_type))
      throw new ApiError('automation_invalid', { reason: 'This event no longer exists. Choose another one.' });
    const { name, match, conditions, actions } = row;
    return {
      version: edit_version,
      answer: await preview(reader, { name, trigger_type, match, conditions, actions }),
    };
  });
  await ctx.transaction((tx) => markPreviewed(tx, id, version));
  return answer;
}

const spendPreview = (ctx: SessionContext): Promise<void> =>
  ctx.rate_limits.spend('automation-previews', String(ctx.organization.id), PREVIEWS_PER_HOUR, 3600);

async function preview(reader: ReadContext, given: AutomationBody): Promise<AutomationPreview> {
  const { preview_in_days, preview_events, preview_examples } = AUTOMATION_LIMITS;
  const since = new Date(reader.clock.now().getTime() - preview_in_days * DAY_IN_MS);
  const targets = await checkAutomation(reader, given);
  const found = await listPastEvents(reader, { type: given.trigger_type, since, limit: preview_events + 1 });
  if (found === null) return { events: 0, matched: 0, is_cut: true, examples: [] };
  const events = found.slice(0, preview_events);
  const matched = events.filter(({ data }) => meetsAll(data, { match: given.match, items: given.conditions }));
  const shown = matched.slice(0, preview_examples);
  const leadOf = (data: unknown): number => Number(valueAt(data, 'prospect.id') ?? 0);
  const names = await listLeadNames(
    reader,
    shown.map(({ data }) => leadOf(data)),
  );
  const crmName = namesOfCrms(reader);
  const examples = shown.map(({ occurred_at, data }) => {
    const name = names.get(leadOf(data));
    const sentences = given.actions.map((action) => describeAction(action, targets, crmName, data));
    return {
      occurred_at: occurred_at.toISOString(),
      lead: name === undefined ? null : { id: leadOf(data), name },
      texts: sentences.map(saySentence),
      sentences,
    };
  });
  return { events: events.length, matched: matched.length, is_cut: found.length > preview_events, examples };
}
