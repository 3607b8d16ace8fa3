import { campaignStepsEndpoints } from '@overture/contract/campaign-steps';
import type { Campaign, Step } from '@overture/contract/campaigns';
import type { FormattedTexts } from '@overture/domain/flow/flow';
import { ApiError, call } from '../../lib/api/api-client.ts';
import { type CopyNode, type WorkingCopy, withChange } from '../flow-canvas/index.ts';
import type { MessageTexts } from './cards.ts';

export interface StoredText extends MessageTexts {
  step_id: number;
  /** The step as it was seen: nothing is written over a newer one. */
  version: number;
  seen: MessageTexts;
  formatted_texts?: FormattedTexts | null;
}

export type Outcome =
  | { is: 'saved'; campaign: Campaign; version: number }
  | { is: 'changed'; theirs: MessageTexts & { version: number } }
  | { is: 'failed'; error: unknown };

/** The texts of the first variant as they are stored. */
export function textsOf(step: Pick<Step, 'subject_line' | 'message'>): MessageTexts {
  return { subject_line: step.subject_line ?? '', message: step.message ?? '' };
}

/** Stores one text, unless the step was changed since it was seen. */
export async function storeText(copy: WorkingCopy | undefined, campaignId: number, text: StoredText): Promise<Outcome> {
  try {
    return copy ? await storeInCopy(copy, text) : await storeInDraft(campaignId, text);
  } catch (error) {
    const step = findCurrent(error, text.step_id);
    if (step === undefined) return { is: 'failed', error };
    return { is: 'changed', theirs: { ...textsOf(step), version: step.version } };
  }
}

function findCurrent(error: unknown, stepId: number): Step | undefined {
  if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return undefined;
  const { campaign } = (error.current ?? {}) as { campaign?: Campaign };
  return campaign?.steps.find(({ id }) => id === stepId);
}

async function storeInDraft(id: number, text: StoredText): Promise<Outcome> {
  const { step_id, subject_line, message, version, formatted_texts } = text;
  const formatted = formatted_texts ? { formatted_texts } : {};
  const { campaign } = await call(campaignStepsEndpoints.updateStep, {
    params: { id, stepId: step_id },
    body: { subject_line, message, version, ...formatted },
  });
  const stored = campaign.steps.find((step) => step.id === step_id);
  return { is: 'saved', campaign, version: stored?.version ?? version };
}

/** The step says something else than what was seen. */
class ChangedText extends Error {
  readonly node: CopyNode | undefined;
  constructor(node: CopyNode | undefined) {
    super('The step was changed.');
    this.node = node;
  }
}

/** A working copy has one version for all of its steps: the texts are compared instead. */
async function storeInCopy(copy: WorkingCopy, text: StoredText): Promise<Outcome> {
  const { step_id, subject_line, message, seen } = text;
  const formatted_texts = text.formatted_texts ?? undefined;
  const apply = (nodes: CopyNode[]) => {
    const node = nodes.find(({ id }) => id === step_id);
    const isSame = node && (node.message ?? '') === seen.message && (node.subject_line ?? '') === seen.subject_line;
    if (!isSame) throw new ChangedText(node);
    return withChange(nodes, step_id, { subject_line, message, formatted_texts });
  };
  try {
    return { is: 'saved', campaign: await copy.change(apply), version: 1 };
  } catch (error) {
    if (!(error instanceof ChangedText)) throw error;
    const theirs = { subject_line: error.node?.subject_line ?? '', message: error.node?.message ?? '', version: 1 };
    return { is: 'changed', theirs };
  }
}
