import type { ScheduledStep } from '@overture/contract/campaign-leads';
import { canSendInviteNote, type LinkedinTier } from '@overture/domain/accounts';
import { decideSignature, type EmailSignature } from '@overture/domain/campaign/signing-rule';
import { isLeadDone } from '@overture/domain/campaign/transitions';
import { drawVariant } from '@overture/domain/flow/ab-variant';
import { type FlowNode, findThreadStart, type StepNode, walkFlow } from '@overture/domain/flow/flow';
import { stepKind } from '@overture/domain/flow/step-types';
import { fillTemplate, type MessageValues } from '@overture/domain/message/variables';
import { isBlank } from '@overture/domain/text/text';
import { presentSnippets, type Segment, type SegmentText } from '../../ai-segments/index.ts';
import { withMessageContext } from '../messages/message-context.rules.ts';
import type { CampaignMessageContext } from '../messages/message-context.store.ts';
import { describeLeftOut, namedSnippets, shownSnippets } from '../messages/message-snippets.rules.ts';
import {
  type ContinuedSubject,
  continueSubject,
  type RewrittenMessage,
  showMessage,
  showNote,
  templateFor,
} from '../messages/messages.rules.ts';
import { type LeadFacts, presentNextAction, presentNode, presentRun } from './leads.rules.ts';
import type { LeadRow } from './leads.store.ts';

export interface TimelineFacts extends LeadFacts {
  /** Mails and LinkedIn messages as they left, by node. */
  sent: ReadonlyMap<number, { subject: string; text: string }>;
  /** Messages a person rewrote for this lead, by node. */
  rewritten: ReadonlyMap<number, RewrittenMessage>;
  /** What was recorded about calls, by node. */
  call_notes: ReadonlyMap<number, string>;
  values: MessageValues;
  circumstances: CampaignMessageContext & { privacy_url: string };
  /** Invites that are gone unanswered, by intent. */
  vanished_invites: ReadonlyMap<number, Date>;
  /** Steps and conditions that a revision has deleted. */
  deleted: readonly FlowNode[];
  /** Of the campaign's LinkedIn account: free ones send invites without a note. */
  tier: LinkedinTier | null;
  /** Snippet texts written for this lead, and the existing snippets. */
  texts: readonly SegmentText[];
  segments: readonly Segment[];
  language: string;
}

/**
 * All nodes of the flow for one lead in canvas order: past, next and possible. Deleted steps that the lead has passed follow in the order
 * they ran.
 */
export function presentTimeline(lead: LeadRow, facts: TimelineFacts): ScheduledStep[] {
  const found = facts.runs.flatMap((run) => facts.deleted.find(({ id }) => id === run.node_id) ?? []);
  return [...walkFlow(facts.flow), ...found].map((node) => presentEntry(lead, node, facts));
}

const NOT_DONE = {
  scheduled_for: null,
  completed: false,
  completed_at: null,
  error: null,
  note: null,
  is_yes: null,
};

function presentEntry(lead: LeadRow, node: FlowNode, facts: TimelineFacts): ScheduledStep {
  const run = facts.runs.find((item) => item.node_id === node.id);
  const next = standsBefore(lead, node) ? presentNextAction(lead, facts) : null;
  const done = run === undefined ? NOT_DONE : presentRun(run, node);
  return {
    ...presentNode(node),
    parent_id: node.parent_id,
    is_yes_child: node.branch === null ? null : node.branch === 'yes',
    ...presentMessage(lead, node, facts, run?.outcome === 'done'),
    is_edited: facts.rewritten.has(node.id),
    can_edit: canRewrite(lead, node, run !== undefined) && !isMute(node, facts),
    scheduled_for: next?.scheduled_for ?? done.scheduled_for,
    completed: done.completed,
    completed_at: done.completed_at,
    error: done.error,
    note: done.note ?? describeOpen(lead, node, facts),
    is_yes: done.is_yes,
    revision: run?.revision ?? null,
    is_deleted: facts.deleted.includes(node),
    invite_gone_at: node.type === 'ACCEPTED_INVITE' && done.is_yes !== true ? findVanishedInvite(facts) : null,
    waiting_for: next?.waiting_for ?? null,
  };
}

/** Shown at a step that a user skipped for this lead, until it is due. */
const WILL_BE_SKIPPED = 'This step will be skipped for this lead.';

/** What was recorded about its calls, or that it will be skipped. */
function describeOpen(lead: LeadRow, node: FlowNode, { call_notes }: TimelineFacts): string | null {
  return call_notes.get(node.id) ?? (lead.skipped_nodes?.includes(node.id) ? WILL_BE_SKIPPED : null);
}

/** LinkedIn does not report a declined invite: it only disappears from the list of sent ones. */
function findVanishedInvite({ runs, vanished_invites: invites }: TimelineFacts): string | null {
  const found = runs.flatMap(({ intent_id }) => (intent_id === null ? [] : (invites.get(intent_id) ?? [])));
  return found[0]?.toISOString() ?? null;
}

function standsBefore(lead: LeadRow, node: FlowNode): boolean {
  if (lead.status === 'NOT_STARTED') return node.parent_id === null;
  return lead.next_node_id === node.id;
}

/** A message can be rewritten for a lead until it is handed over, as long as the campaign is not over for them. */
export function canRewrite(lead: LeadRow, node: FlowNode, isDone: boolean): boolean {
  if (node.kind !== 'step' || !stepKind(node.type).is_message || isDone || isLeadDone(lead.status)) return false;
  return !(lead.is_in_flight && lead.next_node_id === node.id);
}

/** True for an invite of an account that sends no notes. */
function isMute(node: FlowNode, { tier }: TimelineFacts): boolean {
  return node.type === 'LINKEDIN_INVITE' && tier !== null && !canSendInviteNote(tier);
}

const NO_MESSAGE = {
  message: null,
  subject_line: null,
  edit_message: null,
  edit_subject: null,
  missing: [],
  snippets: [],
  notes: [],
};

/** The text as sent or, before that, as it would be sent now. A node that ran without a message has none. */
function presentMessage(lead: LeadRow, node: FlowNode, facts: TimelineFacts, isDone: boolean) {
  if (node.kind !== 'step' || !stepKind(node.type).is_message) return NO_MESSAGE;
  const { takes_subject } = stepKind(node.type);
  const { template, snippets } = prepareMessage(lead, node, facts);
  const notes = describeLeftOut(snippets, (template.placeholder_message ?? '').trim() !== '');
  const about = { snippets, notes };
  const sent = facts.sent.get(node.id);
  if (sent !== undefined) {
    return { ...NO_MESSAGE, ...about, message: sent.text, subject_line: takes_subject ? sent.subject : null };
  }
  if (isMute(node, facts)) return NO_MESSAGE;
  if (isDone) return { ...NO_MESSAGE, ...about };
  return presentPreview(lead, node, facts, template, about);
}

/** The text as it would be sent now. */
function presentPreview(
  lead: LeadRow,
  node: StepNode,
  facts: TimelineFacts,
  template: ReturnType<typeof prepareMessage>['template'],
  about: Pick<ReturnType<typeof prepareMessage>, 'snippets'> & { notes: string[] },
) {
  const { snippets } = about;
  const own = valuesAt(lead, node, facts);
  const values = { ...own, snippets: shownSnippets(snippets) };
  const continued = findContinued(lead, node, template, facts);
  const shown =
    node.type === 'LINKEDIN_INVITE'
      ? showNote(template, values)
      : showMessage(template, values, { continued, signature: signatureAt(node, facts) });
  if (shown.message === '' && node.type === 'LINKEDIN_INVITE') return NO_MESSAGE;
  const written = new Map(snippets.map(({ id, text }) => [id, text]));
  const source = shown.used_fallback ? (template.placeholder_message ?? '') : template.message;
  return {
    ...NO_MESSAGE,
    ...about,
    message: shown.message,
    ...(stepKind(node.type).takes_subject ? presentSubject(shown.subject_line, continued) : {}),
    edit_message: fillTemplate(source, { ...own, snippets: written }),
    missing: shown.missing,
  };
}

/** A subject that is continued is shown, and not stored with a rewritten message: that would begin a thread of its own. */
const presentSubject = (subject_line: string, continued: ContinuedSubject | null) => ({
  subject_line,
  edit_subject: continued === null ? subject_line : null,
});

/** The subject that a follow-up without its own continues, as it was sent if it was. */
function findContinued(
  lead: LeadRow,
  node: StepNode,
  { subject_line }: { subject_line: string },
  facts: TimelineFacts,
): ContinuedSubject | null {
  const start = isBlank(subject_line) ? findThreadStart(facts.flow, node) : undefined;
  if (start === undefined) return null;
  const sent = facts.sent.get(start.id)?.subject || facts.rewritten.get(start.id)?.subject_line;
  return sent ? { sent } : continueSubject(start, lead.lead_id, () => valuesAt(lead, start, facts));
}

/** The signature of an email by the rule of its campaign. */
function signatureAt(node: StepNode, { flow, circumstances: { signing } }: TimelineFacts): EmailSignature {
  if (node.type !== 'EMAIL') return null;
  return decideSignature(signing, signing.chosen_signature, findThreadStart(flow, node) === undefined);
}

/** The values of a lead where a step writes to them. */
function valuesAt(lead: LeadRow, node: StepNode, { values, circumstances }: TimelineFacts): MessageValues {
  const { email, linkedin, signing: _, ...around } = circumstances;
  const sender = stepKind(node.type).channel === 'email' ? email : linkedin;
  return withMessageContext(values, { ...around, sender, lead_id: lead.lead_id, step_id: node.id });
}

function prepareMessage(lead: LeadRow, node: StepNode, facts: TimelineFacts) {
  const variant = drawVariant(node, lead.lead_id, node.id);
  const template = templateFor(node, variant, facts.rewritten.get(node.id) ?? null);
  const texts = facts.texts.filter(({ node_id }) => node_id === node.id);
  return { template, snippets: presentSnippets(namedSnippets(template), facts.segments, texts, facts.language) };
}
