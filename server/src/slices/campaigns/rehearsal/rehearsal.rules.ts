import { canSendInviteNote, type LinkedinTier } from '@overture/domain/accounts';
import type { CallOutcome } from '@overture/domain/calls/call-outcomes';
import type { LeadStatus } from '@overture/domain/campaign/transitions';
import type { Variant } from '@overture/domain/flow/ab-variant';
import { drawVariant } from '@overture/domain/flow/ab-variant';
import { addressOf } from '@overture/domain/flow/address-wait';
import type { FlowNode, StepNode } from '@overture/domain/flow/flow';
import type { LeadTexts } from '@overture/domain/flow/kinds/node-kind';
import { stepKind } from '@overture/domain/flow/step-types';
import type { ReplyClass } from '@overture/domain/inbound/reply-classes';
import { customName } from '@overture/domain/leads/custom-columns';
import { namedResearch } from '@overture/domain/message/resolve';
import { tokenIds } from '@overture/domain/message/tokens';
import {
  type MessageFields,
  type MessageValues,
  renderMessage,
  renderSubject,
  variablesOf,
} from '@overture/domain/message/variables';
import { CONTACT_LOOKUPS } from '@overture/domain/money/credits';
import type {
  LackedAddress,
  Rehearsal,
  RehearsalInput,
  RehearsalLead,
} from '@overture/domain/rehearsal/rehearsal-types';
import { rehearse } from '@overture/domain/rehearsal/rehearse';
import type { ProviderGroup } from '@overture/domain/sending/sender-choice';
import { keepsPersonOut } from '@overture/domain/suppressions/suppressions';
import { withMessageContext } from '../messages/message-context.rules.ts';
import { templateFor } from '../messages/messages.rules.ts';
import { EXCLUDED_TEXT } from '../run/dispatch/dispatch-check.rules.ts';
import { describeMissing, describeSuppressed, parseAddress } from '../run/email.rules.ts';
import { toLeadFacts } from '../run/lead-facts.rules.ts';
import { NO_PROFILE_TEXT } from '../run/linkedin/linkedin-action.rules.ts';

/** A lead as loaded by the store; leads of other campaigns come without message fields. */
export interface GivenLead {
  id: number;
  campaign_id: number;
  status: LeadStatus;
  next_node_id: number | null;
  next_at: Date | null;
  fields: LeadTexts;
  /** Steps taken out for the lead; null without any. */
  skipped_nodes?: number[] | null;
  /** Since when it has waited for data at its node. */
  missing_since?: Date | null;
  is_connected: boolean;
  call_outcome?: CallOutcome | null;
  reply_class?: ReplyClass | null;
  clicked_urls?: readonly string[] | null;
  has_opened?: boolean | null;
  has_meeting?: boolean | null;
  /** Where the lead is, in campaigns that keep to it. */
  zone?: string | null;
  /** Its sender and affinity, for campaigns with several senders. */
  email_account_id?: number | null;
  linkedin_account_id?: number | null;
  prospect_id?: number;
  conversation?: number | null;
  company?: string | null;
  group?: ProviderGroup | null;
  person: GivenPerson | null;
}

export interface GivenPerson extends MessageFields {
  has_linkedin: boolean;
  is_excluded: boolean;
  suppressed_because: string | null;
  is_linkedin_suppressed: boolean;
  is_phone_suppressed: boolean;
}

/** Input that is passed to the worker thread. */
export interface GivenRehearsal extends Omit<RehearsalInput, 'leads'> {
  leads: readonly GivenLead[];
  /** Tier of the campaign's LinkedIn sender: it decides whether invitations carry a note. */
  tier: LinkedinTier | null;
}

/** Walks through a campaign, in a thread of its own (`kernel/threads`). */
export function run({ leads, tier, ...given }: GivenRehearsal): Rehearsal {
  const people = new Map(leads.flatMap((lead) => (lead.person ? [[lead.id, lead] as const] : [])));
  const findProblem = createProblemFinder(people, tier);
  return rehearse({ ...given, leads: leads.map(toRehearsalLead) }, findProblem);
}

/** A rehearsal runs no look-ups: they all count as having found nothing. */
const NOTHING_FOUND = CONTACT_LOOKUPS.map((lookup) => ({ lookup }));

function toRehearsalLead({
  person,
  fields,
  skipped_nodes = null,
  missing_since = null,
  call_outcome = null,
  reply_class = null,
  clicked_urls = null,
  has_opened = null,
  has_meeting = null,
  ...lead
}: GivenLead): RehearsalLead {
  const {
    is_linkedin_suppressed = false,
    is_phone_suppressed = false,
    has_linkedin: has_profile = true,
  } = person ?? {};
  const held = { next_node_id: lead.next_node_id, missing_since, has_profile };
  const known = { lookups_ended: NOTHING_FOUND, skipped_nodes, is_linkedin_suppressed, is_phone_suppressed };
  const said = { call_outcome, reply_class, clicked_urls, has_opened, has_meeting };
  return { ...lead, facts: toLeadFacts({ ...fields, ...held, ...known, ...said }) };
}

/**
 * Why a step can never be done for a lead, by the rules that write mails and LinkedIn actions. Leads that lack the same data
 * are judged once a step. AI snippets count as written: they are made before sending.
 */
function createProblemFinder(people: ReadonlyMap<number, GivenLead>, tier: LinkedinTier | null) {
  const known = new Map<string, string | null>();
  const missing = new Map<number, string>();
  return (lead: RehearsalLead, node: FlowNode): string | LackedAddress | null => {
    const given = people.get(lead.id);
    if (!given?.person) return null;
    if (node.kind !== 'step') return addressOf(node) === 'linkedin' ? findProfileProblem(given.person) : null;
    const place = findPlaceProblem(given, given.person, node);
    if (place !== null) return place;
    if (!stepKind(node.type).is_message) return null;
    const lacks = missing.get(lead.id) ?? listBlank(given.person).join();
    missing.set(lead.id, lacks);
    const variant = drawVariant(node, lead.id, node.id);
    // With a condition in the text, the missing data depends on more than which fields are empty.
    const key = `${node.id}:${variant}:${hasCondition(templateFor(node, variant, null)) ? `lead ${lead.id}` : lacks}`;
    const answer = known.get(key);
    if (answer !== undefined) return answer;
    const problem = findTextProblem(node, variant, given.person, tier);
    known.set(key, problem);
    return problem;
  };
}

const findProfileProblem = ({ has_linkedin }: GivenPerson): LackedAddress | null =>
  has_linkedin ? null : { text: NO_PROFILE_TEXT, lacks: 'address' };

function findPlaceProblem(lead: GivenLead, person: GivenPerson, node: StepNode): string | LackedAddress | null {
  const { channel } = stepKind(node.type);
  if (channel === 'phone') return null;
  if (person.is_excluded) return EXCLUDED_TEXT;
  const because = person.suppressed_because;
  if (channel === 'linkedin' && because !== null && keepsPersonOut(because)) return describeSuppressed(because);
  if (channel === 'linkedin') return findProfileProblem(person);
  const address = parseAddress(lead.fields.email ?? null, person.suppressed_because);
  if (typeof address === 'string') return null;
  return address.problem ?? { text: address.missing, lacks: 'address' };
}

function listBlank(person: GivenPerson): string[] {
  const blank = Object.entries(variablesOf(person)).flatMap(([name, value]) => (value === null ? [name] : []));
  // Of custom columns those that are there: which there could be, a person does not say.
  return [
    ...blank,
    ...Object.keys(person.custom ?? {})
      .sort()
      .map(customName),
  ];
}

function hasCondition({ message, subject_line, placeholder_message }: ReturnType<typeof templateFor>): boolean {
  return `${message}${subject_line}${placeholder_message ?? ''}`.includes('{%');
}

/** A rehearsal knows no senders by name: they count as named. */
const EXAMPLE_CONTEXT = {
  sender: {
    name: 'Sender',
    email: 'sender@sender.invalid',
    phone: '+1 555 0100',
    title: 'Sender',
    calendar_url: 'https://sender.invalid/',
  },
  campaign_name: 'Campaign',
  privacy_url: 'https://example.com/',
  today: '2026-01-01',
  language: 'en',
  lead_id: 0,
  step_id: 0,
};

function findTextProblem(
  node: StepNode,
  variant: Variant,
  person: GivenPerson,
  tier: LinkedinTier | null,
): string | null {
  const template = templateFor(node, variant, null);
  if (node.type === 'LINKEDIN_INVITE' && (!canSendInviteNote(tier) || template.message.trim() === '')) return null;
  const texts = `${template.message}${template.subject_line}${template.placeholder_message ?? ''}`;
  const own: MessageValues = {
    variables: variablesOf(person),
    custom: person.custom,
    snippets: new Map(tokenIds(texts, 'snippet').map((id) => [id, 'text'])),
    research: new Map(namedResearch(texts).map((task) => [task, 'text'])),
    signatures: new Map(tokenIds(texts, 'signature').map((id) => [id, { html: '', text: '' }])),
    unsubscribe_url: 'https://example.com/',
  };
  const values = withMessageContext(own, EXAMPLE_CONTEXT);
  if (stepKind(node.type).takes_subject) {
    const subject = renderSubject(template.subject_line, values);
    if (subject.kind === 'missing') return describeMissing(subject.missing);
  }
  const body = renderMessage(template, values);
  return body.kind === 'missing' ? describeMissing(body.missing) : null;
}
