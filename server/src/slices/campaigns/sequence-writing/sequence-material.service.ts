import type { SequenceAngle } from '@overture/contract/sequence-writing';
import {
  DEFAULT_SEQUENCE_LENGTH,
  SEQUENCE_LIMITS,
  type SequenceLength,
} from '@overture/domain/campaign/sequence-limits';
import { canEditFlow } from '@overture/domain/campaign/transitions';
import type { Flow } from '@overture/domain/flow/flow';
import { DEFAULT_LANGUAGE, DEFAULT_TONE, type Language, type Tone } from '@overture/domain/message/languages';
import { VARIABLES, type Variable } from '@overture/domain/message/tokens';
import { toSingleLine } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import type { TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { knowledgeSources } from '../../judged-drafts/index.ts';
import { findOrganization } from '../../organization/index.ts';
import { withoutOrders } from '../../quoted-sources/index.ts';
import { listNodes } from '../flow/flow.store.ts';
import type { MessageSender } from '../messages/message-context.rules.ts';
import { loadMessageContext } from '../messages/message-context.store.ts';
import { findWorkingCopy } from '../revisions/revisions.store.ts';
import { loadRunningFlow, requireLive } from '../revisions/working-copy.service.ts';
import { findCampaign } from '../settings/campaigns.store.ts';
import { type Audience, countAudience, listSampleLeads } from './audience.store.ts';
import type { SequenceFacts } from './judge-message.rules.ts';
import type { EarlierMessage, SequenceBrief } from './sequence-prompt.rules.ts';
import { describeSample } from './sequence-prompt.rules.ts';

type Tx = TransactionContext;

export interface BriefInput {
  goal?: string | null | undefined;
  language?: Language | null | undefined;
  tone_of_voice?: Tone | null | undefined;
  length?: SequenceLength | null | undefined;
  in_working_copy?: boolean | null | undefined;
}

export interface StepInput extends BriefInput {
  angle: Pick<SequenceAngle, 'title' | 'summary'>;
  change?: 'shorter' | 'other' | null | undefined;
  current?: EarlierMessage | null | undefined;
  written?: readonly (EarlierMessage & { step_id: number })[] | null | undefined;
}

/** The flow that is edited: of a draft, or of the working copy of a started campaign. @throws not_found, campaign_locked, revision_refused */
export async function loadEditedFlow(tx: Tx, campaignId: number, inWorkingCopy: boolean): Promise<Flow> {
  if (inWorkingCopy) {
    await requireLive(tx, campaignId);
    return (await findWorkingCopy(tx, campaignId)).flow ?? (await loadRunningFlow(tx, campaignId));
  }
  const { status } = orNotFound(await findCampaign(tx, campaignId));
  if (!canEditFlow(status)) throw new ApiError('campaign_locked');
  return listNodes(tx, campaignId);
}

/** A message waits for a lead that lacks one of its variables: nine of ten leads must have it, or half of them with a fallback. */
const LEAST_FILLED = 0.9;
const LEAST_FILLED_WITH_FALLBACK = 0.5;
/** What nearly all leads have, before there are any. */
const USUAL: readonly Variable[] = ['first_name', 'company_name'];

export function listOffered({ leads, filled }: Audience): Variable[] {
  if (leads === 0) return [...USUAL];
  return VARIABLES.filter((name) => filled[name] >= leads * LEAST_FILLED_WITH_FALLBACK);
}

/** Of the variables that are offered: those that some leads lack, and those that too many lack to go without a fallback. */
function listLacking({ leads, filled }: Audience, offered: readonly Variable[]) {
  return {
    lacking: offered.filter((name) => leads === 0 || filled[name] < leads),
    needs_fallback: offered.filter((name) => leads > 0 && filled[name] < leads * LEAST_FILLED),
  };
}

/** What everything of a sequence is written from, and held against. */
export interface SequenceMaterial {
  brief: SequenceBrief;
  facts: Omit<SequenceFacts, 'earlier' | 'max_characters' | 'takes_subject'>;
}

/** @param channel whose sender writes; null for the whole sequence */
export async function gatherBrief(
  tx: Tx,
  campaignId: number,
  input: BriefInput,
  channel: 'email' | 'linkedin' | null,
): Promise<SequenceMaterial> {
  const organization = orNotFound(await findOrganization(tx, tx.organization.id));
  // A page that was read into the knowledge base may hold orders to a model.
  const sources = knowledgeSources(organization)
    .map((source) => ({ ...source, text: withoutOrders(source.text) }))
    .filter(({ text }) => text !== '');
  const audience = await listSampleLeads(tx, campaignId);
  const counted = await countAudience(tx, campaignId);
  const variables = listOffered(counted);
  const lacks = listLacking(counted, variables);
  const context = await loadMessageContext(tx, campaignId, null);
  const sender = presentSender(channel === 'linkedin' ? context.linkedin : (context.email ?? context.linkedin));
  const language = input.language ?? DEFAULT_LANGUAGE;
  const goal = cutText(input.goal, SEQUENCE_LIMITS.goal);
  return {
    brief: {
      ...{ goal, language, sources, audience, variables, sender, ...lacks },
      tone: input.tone_of_voice ?? DEFAULT_TONE,
      length: input.length ?? DEFAULT_SEQUENCE_LENGTH,
    },
    facts: {
      sources,
      variables,
      ...lacks,
      foreign: audience.flatMap((lead) => Object.values(describeSample(lead))),
      names: [organization.name, sender?.name ?? null],
      is_german: language === 'de',
    },
  };
}

/** An account without a name is called by its address, which is no name to write. */
function presentSender(account: MessageSender | null): SequenceBrief['sender'] {
  const name = toSingleLine(cutText(account?.name, 120));
  if (!account || name === '' || name.includes('@')) return null;
  return { name, title: toSingleLine(cutText(account.title, 120)) || null };
}
