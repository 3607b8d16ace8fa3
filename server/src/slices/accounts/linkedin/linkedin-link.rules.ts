import { ROLES, type Role } from '@overture/domain/access/permissions';
import {
  type AccountType,
  LINKEDIN_CHECKPOINTS,
  type LinkedinCheckpoint,
  labelAccountType,
} from '@overture/domain/accounts';
import { CONNECTION_LINK_DAYS } from '@overture/domain/limits';
import { z } from 'zod';

/** Task that signs a removed account out at the provider. */
export const signOutTask = 'linkedin-sign-out';
/** Task that processes the provider's events of one organization. */
export const linkedinEventsTask = 'linkedin-events';

/** The user and purpose of a hosted page. It travels through the provider and back, signed. */
export interface LinkReference {
  organization_id: number;
  user_id: number;
  role: Role;
  /** The sender connected again; null for a new one. */
  account_id: number | null;
  expires_at: Date;
  /** When the page was created: an older account did not come from it. Missing when our own call created the account. */
  issued_at?: Date;
}

interface Signer {
  sign(purpose: string, text: string): string;
  verify(purpose: string, text: string, signature: string): boolean;
}

export type IssuedReference = LinkReference & { issued_at: Date };

const purpose = 'linkedin-link';
const notifyPurpose = 'linkedin-notify';
const referenceSchema = z.tuple([
  z.number().int(),
  z.number().int(),
  z.enum(ROLES),
  z.number().int().nullable(),
  z.number(),
  z.number(),
]);

export function writeReference(signer: Signer, reference: IssuedReference): string {
  const { organization_id, user_id, role, account_id, expires_at, issued_at } = reference;
  const values = [organization_id, user_id, role, account_id, expires_at.getTime(), issued_at.getTime()];
  return writeSigned(signer, purpose, values);
}

/** Null for a reference that we did not write, or one that has expired. */
export function parseReference(signer: Signer, reference: string, now: Date): IssuedReference | null {
  const signed = parseSigned(signer, purpose, reference);
  if (signed === null) return null;
  const [organization_id, user_id, role, account_id, expires, issued] = referenceSchema.parse(signed);
  if (expires < now.getTime()) return null;
  const [expires_at, issued_at] = [new Date(expires), new Date(issued)];
  return { organization_id, user_id, role, account_id, expires_at, issued_at };
}

/** A secret in the callback besides the reference, because the reference passes through many hands. */
export function notifyKey(signer: Pick<Signer, 'sign'>, reference: string): string {
  return signer.sign(notifyPurpose, reference);
}

export function isNotifyKey(signer: Pick<Signer, 'verify'>, reference: string, key: unknown): boolean {
  return typeof key === 'string' && signer.verify(notifyPurpose, reference, key);
}

/** Clocks of ours and the provider's may differ. */
const CLOCK_TOLERANCE_IN_MS = 5 * 60_000;

/** True for an account that existed before the page that claims to have created it. */
export function isOlderThanPage(seatCreatedAt: Date | null, issuedAt: Date | string | undefined): boolean {
  if (seatCreatedAt === null || issuedAt === undefined) return false;
  return seatCreatedAt.getTime() < new Date(issuedAt).getTime() - CLOCK_TOLERANCE_IN_MS;
}

/** A sign-in that LinkedIn has not completed, and what it asks for. */
export interface OpenSignIn {
  organization_id: number;
  user_id: number;
  provider_account_id: string;
  checkpoint: LinkedinCheckpoint;
  expires_at: Date;
}

const checkpointPurpose = 'linkedin-checkpoint';
const checkpointSchema = z.tuple([
  z.number().int(),
  z.number().int(),
  z.string(),
  z.enum(LINKEDIN_CHECKPOINTS),
  z.number(),
]);

/** An open sign-in as the browser stores it: signed, so it can't be used for another organization's account. */
export function writeCheckpoint(signer: Signer, open: OpenSignIn): string {
  const { organization_id, user_id, provider_account_id, checkpoint, expires_at } = open;
  const values = [organization_id, user_id, provider_account_id, checkpoint, expires_at.getTime()];
  return writeSigned(signer, checkpointPurpose, values);
}

/** Null for one that we did not write for this person, or that has expired. */
export function parseCheckpoint(
  signer: Signer,
  token: string,
  person: Pick<OpenSignIn, 'organization_id' | 'user_id'>,
  now: Date,
): OpenSignIn | null {
  const signed = parseSigned(signer, checkpointPurpose, token);
  if (signed === null) return null;
  const [organization_id, user_id, provider_account_id, checkpoint, expires] = checkpointSchema.parse(signed);
  const isOwn = organization_id === person.organization_id && user_id === person.user_id;
  if (!isOwn || expires < now.getTime()) return null;
  return { organization_id, user_id, provider_account_id, checkpoint, expires_at: new Date(expires) };
}

function writeSigned(signer: Signer, use: string, values: unknown[]): string {
  const text = JSON.stringify(values);
  return `${Buffer.from(text).toString('base64url')}.${signer.sign(use, text)}`;
}

/** The payload signed for this purpose; null for anything else. */
function parseSigned(signer: Signer, use: string, signed: string): unknown {
  const [encoded = '', signature = ''] = signed.split('.');
  const text = Buffer.from(encoded, 'base64url').toString('utf8');
  return signer.verify(use, text, signature) ? JSON.parse(text) : null;
}

/** When a page expires: as requested, at most 30 days ahead. Null for a text that is no future time. */
export function linkExpiry(asked: string | null | undefined, now: Date): Date | null {
  const latest = new Date(now.getTime() + CONNECTION_LINK_DAYS * 86_400_000);
  if (asked === null || asked === undefined || asked === '') return latest;
  const wanted = new Date(asked);
  if (Number.isNaN(wanted.getTime()) || wanted <= now) return null;
  return wanted < latest ? wanted : latest;
}

interface Identity {
  linkedin_member_id: string | null;
  linkedin_public_identifier: string | null;
  email: string | null;
  name: string;
}

/**
 * Whether the person who signed in is the sender's. LinkedIn's ids differ by account, and a profile name can be changed: one matching field
 * is enough. Without any field to compare, the name decides.
 */
export function isSamePerson(sender: Identity, signedIn: Identity): boolean {
  const pairs = (['linkedin_public_identifier', 'email'] as const).map((field) => [sender[field], signedIn[field]]);
  const known = pairs.filter((pair): pair is [string, string] => pair[0] !== null && pair[1] !== null);
  if (sender.linkedin_member_id === signedIn.linkedin_member_id && sender.linkedin_member_id !== null) return true;
  const compared = known.length > 0 ? known : [[sender.name, signedIn.name] as const];
  return compared.some(([one, other]) => one.trim().toLowerCase() === other.trim().toLowerCase());
}

/** Why a sender was not connected again, in words. */
export const describeOtherPerson = (sender: { name: string; account_type: AccountType }, signedIn: string): string =>
  `You signed in to ${labelAccountType(sender.account_type)} as ${signedIn}, but this sender is ${sender.name}. Reconnect and sign in as ${sender.name}.`;
