import * as leadPlan from '@overture/domain/campaign/lead-plan';
import type { LeadFacts } from '@overture/domain/campaign/next-move';
import type { Flow } from '@overture/domain/flow/flow';
import { walkFlow } from '@overture/domain/flow/flow';
import {
  type ConditionType,
  isStepType,
  type NodeType,
  type StepType,
  typeInfo,
} from '@overture/domain/flow/step-types';
import type { ContactLookup } from '@overture/domain/money/credits';
import { acceptedInviteCondition } from './conditions/accepted-invite.condition.ts';
import { alreadyConnectedCondition } from './conditions/already-connected.condition.ts';
import { hasEmailCondition } from './conditions/has-email.condition.ts';
import { hasPhoneCondition } from './conditions/has-phone.condition.ts';
import type { ConditionKind, KnownLead, StepKind } from './node-kind.rules.ts';
import { callProspectStep } from './steps/call-prospect.step.ts';
import { deleteLinkedinInviteStep } from './steps/delete-linkedin-invite.step.ts';
import { emailStep } from './steps/email.step.ts';
import { inmailStep } from './steps/inmail.step.ts';
import { likeLastLinkedinPostStep } from './steps/like-last-linkedin-post.step.ts';
import { linkedinInviteStep } from './steps/linkedin-invite.step.ts';
import { linkedinMessageStep } from './steps/linkedin-message.step.ts';
import { visitLinkedinProfileStep } from './steps/visit-linkedin-profile.step.ts';

const steps = {
  LINKEDIN_INVITE: linkedinInviteStep,
  LINKEDIN_MESSAGE: linkedinMessageStep,
  VISIT_LINKEDIN_PROFILE: visitLinkedinProfileStep,
  INMAIL: inmailStep,
  DELETE_LINKEDIN_INVITE: deleteLinkedinInviteStep,
  LIKE_LAST_LINKEDIN_POST: likeLastLinkedinPostStep,
  EMAIL: emailStep,
  CALL_PROSPECT: callProspectStep,
} satisfies Record<StepType, StepKind>;

const conditions = {
  ACCEPTED_INVITE: acceptedInviteCondition,
  ALREADY_CONNECTED: alreadyConnectedCondition,
  HAS_EMAIL: hasEmailCondition,
  HAS_PHONE: hasPhoneCondition,
} satisfies Record<ConditionType, ConditionKind>;

const NO_FACTS: LeadFacts = {
  has_replied: false,
  is_suppressed: false,
  has_email: null,
  has_phone: null,
  is_connected: null,
  invite_accepted_at: null,
};

/** Lanes of this installation: of a step null when it is not available here, of a condition where it is looked into. */
export const LANES: leadPlan.Lanes = {
  ofStep: (type) => steps[type].lane,
  ofCondition: (type) => {
    const kinds: Record<ConditionType, ConditionKind> = conditions;
    return kinds[type].lane ?? 'local';
  },
};

/** The next thing that takes time or somebody's doing for a lead that did a node, here (domain/campaign/lead-plan). */
export function planNext(flow: Flow, standing: leadPlan.Standing, facts: LeadFacts, now: Date): leadPlan.Plan {
  return leadPlan.planNext(flow, standing, facts, now, LANES);
}

/** What is looked up for leads that come to a condition without what it asks for; null for the others. */
export function lookupOfCondition(type: NodeType | undefined): ContactLookup | null {
  const kinds: Partial<Record<NodeType, ConditionKind>> = conditions;
  return (type === undefined ? undefined : kinds[type]?.lookup) ?? null;
}

/** Where a lead stands that is started at a node: calls and conditions are the engine's until they are due. */
export function firstLaneOf(type: NodeType): leadPlan.Lane {
  return leadPlan.firstLane(type, LANES);
}

/** What is known about a lead, as the conditions read it. */
export function factsOf(lead: KnownLead): LeadFacts {
  const kinds: ConditionKind[] = Object.values(conditions);
  const ended = new Set(lead.lookups_ended?.map(({ lookup }) => lookup));
  const facts = kinds.map((kind) => kind.readFact(lead, kind.lookup !== undefined && ended.has(kind.lookup)));
  return Object.assign({ ...NO_FACTS }, ...facts);
}

/** False for a type this installation cannot carry out yet. */
function isAvailable(type: NodeType): boolean {
  return isStepType(type) ? steps[type].lane !== null : conditions[type].is_available;
}

/** Text that refuses activation while a flow holds what this installation cannot do yet, or null. */
export function findUnavailable(flow: Flow): string | null {
  const node = walkFlow(flow).find(({ type }) => !isAvailable(type));
  return node ? `${typeInfo(node.type).label} is not available yet. Remove it to start this campaign.` : null;
}
