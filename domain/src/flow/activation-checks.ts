import type { FeatureFlag } from '../access/feature-flags.ts';
import { canSendInmail, type LinkedinTier } from '../accounts.ts';
import { MESSAGE_NAMES } from '../message/template/names.ts';
import { findNearest } from '../message/template/nearest.ts';
import { parseSegments } from '../message/tokens.ts';
import { say } from '../text/say.ts';
import { listContents } from './ab-variant.ts';
import { ACTIVATION_TEXTS } from './activation-texts.ts';
import type { Flow, StepNode } from './flow.ts';
import { findThreadStart, walkFlow } from './flow.ts';
import { LOCK_TEXTS } from './step-locks.ts';
import { nodeKind, stepKind } from './step-types.ts';

export type ChosenAccounts = { linkedin_account_id: number | null; email_account_id: number | null };
/** Several senders of a channel, where there are. */
export type ChosenPools = { linkedin_account_ids?: number[]; email_account_ids?: number[] };

/** Why a flow can't start: the text to show, and the step to open where one is at fault. */
export type FlowProblem = { text: string; node_id: number | null };

/** First thing that keeps a campaign from starting, or null. Both branches of every condition are walked. */
export function findActivationProblem(flow: Flow, accounts: ChosenAccounts): FlowProblem | null {
  const account = findAccountProblem(flow, accounts);
  return findFlowProblem(flow) ?? (account === null ? null : { text: account, node_id: null });
}

/** First node of a kind that is switched off, as the text to show, or null: it was built while the kind was on. */
export function findSwitchedOff(flow: Flow, disabled: readonly FeatureFlag[]): string | null {
  const node = walkFlow(flow).find(({ type }) => disabled.includes(nodeKind(type).flag));
  if (node === undefined) return null;
  return `The ${nodeKind(node.type).label} step is switched off for your organization. Delete it, or ask your administrator to switch it on.`;
}

/** First incomplete step, or null. A flow of conditions alone has no steps. */
export function findFlowProblem(flow: Flow): FlowProblem | null {
  const steps = walkFlow(flow).filter((node) => node.kind === 'step');
  if (steps.length === 0) return { text: say(ACTIVATION_TEXTS.no_steps), node_id: null };
  for (const step of steps) {
    const text = findStepProblem(flow, step);
    if (text !== null) return { text, node_id: step.id };
  }
  return null;
}

function findStepProblem(flow: Flow, step: StepNode): string | null {
  const { label, needs_message, takes_subject } = stepKind(step.type);
  const named = say(label);
  if (needs_message && !isFilled(step.message)) return say('Please add a message in the {step} step.', { step: named });
  if (takes_subject && !isFilled(step.subject_line) && findThreadStart(flow, step) === undefined)
    return say('Please add a subject line in the {step} step.', { step: named });
  const unknown = findUnknownVariable(step);
  if (unknown === null) return null;
  const nearest = findNearest(unknown, MESSAGE_NAMES);
  const hint =
    nearest === null ? say('Pick one from the list.') : say('Did you mean {name}?', { name: `{{${nearest}}}` });
  return `${say("{name} in the {step} step isn't a variable.", { name: `{{${unknown}}}`, step: named })} ${hint}`;
}

/** A name in a message that no lead can have a value for, unless a fallback message goes out in its place. */
function findUnknownVariable(step: StepNode): string | null {
  for (const { subject_line, message, placeholder_message } of listContents(step)) {
    const unknown = unknownIn(subject_line) ?? (isFilled(placeholder_message) ? null : unknownIn(message));
    if (unknown !== null) return unknown;
  }
  return null;
}

function unknownIn(template: string): string | null {
  const found = parseSegments(template).find(({ kind }) => kind === 'unknown_variable');
  return found?.kind === 'unknown_variable' ? found.name : null;
}

function isFilled(text: string | null | undefined): boolean {
  return text !== null && text !== undefined && text.trim() !== '';
}

/** Sender that must still be chosen, as the text to show, or null. */
function findAccountProblem(flow: Flow, accounts: ChosenAccounts): string | null {
  if (needsLinkedinAccount(flow) && accounts.linkedin_account_id === null)
    return say(ACTIVATION_TEXTS.linkedin_account);
  return needsEmailAccount(flow) && accounts.email_account_id === null ? say(ACTIVATION_TEXTS.email_account) : null;
}

/** Why a LinkedIn account of a tier cannot carry a flow out, as the text to show, or null: not every tier sends InMail. */
export function findTierProblem(flow: Flow, tier: LinkedinTier | null): string | null {
  return flow.some(({ type }) => type === 'INMAIL') && !canSendInmail(tier) ? say(LOCK_TEXTS.inmail_tier) : null;
}

/** What a campaign counts in mails that it sent. */
export interface Tracking {
  tracks_clicks: boolean;
  tracks_opens: boolean;
}

/** Why a flow that waits for clicks or opens cannot run, as the text to show, or null. */
export function findTrackingProblem(flow: Flow, { tracks_clicks, tracks_opens }: Tracking): FlowProblem | null {
  for (const { type, id } of walkFlow(flow)) {
    if (type === 'CLICKED' && !tracks_clicks) return { text: say(ACTIVATION_TEXTS.tracking_off), node_id: id };
    if (type === 'OPENED' && !tracks_opens) return { text: say(ACTIVATION_TEXTS.opens_off), node_id: id };
  }
  return null;
}

/** Why emails would leave without the signature that their campaign was given, as the text to show, or null. */
export function findSignatureProblem(
  flow: Flow,
  { signature_choice, signature_id }: { signature_choice: string; signature_id: number | null },
): FlowProblem | null {
  const isLost = signature_choice === 'fixed' && signature_id === null && flow.some(({ type }) => type === 'EMAIL');
  return isLost ? { text: say(ACTIVATION_TEXTS.signature), node_id: null } : null;
}

/** True when the flow acts on LinkedIn or asks it something. */
export function needsLinkedinAccount(flow: Flow): boolean {
  return flow.some((node) => nodeKind(node.type).account === 'linkedin');
}

export function needsEmailAccount(flow: Flow): boolean {
  return flow.some(({ type }) => nodeKind(type).account === 'email');
}
