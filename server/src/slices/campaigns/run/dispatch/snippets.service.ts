import { canSendInviteNote } from '@overture/domain/accounts';
import { drawVariant } from '@overture/domain/flow/ab-variant';
import type { SystemContext, SystemTransactionContext } from '../../../../kernel/context.ts';
import { runBatch } from '../../../../kernel/rounds/rounds.ts';
import type { IntentHead } from '../../../action-kinds/index.ts';
import { findTexts, insertWanted, type SegmentText } from '../../../ai-segments/index.ts';
import { namedSnippets } from '../../messages/message-snippets.rules.ts';
import { templateFor } from '../../messages/messages.rules.ts';
import type { DispatchFacts } from './dispatch-facts.store.ts';
import { AHEAD_LOOP, listSnippetLeads, type SnippetLead } from './snippets.store.ts';

/**
 * Snippets are requested this long before their message is due: early enough to be written, and late enough to skip leads that reply first.
 */
const AHEAD_IN_HOURS = 2;
const LEADS_AT_ONCE = 500;

/** Requests the snippets of messages that are due soon. */
export async function requestUpcomingSnippets(ctx: SystemContext): Promise<void> {
  const leads = await ctx.systemRead((read) => listSnippetLeads(read, AHEAD_IN_HOURS, LEADS_AT_ONCE));
  await runBatch(ctx, {
    loop: AHEAD_LOOP,
    units: leads.map((lead) => ({ ...lead, key: `${lead.id} ${lead.node_id}` })),
    run: (part) =>
      ctx.systemTransaction((tx) =>
        insertWanted(
          tx,
          part.flatMap((lead) => wantedBy(lead, lead.node_id)),
          { is_urgent: false },
        ),
      ),
  });
}

function wantedBy(lead: Omit<SnippetLead, 'node_id'>, nodeId: number) {
  const { id: campaign_lead_id, organization_id, prospect_id, language } = lead;
  const step = lead.step ?? {};
  const variant = drawVariant(step, campaign_lead_id, nodeId);
  return namedSnippets(templateFor(step, variant, lead.rewritten)).map(({ id }) => ({
    organization_id,
    campaign_lead_id,
    node_id: nodeId,
    prospect_id,
    segment_id: id,
    language,
  }));
}

/** A message's snippets; pending while one of them is not written yet. */
export interface MessageSnippets {
  is_pending: boolean;
  texts: ReadonlyMap<number, string | null>;
  /** Of the stored texts, to be kept once the message goes. */
  ids: readonly number[];
}

export const NO_SNIPPETS: MessageSnippets = { is_pending: false, texts: new Map(), ids: [] };

/** Snippets of messages about to be sent, by lead. Missing ones are requested and waited for. */
export async function listSnippets(
  tx: SystemTransactionContext,
  due: readonly { lead: DispatchFacts; intent: IntentHead }[],
): Promise<Map<number, MessageSnippets>> {
  const needs = due
    .filter(({ lead, intent }) => intent.action !== 'invite' || canSendInviteNote(lead.linkedin_tier))
    .map(({ lead, intent }) => ({
      lead_id: lead.id,
      node_id: intent.ref_part,
      wanted: wantedBy(lead, intent.ref_part),
    }))
    .filter(({ wanted }) => wanted.length > 0);
  const steps = needs.map(({ lead_id, node_id }) => ({ campaign_lead_id: lead_id, node_id }));
  const texts = Map.groupBy(await findTexts(tx, steps), (text) => text.campaign_lead_id);
  const read = new Map<number, MessageSnippets>();
  for (const { lead_id, wanted } of needs) {
    const ids = wanted.map(({ segment_id: id }) => ({ id }));
    const { open, ...rest } = toMessageSnippets(ids, texts.get(lead_id) ?? []);
    read.set(lead_id, { ...rest, is_pending: open.size > 0 });
  }
  const pending = needs.filter(({ lead_id }) => read.get(lead_id)?.is_pending);
  await insertWanted(
    tx,
    pending.flatMap(({ wanted }) => wanted),
    { is_urgent: true },
  );
  return read;
}

/** The texts of named snippets for a lead; `open` holds those not written yet. */
export function toMessageSnippets(
  named: readonly { id: number }[],
  texts: readonly SegmentText[],
): Pick<MessageSnippets, 'texts' | 'ids'> & { open: ReadonlySet<number> } {
  const mine = named.map(({ id }) => ({ id, text: texts.find((text) => text.segment_id === id) }));
  return {
    open: new Set(mine.flatMap(({ id, text }) => (text === undefined || isOpen(text) ? [id] : []))),
    texts: new Map(mine.flatMap(({ id, text }) => (text ? [[id, text.text] as const] : []))),
    ids: mine.flatMap(({ text }) => (text ? [text.id] : [])),
  };
}

function isOpen({ state }: SegmentText): boolean {
  return state === 'wanted' || state === 'queued' || state === 'running';
}
