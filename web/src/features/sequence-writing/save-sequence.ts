import { campaignStepsEndpoints } from '@overture/contract/campaign-steps';
import type { Campaign, Step } from '@overture/contract/campaigns';
import type { FormattedTexts } from '@overture/domain/flow/flow';
import { ApiError, call } from '../../lib/api/api-client.ts';
import { type CopyNode, type WorkingCopy, withChange } from '../flow-canvas/index.ts';
import type { MessageTexts, StoredTexts } from './cards.ts';

export interface StoredText extends MessageTexts {
  step_id: number;
  /** The step as it was seen: nothing is written over a newer one. */
  version: number;
  seen: StoredTexts;
  formatted_texts?: FormattedTexts | null;
}

export type Outcome =
  | { is: 'saved'; campaign: Campaign; stored: StoredTexts }
  | { is: 'changed'; theirs: StoredTexts }
  | { is: 'failed'; error: unknown };

/** The texts of the first variant as they are stored. */
export function textsOf({ subject_line, message, version, formatted_texts }: Partial<Step>): StoredTexts {
  return {
    subject_line: subject_line ?? '',
    message: message ?? '',
    version: version ?? 1,
    formatted_texts: formatted_texts ?? null,
  };
}

/**
 * Stores one text, unless the step says something else than what was seen. Another change of a colleague, such as a delay or another step
 * of the working copy, is no reason to ask.
 */
export async function storeText(copy: WorkingCopy | undefined, campaignId: number, text: StoredText): Promise<Outcome> {
  const outcome = await storeOnce(copy, campaignId, text);
  if (outcome.is !== 'changed' || !isSame(outcome.theirs, text.seen)) return outcome;
  return storeOnce(copy, campaignId, { ...text, version: outcome.theirs.version });
}

async function storeOnce(copy: WorkingCopy | undefined, campaignId: number, text: StoredText): Promise<Outcome> {
  try {
    const campaign = copy ? await storeInCopy(copy, text) : await storeInDraft(campaignId, text);
    const step = campaign.steps.find(({ id }) => id === text.step_id);
    // As it is stored: blanks at the ends of a subject are gone.
    const { subject_line, message, version } = text;
    const stored = textsOf(step ?? { subject_line, message, version });
    return { is: 'saved', campaign, stored };
  } catch (error) {
    if (error instanceof ChangedText) return { is: 'changed', theirs: error.theirs };
    const step = findCurrent(error, text.step_id);
    if (step === undefined) return { is: 'failed', error };
    return { is: 'changed', theirs: textsOf(step) };
  }
}

const isSame = (one: StoredTexts, other: StoredTexts): boolean =>
  one.message === other.message &&
  one.subject_line === other.subject_line &&
  JSON.stringify(one.formatted_texts) === JSON.stringify(other.formatted_texts);

function findCurrent(error: unknown, stepId: number): Step | undefined {
  if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return undefined;
  const { campaign } = (error.current ?? {}) as { campaign?: Campaign };
  return campaign?.steps.find(({ id }) => id === stepId);
}

async function storeInDraft(id: number, text: StoredText): Promise<Campaign> {
  const { step_id, subject_line, message, version, formatted_texts } = text;
  const formatted = formatted_texts ? { formatted_texts } : {};
  const { campaign } = await call(campaignStepsEndpoints.updateStep, {
    params: { id, stepId: step_id },
    body: { subject_line, message, version, ...formatted },
  });
  return campaign;
}

/** The step says something else than what was seen. */
class ChangedText extends Error {
  readonly theirs: StoredTexts;
  constructor(theirs: StoredTexts) {
    super('The step was changed.');
    this.theirs = theirs;
  }
}

/** A working copy has one version for all of its steps: the texts are compared instead. */
async function storeInCopy(copy: WorkingCopy, { step_id, subject_line, message, seen, ...text }: StoredText) {
  const formatted_texts = text.formatted_texts ?? undefined;
  const apply = (nodes: CopyNode[]) => {
    const node = nodes.find(({ id }) => id === step_id);
    if (node === undefined) throw new Error('The step was deleted.');
    const theirs = textsOf({ ...node, version: 1 } as Partial<Step>);
    if (!isSame(theirs, seen)) throw new ChangedText(theirs);
    return withChange(nodes, step_id, { subject_line, message, formatted_texts });
  };
  return copy.change(apply);
}
