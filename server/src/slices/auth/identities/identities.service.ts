import type { Identity } from '@overture/adapters/identity/identity.port';
import type { LinkedIdentity } from '@overture/contract/identities';
import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { cutText } from '@overture/domain/text/text-bounds';
import { z } from 'zod';
import type { SystemContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound, sqlState, uniqueViolation } from '../../../kernel/errors.ts';
import type { Limit } from '../../../kernel/rate-limits.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import type { ProvenPerson } from '../../sessions/index.ts';
import { requireOwnWay } from '../../sso-enforcement/index.ts';
import { requireConfirmed } from '../../step-up/index.ts';
import * as users from '../../users/index.ts';
import { login } from '../auth.service.ts';
import { sendIdentityLinked } from '../auth-mail.service.ts';
import type { Visitor } from '../known-device.service.ts';
import type { InvitationTo, Invited } from '../registration/invited.service.ts';
import { createOwner, requireNoSsoOnly, requireSignUpAllowed } from '../registration/registration.service.ts';
import { deleteRegistrations } from '../registration/registration.store.ts';
import { issueFactorUndo, UNDO_LIFETIME_IN_DAYS } from '../undo/undo.service.ts';
import { GOOGLE } from './google-flow.service.ts';
import * as store from './identities.store.ts';
import { openNote, sealNote } from './sealed-note.service.ts';

const LINK_LIFETIME_IN_MINUTES = 10;
const ticketSchema = z.object({ user_id: z.number(), issuer: z.string(), subject: z.string(), email: z.string() });

const choiceSchema = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  name: z.string().nullable(),
});
const JOINS: Limit = { name: 'identity-join', points: 60, per_seconds: 900 };

export type IdentitySignIn =
  | { person: ProvenPerson; is_new: boolean }
  /** The address is invited: no one joins an organization without choosing it. */
  | { choice: JoinChoice }
  /** The address is taken: its owner proves their identity by password before anything is linked. */
  | { link: { ticket: string; email: string } };

/**
 * What a provider's assertion opens. An identity is known by issuer and subject alone; a taken address opens nothing without a
 * password, since the person who controls it at the provider may not be the one who signed up with it.
 */
export async function signInByIdentity(
  ctx: SystemContext,
  identity: Identity,
  { invited, ...given }: { invited: Invited; referral_code: string | null; time_zone: string | null },
): Promise<IdentitySignIn> {
  const known = await ctx.systemTransaction((tx) => store.useIdentity(tx, identity));
  if (known !== null) return { person: { user_id: known, method: 'google' }, is_new: false };
  const email = identity.is_email_verified ? normalizeEmail(identity.email ?? '') : null;
  if (email === null) throw new ApiError('identity_unverified', { provider: GOOGLE });
  const user = await ctx.systemTransaction((tx) => users.findUserByEmail(tx, email));
  if (user?.verified_at) {
    await ctx.systemTransaction((tx) => requireOwnWay(tx, user.id));
    const claim = { user_id: user.id, issuer: identity.issuer, subject: identity.subject, email };
    return { link: { ticket: sealNote(ctx, 'identity-link', claim, LINK_LIFETIME_IN_MINUTES), email } };
  }
  const { issuer, subject, name } = identity;
  const invitations = await ctx.systemRead((read) => invited.listInvitationsTo(read, email));
  if (invitations.length > 0) {
    const ticket = sealNote(ctx, 'identity-choice', { issuer, subject, email, name }, LINK_LIFETIME_IN_MINUTES);
    return { choice: { ticket, email, invitations, may_found: await mayFound(ctx, email) } };
  }
  const user_id = await signUp(ctx, { issuer, subject, email, name, ...given, invitation_id: null }, invited);
  return { person: { user_id, method: 'google' }, is_new: true };
}

interface JoinChoice {
  ticket: string;
  email: string;
  invitations: InvitationTo[];
  may_found: boolean;
}

async function mayFound(ctx: SystemContext, email: string): Promise<boolean> {
  try {
    requireSignUpAllowed(ctx, email);
    await ctx.systemTransaction((tx) => requireNoSsoOnly(tx, email));
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** The person chose: an invitation to their address, or none. @throws sign_in_expired, link_invalid, belongs_elsewhere */
export async function joinByIdentity(
  ctx: SystemContext,
  given: { ticket: string; invitation_id: number | null; referral_code: string | null; time_zone: string | null },
  { invited, ip }: { invited: Invited; ip: string },
): Promise<ProvenPerson> {
  await ctx.rate_limits.spendFrom(JOINS, ip);
  const identity = openNote(ctx, 'identity-choice', given.ticket, choiceSchema);
  if (!identity) throw new ApiError('sign_in_expired');
  const { invitation_id, referral_code, time_zone } = given;
  return {
    user_id: await signUp(ctx, { ...identity, invitation_id, referral_code, time_zone }, invited),
    method: 'google',
  };
}

interface NewIdentity extends z.output<typeof choiceSchema> {
  referral_code: string | null;
  time_zone: string | null;
  invitation_id: number | null;
}

async function signUp(ctx: SystemContext, identity: NewIdentity, { joinInvited }: Invited): Promise<number> {
  const { issuer, subject, email, referral_code, time_zone, invitation_id } = identity;
  const name = toName(identity);
  try {
    return await ctx.systemTransaction(async (tx) => {
      if (invitation_id === null) {
        requireSignUpAllowed(ctx, email);
        await requireNoSsoOnly(tx, email);
      }
      const user_id =
        invitation_id === null
          ? await createOwner(tx, { email, name, referral_code, time_zone }, null)
          : await joinInvited(tx, { email, name, password_hash: null, invitation_id });
      if (user_id === null && invitation_id !== null) throw new ApiError('link_invalid');
      // Another request confirmed the address by its code at the same moment.
      if (user_id === null) throw new ApiError('sign_in_expired');
      await deleteRegistrations(tx, email);
      await store.insertIdentity(tx, { user_id, issuer, subject, email });
      return user_id;
    });
  } catch (error) {
    // Two parallel returns: the first created the user.
    throw sqlState(error) === uniqueViolation ? new ApiError('sign_in_expired') : error;
  }
}

export function toName({ name, email }: { name: string | null; email: string }): string {
  // A provider takes any name; in mails of ours none may look like an address (contract/src/names.ts).
  const given = cutText(name?.replaceAll('://', ' ').trim(), 120);
  return given.length >= 2 ? given : email.slice(0, email.lastIndexOf('@'));
}

/** The owner of the address gave their password: from now on the identity is theirs. A second factor is still asked for. */
export async function linkByPassword(
  ctx: SystemContext,
  input: { ticket: string; password: string },
  visitor: Visitor,
): Promise<ProvenPerson> {
  const claim = openNote(ctx, 'identity-link', input.ticket, ticketSchema);
  if (!claim) throw new ApiError('sign_in_expired');
  const person = await login(ctx, { email: claim.email, password: input.password }, visitor);
  // The address was taken in the meantime.
  if (person.user_id !== claim.user_id) throw new ApiError('sign_in_expired');
  const token = await ctx.systemTransaction(async (tx) => {
    if (!(await store.insertIdentity(tx, claim))) throw new ApiError('sign_in_expired');
    const { organization_id } = orNotFound(await users.findUser(tx, claim.user_id));
    await recordSecurityEvent(tx, { event: 'identity_linked', organization_id, user_id: claim.user_id });
    return issueFactorUndo(tx, claim.user_id);
  });
  // The link stays even if the mail fails; the sender logs the failure.
  const undo = { token, days: UNDO_LIFETIME_IN_DAYS };
  await sendIdentityLinked(ctx, claim.email, { provider: GOOGLE, undo }).catch(() => undefined);
  return person;
}

type OwnContext = Pick<SessionContext, 'user' | 'read' | 'transaction' | 'session' | 'clock'>;

export async function listIdentities(
  ctx: OwnContext,
): Promise<{ identities: LinkedIdentity[]; has_password: boolean }> {
  const [rows, user] = await ctx.read(async (tx) => [
    await store.listIdentityRows(tx, ctx.user.id),
    orNotFound(await users.findUser(tx, ctx.user.id)),
  ]);
  const identities = rows.map(({ id, issuer, email, created_at, last_used_at }) => ({
    id,
    provider: issuer.startsWith(store.SSO_ISSUERS) ? ('sso' as const) : ('google' as const),
    email,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
  }));
  return { identities, has_password: user.password_hash !== null };
}

export async function unlinkIdentity(ctx: OwnContext, id: number): Promise<void> {
  requireConfirmed(ctx);
  await ctx.transaction(async (tx) => {
    const waysIn = await store.countWaysIn(tx, ctx.user.id);
    orNotFound(await store.deleteIdentity(tx, ctx.user.id, id));
    if (waysIn <= 1) throw new ApiError('last_way_in');
    await recordSecurityEvent(tx, { event: 'identity_unlinked' });
  });
}
