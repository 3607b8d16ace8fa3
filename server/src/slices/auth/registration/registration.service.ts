import { emailDomain, normalizeEmail } from '@overture/domain/addresses/email-address';
import { firstOrganizationName, isFreeMail } from '@overture/domain/addresses/free-mail';
import type { SignUps } from '@overture/domain/security/sign-ups';
import type { SystemContext, SystemTransactionContext } from '../../../kernel/context.ts';
import { hashToken, newDigitCode, newToken } from '../../../kernel/crypto.ts';
import { ApiError, sqlState, uniqueViolation } from '../../../kernel/errors.ts';
import { hashPassword } from '../../../kernel/password-hash.ts';
import { isWithin, type Limit } from '../../../kernel/rate-limits.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import { findHostBrandId } from '../../brand-hosts/index.ts';
import { insertOrganization } from '../../organization/index.ts';
import { checkEmail, checkNewPassword } from '../../password-policy/index.ts';
import { insertReferralUse } from '../../referrals/index.ts';
import { isSsoOnlyDomain } from '../../sso-enforcement/index.ts';
import * as users from '../../users/index.ts';
import { CODE_LIFETIME_IN_MINUTES, sendAlreadyRegistered, sendCode } from '../auth-mail.service.ts';
import type { Visitor } from '../known-device.service.ts';
import { mailResetLink } from '../password-reset.service.ts';
import type { Invited } from './invited.service.ts';
import * as store from './registration.store.ts';

interface SignUpFacts {
  sign_ups: SignUps;
  admin_email: string | undefined;
  /** A user with the right invited this address. */
  is_invited: boolean;
}

/** Whether an address may open an account here, for every kind of sign-up. The operator's own always may. */
export function maySignUp(email: string, { sign_ups, admin_email, is_invited }: SignUpFacts): boolean {
  if (sign_ups.mode === 'open' || is_invited || isAdminEmail(email, admin_email)) return true;
  if (sign_ups.mode !== 'domains') return false;
  return sign_ups.domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}

function isAdminEmail(email: string, adminEmail: string | undefined): boolean {
  return adminEmail !== undefined && normalizeEmail(adminEmail) === email;
}

export const REGISTRATION_LIFETIME_IN_HOURS = 24;
const NAME_MIN_LENGTH = 2;
const CODES: Limit = { name: 'verify-email', points: 60, per_seconds: 900 };
const RESENDS: Limit = { name: 'resend-code', points: 20, per_seconds: 3600 };
/** Codes for one address asked for from one line; and from all the world, beyond which nothing is mailed and nothing said. */
const CODE_MAILS: Limit = { name: 'code-mail', points: 6, per_seconds: 3600 };
const CODE_MAILS_OF_ADDRESS: Limit = { name: 'code-mail-address', points: 30, per_seconds: 3600 };
const REMINDERS: Limit = { name: 'already-registered', points: 3, per_seconds: 86_400 };
/** Wrong codes are counted by network: others cannot use up a user's tries. */
const TRIES: Limit = { name: 'code-tries', points: 5, per_seconds: CODE_LIFETIME_IN_MINUTES * 60 };
const TRIES_OF_STRANGERS: Limit = { name: 'code-strangers', points: 1000, per_seconds: 3600 };

/** Whether an address may sign up here; asked by every way of signing up. */
export function requireSignUpAllowed(ctx: Pick<SystemContext, 'config'>, email: string): void {
  const { SIGN_UPS, ADMIN_EMAIL } = ctx.config;
  if (maySignUp(email, { sign_ups: SIGN_UPS, admin_email: ADMIN_EMAIL, is_invited: false })) return;
  throw new ApiError(SIGN_UPS.mode === 'domains' ? 'sign_up_domain' : 'sign_up_closed');
}

/**
 * An address whose domain requires Single Sign-On cannot create an organization.
 * @throws ApiError sso_only
 */
export async function requireNoSsoOnly(tx: Pick<SystemTransactionContext, 'db'>, email: string): Promise<void> {
  const domain = emailDomain(email);
  if (domain !== null && (await isSsoOnlyDomain(tx, domain))) throw new ApiError('sso_only', { domain });
}

/** At a brand's host organizations cannot be created: the agency creates its clients. */
async function requireOwnHost(ctx: Pick<SystemContext, 'origin' | 'systemRead'>): Promise<void> {
  const brandId = await ctx.systemRead((read) => findHostBrandId(read, ctx.origin?.host ?? null));
  if (brandId !== null) throw new ApiError('sign_up_closed');
}

/**
 * Stores a registration and mails a code. The response is the same for a known address. The ticket ties the registration to its
 * browser.
 */
export async function register(
  ctx: SystemContext,
  input: { email: string; password: string; name: string; referral_code?: string | null | undefined },
  visitor: Visitor,
): Promise<{ isMailed: boolean }> {
  const signUps = { name: 'sign-up', points: ctx.config.SIGN_UPS_PER_HOUR, per_seconds: 3600 };
  await ctx.rate_limits.spendFrom(signUps, visitor.ip);
  const email = checkEmail(input.email);
  checkNewPassword(input.password, { name: input.name, email });
  if (input.name.trim().length < NAME_MIN_LENGTH) {
    throw new ApiError('name_too_short', {}, { name: new ApiError('name_too_short').message });
  }
  requireSignUpAllowed(ctx, email);
  await requireOwnHost(ctx);
  await ctx.systemTransaction((tx) => requireNoSsoOnly(tx, email));
  // Before the address is looked up: the limit must not reveal whether it is taken.
  await ctx.rate_limits.spendFrom(CODE_MAILS, visitor.ip, email);
  const isMailed = await isWithinLimit(ctx, CODE_MAILS_OF_ADDRESS, email);
  const password_hash = await hashPassword(input.password);
  await recordSecurityEvent(ctx, { event: 'registered', email });
  if (await notifyOwner(ctx, email, visitor)) return { isMailed };
  const registration = { email, name: input.name.trim(), password_hash, invitation_id: null };
  const referral_code = input.referral_code?.trim() || null;
  await storeRegistration(ctx, { ...registration, referral_code }, visitor, isMailed);
  return { isMailed };
}

/**
 * A user with an unverified address, known by their password or by a link that was handed to them: their registration and its
 * code are renewed.
 */
export async function remindToVerify(
  ctx: SystemContext,
  person: { email: string; name: string; password_hash: string; invitation_id: number | null },
  visitor: Visitor,
): Promise<void> {
  await ctx.rate_limits.spendFrom(CODE_MAILS, visitor.ip, person.email);
  if (await notifyOwner(ctx, person.email, visitor)) return;
  const isMailed = await isWithinLimit(ctx, CODE_MAILS_OF_ADDRESS, person.email);
  await storeRegistration(ctx, { ...person, referral_code: null }, visitor, isMailed);
}

/** A verified address belongs to its owner: they get a mail, and the client gets the same response as for a free one. */
async function notifyOwner(ctx: SystemContext, email: string, visitor: Visitor): Promise<boolean> {
  if (!(await ctx.systemTransaction((tx) => users.isAddressTaken(tx, email)))) return false;
  visitor.keepTicket(newToken());
  if (await isWithinLimit(ctx, REMINDERS, email)) await sendAlreadyRegistered(ctx, email);
  return true;
}

/**
 * Other people can use up the mails of an address. Its registrations are stored anyway: a code is mailed at the next request,
 * and an earlier code stays valid.
 */
async function storeRegistration(
  ctx: SystemContext,
  given: {
    email: string;
    name: string;
    password_hash: string;
    referral_code: string | null;
    invitation_id: number | null;
  },
  visitor: Visitor,
  isMailed: boolean,
): Promise<void> {
  const ticket = newToken();
  const { code, waiting } = newCode(ctx, ticket);
  await ctx.systemTransaction(async (tx) => {
    const rows = await store.listRegistrations(tx, given.email);
    // The same browser, or the same password hash (it signed in): one registration, which takes on what was given last.
    const own = findOwn(rows, visitor.ticket) ?? rows.find((row) => row.password_hash === given.password_hash);
    if (!own || isMailed) visitor.keepTicket(ticket);
    if (!own) {
      return store.insertRegistration(tx, {
        ...given,
        ...waiting,
        lifetime_in_hours: REGISTRATION_LIFETIME_IN_HOURS,
      });
    }
    await store.updateRegistration(tx, own.id, given);
    if (isMailed) await store.replaceRegistrationCode(tx, own.id, { ...waiting, sets_password: rows.length === 1 });
  });
  if (isMailed) await sendCode(ctx, given.email, code);
}

/** Mails a fresh code to an address that is not confirmed yet; silent about any other address. */
export async function resendCode(ctx: SystemContext, given: string, visitor: Visitor): Promise<{ isMailed: boolean }> {
  await ctx.rate_limits.spendFrom(RESENDS, visitor.ip);
  const email = checkEmail(given);
  await ctx.rate_limits.spendFrom(CODE_MAILS, visitor.ip, email);
  const isMailed = await isWithinLimit(ctx, CODE_MAILS_OF_ADDRESS, email);
  if (isMailed) await mailCode(ctx, email, visitor);
  return { isMailed };
}

async function mailCode(ctx: SystemContext, email: string, visitor: Visitor): Promise<void> {
  const rows = await ctx.systemTransaction((tx) => store.listRegistrations(tx, email));
  const own = findOwn(rows, visitor.ticket);
  const row = own ?? rows.at(-1);
  if (!row) return resendToPerson(ctx, email, visitor);
  const ticket = own ? newToken() : null;
  const { code, waiting } = newCode(ctx, ticket ?? row.ticket_hash);
  const sets_password = own ? undefined : rows.length === 1;
  await ctx.systemTransaction((tx) => store.replaceRegistrationCode(tx, row.id, { ...waiting, sets_password }));
  if (ticket) visitor.keepTicket(ticket);
  else await ctx.rate_limits.forgetFrom(TRIES, visitor.ip, email);
  await sendCode(ctx, email, code);
}

/** Users of an earlier version exist before their address is verified. */
async function resendToPerson(ctx: SystemContext, email: string, visitor: Visitor): Promise<void> {
  const user = await ctx.systemTransaction((tx) => users.findUserByEmail(tx, email));
  if (!user?.password_hash || user.verified_at) return;
  const { name, password_hash } = user;
  await storeRegistration(
    ctx,
    { email, name, password_hash, referral_code: null, invitation_id: null },
    { ...visitor, keepTicket: () => undefined },
    true,
  );
}

/** Confirms an address by its code, with what was given in the registration that the code was made for. @throws invalid_code, link_invalid */
export async function confirmRegistration(
  ctx: SystemContext,
  input: { email: string; code: string; time_zone?: string | null | undefined },
  visitor: Visitor,
  invited: Pick<Invited, 'joinInvited'>,
): Promise<number> {
  await ctx.rate_limits.spendFrom(CODES, visitor.ip);
  const email = normalizeEmail(input.email) ?? '';
  const digits = input.code.replace(/[\s-]/g, '');
  const rows = await ctx.systemTransaction((tx) => store.listRegistrations(tx, email));
  const own = findOwn(rows, visitor.ticket);
  const mayTry = await spendTry(ctx, own, email, visitor);
  const row = (own ? [own] : rows).find((one) => one.code_is_live && isValidCode(ctx, one, digits));
  // Beside another registration, a code without its browser's ticket may confirm a stranger's attempt: its password is not used.
  const setsPassword = own !== undefined || (rows.length === 1 && row?.code_sets_password === true);
  const userId =
    mayTry && row
      ? await createConfirmed(ctx, { ...row, time_zone: input.time_zone ?? null }, setsPassword, invited)
      : null;
  if (userId === null) {
    await recordSecurityEvent(ctx, { event: 'email_code_failed', email });
    throw new ApiError('invalid_code', {}, { code: new ApiError('invalid_code').message });
  }
  await ctx.rate_limits.giveBackFrom(CODES, visitor.ip);
  await ctx.rate_limits.forgetFrom(TRIES, visitor.ip, email);
  return userId;
}

function spendTry(
  ctx: SystemContext,
  own: store.RegistrationRow | undefined,
  email: string,
  visitor: Visitor,
): Promise<boolean> {
  // A new code comes with a new ticket, and with it new tries.
  if (own) return isWithinLimit(ctx, TRIES, own.ticket_hash.toString('base64url'));
  return isWithin(
    ctx.rate_limits
      .spendFrom(TRIES, visitor.ip, email)
      .then(() => ctx.rate_limits.spend(TRIES_OF_STRANGERS.name, email, TRIES_OF_STRANGERS.points, 3600)),
  );
}

/** The person, with their organization or in the one that invited them. Without the password where it may be another's: its owner then chooses one by mail. */
async function createConfirmed(
  ctx: SystemContext,
  row: store.RegistrationRow & Pick<NewOwner, 'time_zone'>,
  setsPassword: boolean,
  { joinInvited }: Pick<Invited, 'joinInvited'>,
): Promise<number | null> {
  try {
    const user = await ctx.systemTransaction(async (tx) => {
      if (!(await store.claimRegistration(tx, row))) return null;
      const { email, name, invitation_id } = row;
      const password_hash = setsPassword ? row.password_hash : null;
      const id =
        invitation_id === null
          ? await createOwner(tx, row, password_hash)
          : await joinInvited(tx, { email, name, password_hash, invitation_id });
      // The invitation expired in the meantime.
      if (id === null && invitation_id !== null) throw new ApiError('link_invalid');
      return id === null ? null : users.findUser(tx, id);
    });
    if (user && !setsPassword) await mailResetLink(ctx, user);
    return user?.id ?? null;
  } catch (error) {
    // Two parallel codes of one address: the first created the user.
    if (sqlState(error) === uniqueViolation) return null;
    throw error;
  }
}

interface NewOwner {
  email: string;
  name: string;
  referral_code: string | null;
  /** Of their browser. */
  time_zone: string | null;
}

/**
 * A user with a verified address and a new organization. Null if the address is taken; an unverified owner loses their
 * password.
 */
export async function createOwner(
  tx: SystemTransactionContext,
  { email, name, referral_code, time_zone }: NewOwner,
  password_hash: string | null,
): Promise<number | null> {
  const known = await users.findUserByEmail(tx, email, { organization_id: null });
  if (known?.verified_at) return null;
  const role = isAdminEmail(email, tx.config.ADMIN_EMAIL) ? 'ADMIN' : 'USER';
  const organization_id =
    known?.organization_id ?? (await insertOrganization(tx, firstOrganizationName(name, email), time_zone));
  if (!known && referral_code) {
    const domain = email.slice(email.lastIndexOf('@') + 1);
    const company_domain = isFreeMail(email) ? null : domain;
    await insertReferralUse(tx, { code: referral_code, organization_id, company_domain });
  }
  const id = known?.id ?? (await users.insertUser(tx, { organization_id, email, name, role, password_hash: null }));
  await users.setRegistered(tx, id, { name, password_hash });
  await recordSecurityEvent(tx, { event: 'email_verified', organization_id, user_id: id });
  tx.forOrganization(organization_id).events.emit({ type: 'user_verified', user_id: id });
  return id;
}

/** What a sign-in is compared with before there is a person: the registration of this browser, else the newest. */
export async function findWaiting(
  ctx: SystemContext,
  email: string,
  visitor: Visitor,
): Promise<store.RegistrationRow | undefined> {
  const rows = await ctx.systemTransaction((tx) => store.listRegistrations(tx, email));
  return findOwn(rows, visitor.ticket) ?? rows.at(-1);
}

function findOwn(rows: store.RegistrationRow[], ticket: string | undefined): store.RegistrationRow | undefined {
  if (!ticket) return undefined;
  const hash = hashToken(ticket);
  return rows.find((row) => row.ticket_hash.equals(hash));
}

function newCode(
  ctx: Pick<SystemContext, 'vault'>,
  ticket: string | Buffer,
): { code: string; waiting: store.WaitingCode } {
  const code = newDigitCode();
  const ticket_hash = typeof ticket === 'string' ? hashToken(ticket) : ticket;
  const code_hash = signCode(ctx, ticket_hash, code);
  return { code, waiting: { ticket_hash, code_hash, code_lifetime_in_minutes: CODE_LIFETIME_IN_MINUTES } };
}

function isValidCode(ctx: Pick<SystemContext, 'vault'>, row: store.RegistrationRow, digits: string): boolean {
  return ctx.vault.verify('registration-code', codeText(row.ticket_hash, digits), row.code_hash);
}

function signCode(ctx: Pick<SystemContext, 'vault'>, ticketHash: Buffer, digits: string): string {
  return ctx.vault.sign('registration-code', codeText(ticketHash, digits));
}

function codeText(ticketHash: Buffer, digits: string): string {
  return `${ticketHash.toString('base64url')}:${digits}`;
}

function isWithinLimit(ctx: SystemContext, limit: Limit, key: string): Promise<boolean> {
  return isWithin(ctx.rate_limits.spend(limit.name, key, limit.points, limit.per_seconds));
}
