import { canSendInviteNote, type LinkedinTier } from '@overture/domain/accounts';
import type { Variant } from '@overture/domain/flow/ab-variant';
import type { StepContent } from '@overture/domain/flow/flow';
import { getLinkedinName, isProviderId, type LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import type { ResearchAnswers } from '@overture/domain/message/resolve';
import {
  type MessageFields,
  type MessageValues,
  renderMessage,
  renderSubject,
} from '@overture/domain/message/variables';
import type { ActionContent } from '../../../action-kinds/index.ts';
import { type MessageContext, withMessageContext } from '../../messages/message-context.rules.ts';
import {
  NOTE_TOO_LONG,
  type RewrittenMessage,
  renderNote,
  templateFor,
  toMessageValues,
} from '../../messages/messages.rules.ts';
import { toMissing, type Unwritten } from '../email.rules.ts';

export const NO_PROFILE_TEXT = 'This lead has no LinkedIn profile address.';

export interface ActionFacts {
  action: LinkedinAction;
  lead: MessageFields & { linkedin_key: string | null; linkedin_provider_id: string | null };
  step: Partial<StepContent>;
  variant: Variant;
  rewritten: RewrittenMessage | null;
  signatures: { id: number; signature: string }[];
  attachments: ActionContent['attachments'];
  unsubscribe_url: string;
  snippets: ReadonlyMap<number, string | null>;
  research: ResearchAnswers;
  circumstances: MessageContext;
  tier: LinkedinTier | null;
}

/** The LinkedIn action of a step for one lead, or in words why it can never be taken as things are. */
export function writeAction(facts: ActionFacts): { content: ActionContent } | Unwritten {
  const { lead, action } = facts;
  const name = getLinkedinName(lead.linkedin_key);
  if (lead.linkedin_provider_id === null && name === null) return { missing: NO_PROFILE_TEXT };
  const words = writeWords(facts);
  if (isUnwritten(words)) return words;
  const isKnown = lead.linkedin_provider_id === null && name !== null && isProviderId(name);
  return {
    content: {
      action,
      provider_id: lead.linkedin_provider_id ?? (isKnown ? name : null),
      public_identifier: name,
      name: [lead.first_name, lead.last_name].filter(Boolean).join(' ') || null,
      chat_id: null,
      attachments: action === 'message' || action === 'inmail' ? facts.attachments : [],
      ...words,
    },
  };
}

type Words = { text: string | null; subject: string | null };

function isUnwritten(words: Words | Unwritten): words is Unwritten {
  return 'problem' in words || 'missing' in words;
}

function writeWords(facts: ActionFacts): Words | Unwritten {
  const { action } = facts;
  if (action !== 'invite' && action !== 'message' && action !== 'inmail') return { text: null, subject: null };
  const template = templateFor(facts.step, facts.variant, facts.rewritten);
  const isNote = action === 'invite';
  if (isNote && (!canSendInviteNote(facts.tier) || template.message.trim() === ''))
    return { text: null, subject: null };
  const own = toMessageValues(facts.lead, facts.signatures, facts.unsubscribe_url, facts.snippets, facts.research);
  const values = withMessageContext(own, facts.circumstances);
  const text = isNote ? writeNote(template, values) : writeText(template, values);
  if (isUnwritten(text) || action !== 'inmail') return text;
  const subject = renderSubject(template.subject_line, values);
  return subject.kind === 'missing' ? toMissing(subject.missing) : { ...text, subject: subject.text };
}

type Template = ReturnType<typeof templateFor>;

function writeText(
  template: Pick<Template, 'message' | 'placeholder_message'>,
  values: MessageValues,
): Words | Unwritten {
  const body = renderMessage(template, values);
  return body.kind === 'missing' ? toMissing(body.missing) : { text: body.text, subject: null };
}

function writeNote(template: Template, values: MessageValues): Words | Unwritten {
  const note = renderNote(template, values);
  if (note.kind === 'too_long') return { problem: NOTE_TOO_LONG };
  return note.kind === 'missing' ? toMissing(note.missing) : { text: note.text, subject: null };
}
