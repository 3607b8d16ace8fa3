import { ADDRESS_WAIT } from '../limits.ts';
import type { FlowNode, StepNode } from './flow.ts';
import type { HeldLead } from './kinds/node-kind.ts';
import { nodeKind, stepKind } from './step-types.ts';

export type AddressKind = 'email' | 'linkedin';

/** The address that a node is carried out with; null where it needs none. */
export function addressOf(node: FlowNode): AddressKind | null {
  if (node.kind === 'step') return stepKind(node.type).account;
  return nodeKind(node.type).lane === 'look' ? 'linkedin' : null;
}

/** Whether a type of step may be held for an address. */
export function canLackAddress(type: StepNode['type']): boolean {
  return stepKind(type).account !== null;
}

/** Days that a node is held for a lead without its address before it is passed over; null for ever. */
export function addressWaitInDays(node: FlowNode): number | null {
  if (node.kind === 'condition' || node.address_wait_in_days === undefined) return ADDRESS_WAIT.default_in_days;
  return node.address_wait_in_days;
}

/** A wait as stored: whole days within its bounds, or null; undefined for what is none. */
export function parseAddressWait(days: unknown): number | null | undefined {
  if (days === null) return null;
  const { min_in_days, max_in_days } = ADDRESS_WAIT;
  const isWait = typeof days === 'number' && Number.isInteger(days) && days >= min_in_days && days <= max_in_days;
  return isWait ? days : undefined;
}

const DAY_IN_MS = 86_400_000;

/** What a lead waits for at a node. */
export interface AddressHold {
  address: AddressKind;
  days: number;
  /** The node is passed over then. */
  until: Date;
}

/**
 * The hold of a lead whose node needs an address it lacks; null when it has the address, is at another node, or is held
 * without end.
 */
export function addressHold(node: FlowNode, held: HeldLead | null | undefined): AddressHold | null {
  const address = addressOf(node);
  const days = addressWaitInDays(node);
  if (!held || held.node_id !== node.id || address === null || days === null) return null;
  if (address === 'email' ? held.has_email : held.has_linkedin) return null;
  return { address, days, until: new Date(held.since.getTime() + days * DAY_IN_MS) };
}

const ADDRESS_WORDS: Record<AddressKind, string> = { email: 'email address', linkedin: 'LinkedIn profile' };

/** Said beside a node that was passed over: 'Skipped: no email address after 14 days.' */
export function describeAddressSkip({ address, days }: AddressHold): string {
  return `Skipped: no ${ADDRESS_WORDS[address]} after ${days === 1 ? '1 day' : `${days} days`}.`;
}
