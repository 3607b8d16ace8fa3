import type { Invitation } from '@overture/contract/members';
import { assignableRoles, type Role } from '@overture/domain/access/permissions';
import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import type { SystemContext, SystemTransactionContext } from '../../kernel/context.ts';
import { hashToken, newToken } from '../../kernel/crypto.ts';
import { ApiError, orNotFound, sqlState, uniqueViolation } from '../../kernel/errors.ts';
import { hashPassword } from '../../kernel/password-hash.ts';
import type { Limit } from '../../kernel/rate-limits.ts';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { canMail, type Invited, remindToVerify, sendInvitation } from '../auth/index.ts';
import { findOrganization } from '../organization/index.ts';
import { checkNewPassword } from '../password-policy/index.ts';
import { addPerson } from '../users/index.ts';
import * as store from './members.store.ts';

const LIFETIME_IN_DAYS = 7;
/** Mails to addresses that never asked for one. */
const MAILS: Limit = { name: 'invitation-mails', points: 50, per_seconds: 86_400 };
/** Mails to one address from all the world. */
const MAILS_TO: Limit = { name: 'invitation-to', points: 5, per_seconds: 86_400 };
const LOOKS: Limit = { name: 'invitation-looks', points: 60, per_seconds: 900 };

interface Mail {
  id: number;
  email: string;
  token: string;
}

/** All of them or none: an address that is a member, or invited, is an error. */
export async function inviteMembers(
  ctx: SessionContext,
  given: readonly (string | null | undefined)[],
  role: Role = 'RESTRICTED',
): Promise<Invitation[]> {
  // A user invited during an impersonation would stay after the actor has to leave.
  if (ctx.user.actor_id !== ctx.user.id) throw new ApiError('not_while_acting');
  const fields = parseEmails(given);
  const emails = [...fields.keys()];
  await requireInvitationMails(ctx, emails);
  const { mails, organization_name } = await ctx.transaction(async (tx) => {
    const organization = orNotFound(await findOrganization(tx, ctx.organization.id));
    if (!assignableRoles({ ...ctx.user, organization }).includes(role)) throw new ApiError('forbidden');
    const [known] = await store.listKnownEmails(tx, emails);
    if (known) throw refuse('member_already_invited', fields.get(known.toLowerCase()) ?? 0);
    if ((await store.countInvitations(tx)) + emails.length > TENANT_LIMITS.open_invitations)
      throw new ApiError('invitations_full', { limit: String(TENANT_LIMITS.open_invitations) });
    const added: Mail[] = [];
    for (const email of emails) {
      const token = newToken();
      const link = { token_hash: hashToken(token), lifetime_in_days: LIFETIME_IN_DAYS };
      added.push({ id: await store.insertInvitation(tx, { email, role, ...link }), email, token });
      await recordSecurityEvent(tx, { event: 'member_invited', subject: { kind: 'person', label: email } });
    }
    return { mails: added, organization_name: organization.name };
  });
  await mailOrWithdraw(ctx, mails, organization_name);
  const rows = await ctx.read(store.listInvitations);
  return rows.filter((row) => mails.some((mail) => mail.id === row.id)).map(presentInvitation);
}

/** Each mail reaches a real mailbox: counted before anything is written. @throws rate_limited */
export async function requireInvitationMails(
  { rate_limits, organization }: Pick<SessionContext, 'rate_limits' | 'organization'>,
  emails: readonly string[],
): Promise<void> {
  await rate_limits.spend(MAILS.name, String(organization.id), MAILS.points, MAILS.per_seconds, emails.length);
  for (const email of emails) await rate_limits.spend(MAILS_TO.name, email, MAILS_TO.points, MAILS_TO.per_seconds);
}

/** The invitation of the first user of an organization, as a link that is handed over or mailed; an earlier one becomes invalid. */
export async function makeFirstInvitation(
  { db }: Pick<SystemTransactionContext, 'db'>,
  given: { organization_id: number; email: string; days: number; is_handed: boolean },
): Promise<string> {
  const { email, days, is_handed } = given;
  const token = newToken();
  await store.insertInvitation(
    { db, organization: { id: given.organization_id }, user: null },
    { email, role: 'USER', token_hash: hashToken(token), lifetime_in_days: days, is_handed },
  );
  return token;
}

/** From the caller, who belongs to another organization than the invited user. @throws mail_not_sent */
export async function mailFirstInvitation(
  ctx: SessionContext,
  email: string,
  invitation: { token: string; organization_id: number; organization_name: string; days: number },
): Promise<void> {
  await sendInvitation(ctx.system, email, { ...invitation, inviter: await getInviterName(ctx) });
}

/** Each address with the place of its field; blank fields are left out. */
function parseEmails(given: readonly (string | null | undefined)[]): Map<string, number> {
  const fields = new Map<string, number>();
  for (const [index, text] of given.entries()) {
    if (!text?.trim()) continue;
    const email = normalizeEmail(text)?.toLowerCase();
    if (!email)
      throw new ApiError('validation_failed', {}, { [`emails.${index}`]: 'Please enter a valid email address.' });
    if (!fields.has(email)) fields.set(email, index);
  }
  if (fields.size === 0) throw new ApiError('emails_needed');
  return fields;
}

function refuse(code: 'member_already_invited', index: number): ApiError {
  const { message } = new ApiError(code);
  return new ApiError(code, {}, { [`emails.${index}`]: message });
}

/** An invitation whose mail failed would only block the next one. */
async function mailOrWithdraw(ctx: SessionContext, mails: Mail[], organization_name: string): Promise<void> {
  const inviter = await getInviterName(ctx);
  for (const [index, { email, token }] of mails.entries()) {
    try {
      await sendInvitation(ctx.system, email, {
        token,
        organization_name,
        inviter,
        days: LIFETIME_IN_DAYS,
        organization_id: ctx.organization.id,
      });
    } catch (error) {
      const unsent = mails.slice(index).map((mail) => mail.id);
      await ctx.transaction((tx) => store.deleteInvitations(tx, unsent));
      throw error;
    }
  }
}

async function getInviterName(ctx: SessionContext): Promise<string> {
  const members = await ctx.read(store.listMembers);
  return members.find((member) => member.id === ctx.user.id)?.name ?? '';
}

export async function resendInvitation(ctx: SessionContext, id: number): Promise<Invitation> {
  const { email, role } = orNotFound(await ctx.read((tx) => store.findInvitation(tx, id)));
  const organization = orNotFound(await ctx.read((tx) => findOrganization(tx, ctx.organization.id)));
  if (!assignableRoles({ ...ctx.user, organization }).includes(role)) throw new ApiError('forbidden');
  await requireInvitationMails(ctx, [email]);
  const token = newToken();
  await ctx.transaction((tx) =>
    store.renewInvitation(tx, id, { token_hash: hashToken(token), lifetime_in_days: LIFETIME_IN_DAYS }),
  );
  const words = {
    token,
    organization_name: organization.name,
    inviter: await getInviterName(ctx),
    days: LIFETIME_IN_DAYS,
    organization_id: ctx.organization.id,
  };
  await sendInvitation(ctx.system, email, words);
  return presentInvitation(orNotFound(await ctx.read((tx) => store.findInvitation(tx, id))));
}

export async function withdrawInvitation(ctx: SessionContext, id: number): Promise<void> {
  if (!(await ctx.transaction((tx) => store.deleteInvitations(tx, [id])))) throw new ApiError('not_found');
}

/** The page of a mailed link; only POST, so a mail scanner that follows links learns and uses up nothing. */
export async function describeInvitation(ctx: SystemContext, code: string, ip: string) {
  await ctx.rate_limits.spendFrom(LOOKS, ip);
  const found = await ctx.systemRead((tx) => store.findOpenInvitation(tx, hashToken(code)));
  if (!found) throw new ApiError('link_invalid');
  const { email, organization_name, invited_by } = found;
  return { email, organization_name, invited_by };
}

/** Whose brand the page of an invitation shows; null for a code that is no open invitation. */
export async function findInvitingOrganization(
  ctx: Pick<SystemContext, 'systemRead'>,
  code: string,
): Promise<number | null> {
  const found = await ctx.systemRead((tx) => store.findOpenInvitation(tx, hashToken(code)));
  return found?.organization_id ?? null;
}

/**
 * Creates the invited user by a mailed link, which verifies the address. Returns null if the code is no open invitation. A link
 * that was handed over verifies nothing: a code is mailed, and the user joins by typing it; if the address is taken its owner
 * gets a mail instead.
 * @throws email_not_verified; belongs_elsewhere for a mailed link: the invitation then stays
 */
export const acceptInvitation: Invited['acceptInvitation'] = async (ctx, given, visitor) => {
  const token_hash = hashToken(given.code);
  const invitation = await ctx.systemRead((tx) => store.findOpenInvitation(tx, token_hash));
  if (!invitation) return null;
  const name = given.name?.trim() ?? '';
  if (name.length < 2) throw new ApiError('name_too_short', {}, { name: new ApiError('name_too_short').message });
  const { email, role, organization_id } = invitation;
  checkNewPassword(given.password, { email, name });
  const password_hash = await hashPassword(given.password);
  if (invitation.is_handed && canMail(ctx)) {
    await remindToVerify(ctx, { email, name, password_hash, invitation_id: invitation.id }, visitor);
    throw new ApiError('email_not_verified');
  }
  return ctx
    .systemTransaction(async (tx) => {
      if (!(await store.consumeInvitation(tx, token_hash))) return null;
      const id = await addPerson(tx, { organization_id, email, name, role, password_hash });
      if (id === null) throw new ApiError('belongs_elsewhere');
      await recordSecurityEvent(tx, { event: 'member_added', organization_id, user_id: id });
      return id;
    })
    .catch((error) => {
      throw sqlState(error) === uniqueViolation ? new ApiError('belongs_elsewhere') : error;
    });
};

/** A user who verified the address in another way accepts an invitation to it: the chosen one, or that of one organization. */
export const joinInvited: Invited['joinInvited'] = async (tx, { email, name, password_hash, ...which }) => {
  const invitation = await store.consumeUserInvitation(tx, email, which);
  if (!invitation) return null;
  const { organization_id, role } = invitation;
  const id = await addPerson(tx, { organization_id, email, name, role, password_hash });
  if (id === null) throw new ApiError('belongs_elsewhere');
  await recordSecurityEvent(tx, { event: 'member_added', organization_id, user_id: id });
  return id;
};

export function presentInvitation(row: store.InvitationRow): Invitation {
  return { ...row, invited_at: row.invited_at.toISOString(), expires_at: row.expires_at.toISOString() };
}
