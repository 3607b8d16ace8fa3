import type { Role } from '@overture/domain/access/permissions';
import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { firstOrganizationName } from '@overture/domain/addresses/free-mail';
import type { SystemContext } from '../../kernel/context.ts';
import { hashToken, newToken } from '../../kernel/crypto.ts';
import { hashPassword } from '../../kernel/password-hash.ts';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';
import { deleteRegistrations, insertResetCode } from '../auth/index.ts';
import { insertOrganization } from '../organization/index.ts';
import { checkNewPassword } from '../password-policy/index.ts';
import * as users from '../users/index.ts';
import { requirePersonByEmail } from '../users/index.ts';

/** A link that is handed over by a person takes longer than one that is mailed. */
export const HANDED_LINK_LIFETIME_IN_HOURS = 24;

/**
 * Makes a person, in the organization of a colleague or in a new one, and answers the link to choose a password with: for
 * installations without system mail, and for the first person of one that is closed. Where mail is sent, a code proves the address
 * after the link. @throws Error in words
 */
export async function createPerson(
  ctx: SystemContext,
  given: { email: string; name: string; role: Role; colleague: string | undefined },
): Promise<string> {
  const email = normalizeEmail(given.email);
  if (!email) throw new Error(`${given.email} is no email address.`);
  return ctx.systemTransaction(async (tx) => {
    const beside = given.colleague === undefined ? null : await requirePersonByEmail(tx, given.colleague);
    const organization_id =
      beside?.organization_id ?? (await insertOrganization(tx, firstOrganizationName(given.name, email)));
    const person = { organization_id, email, name: given.name, role: given.role, password_hash: null };
    const id = await users.addPerson(tx, person, { is_proven: false });
    if (id === null) throw new Error(`${email} has an account already.`);
    await recordSecurityEvent(tx, { event: 'member_added', organization_id, user_id: id, reason: 'command_line' });
    return issueLink(tx, { id, organization_id });
  });
}

export const hasPeople = (ctx: Pick<SystemContext, 'systemRead'>): Promise<boolean> =>
  ctx.systemRead((read) => users.hasUsers(read));

/**
 * The first person of an installation, an ADMIN with an organization of their own; their address counts as confirmed. Null where there are users.
 * Several processes may start at the same time: one of them does it.
 * @throws ApiError validation_failed for a weak password; Error in words
 */
export async function createFirstPerson(
  ctx: SystemContext,
  given: { email: string; name: string; password: string; organization: string | undefined },
): Promise<{ id: number; organization_id: number } | null> {
  const email = normalizeEmail(given.email);
  if (!email) throw new Error(`${given.email} is no email address.`);
  checkNewPassword(given.password, { email, name: given.name });
  const password_hash = await hashPassword(given.password);
  return ctx.systemTransaction(async (tx) => {
    if (await users.hasUsers(tx, { locks: true })) return null;
    const name = given.organization ?? firstOrganizationName(given.name, email);
    const organization_id = await insertOrganization(tx, name);
    const id = await users.addPerson(tx, { organization_id, email, name: given.name, role: 'ADMIN', password_hash });
    if (id === null) throw new Error(`${email} is taken.`);
    await recordSecurityEvent(tx, { event: 'member_added', organization_id, user_id: id, reason: 'first_start' });
    return { id, organization_id };
  });
}

/** A link to choose a new password with, for who gets no mail. The password of before is good until then. @throws Error in words */
export async function issueResetLink(ctx: SystemContext, email: string): Promise<string> {
  return ctx.systemTransaction(async (tx) => {
    const person = await requirePersonByEmail(tx, email);
    const { id, organization_id } = person;
    await recordSecurityEvent(tx, {
      event: 'password_reset_asked',
      organization_id,
      user_id: id,
      actor_id: null,
      reason: 'command_line',
    });
    return issueLink(tx, person);
  });
}

/**
 * Deactivates a user and signs them out everywhere, or reactivates them; their data stays.
 * @throws Error in words
 */
export async function setActive(ctx: SystemContext, email: string, isActive: boolean): Promise<boolean> {
  return ctx.systemTransaction(async (tx) => {
    const { id, organization_id } = await requirePersonByEmail(tx, email);
    if (!(await users.setActive(tx, id, isActive))) return false;
    const event = isActive ? 'member_added' : 'member_removed';
    await recordSecurityEvent(tx, { event, organization_id, user_id: id, actor_id: null, reason: 'command_line' });
    return true;
  });
}

/**
 * The operator confirms an address of a user made by a command whose mailbox does not receive the code. Registrations by others
 * with that address end.
 * @returns whether it was unconfirmed before
 * @throws Error in words
 */
export async function confirmAddress(ctx: SystemContext, email: string): Promise<boolean> {
  return ctx.systemTransaction(async (tx) => {
    const { id, organization_id, verified_at, ...person } = await requirePersonByEmail(tx, email);
    if (verified_at !== null) return false;
    if (await users.isAddressTaken(tx, person.email, id))
      throw new Error(`${email} was another user's address until recently, and they can still take it back.`);
    await users.updateUser(tx, id, { verified: true });
    await deleteRegistrations(tx, person.email);
    await recordSecurityEvent(tx, {
      event: 'email_verified',
      organization_id,
      user_id: id,
      actor_id: null,
      reason: 'command_line',
    });
    return true;
  });
}

/** Every session of the person with this address ends, as the operator asked. @throws Error in words */
export async function endUserSessions(ctx: SystemContext, email: string): Promise<number> {
  return ctx.systemTransaction(async (tx) => {
    const person = await requirePersonByEmail(tx, email);
    return users.endAccess(tx, [person.id], 'all');
  });
}

type Tx = Parameters<Parameters<SystemContext['systemTransaction']>[0]>[0];

async function issueLink(tx: Tx, person: { id: number; organization_id: number }): Promise<string> {
  const token = newToken();
  await insertResetCode(tx, {
    organization_id: person.organization_id,
    user_id: person.id,
    code_hash: hashToken(token),
    lifetime_in_minutes: HANDED_LINK_LIFETIME_IN_HOURS * 60,
    is_handed: true,
  });
  return `${tx.config.APP_URL}/create-password?code=${token}&resetting=true`;
}
