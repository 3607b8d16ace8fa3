import { findNode, type StepNode } from '@overture/domain/flow/flow';
import { assignVariant, type Variant } from '@overture/domain/message/ab-variant';
import { hasUnsubscribe, unsubscribeText } from '@overture/domain/message/unsubscribe';
import type { Context } from '../../kernel/context.ts';
import { ApiError, found } from '../../kernel/errors.ts';
import { findProspects } from '../prospects/index.ts';
import { listSignatures } from '../signatures/index.ts';
import { findCampaign } from './campaigns.store.ts';
import { cleanBody, findContentProblem, mergeContent, type StepInput } from './flow.rules.ts';
import { listNodes } from './flow.store.ts';
import { findLeadId } from './leads.store.ts';
import { type ShownMessage, showMessage, showNote, templateFor, valuesOf } from './messages.rules.ts';

/** Shown where a lead's own unsubscribe address would stand; it leads nowhere. */
export const EXAMPLE_UNSUBSCRIBE_PATH = '/unsubscribe/example';

export type PreviewInput = Omit<StepInput, 'delay_in_hours'> & {
  prospect_id: number;
  variant?: Variant | null | undefined;
};

/** The message of a step as one lead would get it: texts of the editor, else the stored ones. Writes nothing. */
export async function previewStep(
  ctx: Context,
  campaignId: number,
  stepId: number,
  { prospect_id, variant: wanted, ...given }: PreviewInput,
): Promise<ShownMessage & { variant: Variant; problem: string | null }> {
  return ctx.transaction(async (tx) => {
    found(await findCampaign(tx, campaignId));
    const step = found(findNode(await listNodes(tx, campaignId), stepId));
    if (step.kind !== 'step') throw new ApiError('not_found');
    const content = mergePreview(step, given);
    const problem = findContentProblem(step, content);
    if (problem !== null) throw new ApiError('bad_request', { reason: problem });
    const [lead] = await findProspects(tx, [prospect_id]);
    const leadId = await findLeadId(tx, campaignId, prospect_id);
    const own = leadId === undefined ? 'a' : assignVariant(leadId, stepId);
    const variant = content.message_b === null ? 'a' : (wanted ?? own);
    const values = valuesOf(found(lead), await listSignatures(tx), ctx.config.APP_URL + EXAMPLE_UNSUBSCRIBE_PATH);
    const template = templateFor(content, variant, null);
    if (step.type === 'LINKEDIN_INVITE') return { ...showNote(template, values), variant };
    return { ...showMessage(template, values), variant, problem: null };
  });
}

/** A blank variant B of the editor is no variant, whatever is stored. */
function mergePreview(step: StepNode, given: Omit<StepInput, 'delay_in_hours'>) {
  const message_b = given.message_b === undefined ? undefined : cleanBody(given.message_b);
  return mergeContent(step, { ...given, message_b });
}

/** The sentence with the unsubscribe link in the campaign's language; nothing when the message has one already. */
export async function makeUnsubscribeText(ctx: Context, campaignId: number, message: string): Promise<string> {
  const { language } = found(await ctx.transaction((tx) => findCampaign(tx, campaignId)));
  return hasUnsubscribe(message) ? '' : unsubscribeText(language);
}
