import { normalizeEmail } from '@overture/domain/addresses/email-address';
import type { SystemContext, SystemTransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound, sqlState, uniqueViolation } from '../../../kernel/errors.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import * as users from '../../users/index.ts';
import { sendIdentityLinked } from '../auth-mail.service.ts';
import { toName } from '../identities/identities.service.ts';
import * as identities from '../identities/identities.store.ts';
import type { Invited } from '../registration/invited.service.ts';
import { ownIssuer } from './connection.service.ts';
import * as store from './connection.store.ts';
import { MISSING_DAYS_BORNE } from './domain-recheck.service.ts';
import { type DomainRow, listDomains } from './domains.store.ts';
import type { SsoIdentity } from './outcome.service.ts';

export interface Joined {
  user_id: number;
  is_new: boolean;
}

/**
 * The user an organization's own provider vouches for. It speaks for addresses of the organization's verified domains only;
 * users of another organization or operators never sign in by it.
 */
export async function signInBySso(
  ctx: SystemContext,
  identity: SsoIdentity,
  joinInvited: Invited['joinInvited'],
): Promise<Joined> {
  const { organization_id } = identity;
  try {
    const outcome = await ctx.systemTransaction(async (tx) => {
      const { connection, email, domain } = await requireOwnAddress(tx, identity);
      const joined = await findOrJoin(tx, identity, { connection, email, domain, joinInvited });
      await store.markTested(tx, organization_id);
      return { ...joined, email };
    });
    // The link stays even if the mail fails; the sender logs the failure.
    if (outcome.is_linked) {
      const notice = { provider: 'Single Sign-On', undo: null };
      await sendIdentityLinked(ctx, outcome.email, notice).catch(() => undefined);
    }
    return outcome;
  } catch (error) {
    // Two parallel returns: the first created the user.
    if (sqlState(error) === uniqueViolation) throw new ApiError('sign_in_expired');
    if (error instanceof ApiError)
      await recordSecurityEvent(ctx, { event: 'sso_failed', organization_id, reason: error.code });
    throw error;
  }
}

/** @throws ApiError sso_unverified, sso_other_domain */
export async function requireOwnAddress(
  tx: Pick<SystemTransactionContext, 'db'>,
  identity: SsoIdentity,
): Promise<{ connection: store.ConnectionRow; email: string; domain: DomainRow }> {
  const connection = await store.findConnection(tx, identity.organization_id);
  // Another provider was configured during the sign-in.
  if (connection?.issuer !== identity.issuer) throw new ApiError('sign_in_expired');
  const email = identity.is_email_verified === false ? null : normalizeEmail(identity.email ?? '');
  if (email === null) throw new ApiError('sso_unverified');
  const name = email.slice(email.lastIndexOf('@') + 1);
  const domains = await listDomains(tx, identity.organization_id);
  const domain = domains.find((one) => one.domain === name && one.verified_at !== null);
  if (!domain) throw new ApiError('sso_other_domain', { email });
  return { connection, email, domain };
}

interface Facts {
  connection: store.ConnectionRow;
  email: string;
  domain: DomainRow;
  joinInvited: Invited['joinInvited'];
}

async function findOrJoin(
  tx: SystemTransactionContext,
  identity: SsoIdentity,
  facts: Facts,
): Promise<Joined & { is_linked: boolean }> {
  const issuer = ownIssuer(identity.organization_id, identity.issuer);
  const known = await identities.useIdentity(tx, { issuer, subject: identity.subject });
  const { organization_id } = identity;
  const user =
    known === null
      ? await users.findUserByEmail(tx, facts.email, { organization_id })
      : await users.findUser(tx, known);
  const user_id = user ? await welcomeBack(tx, identity, user) : await join(tx, identity, facts);
  // If users can edit their address at the provider, a newcomer would take over the account of its former holder.
  if (known === null && user && (await identities.hasIdentity(tx, user.id, issuer)))
    throw new ApiError('sso_other_account');
  if (known === null)
    await identities.insertIdentity(tx, { user_id, issuer, subject: identity.subject, email: facts.email });
  return { user_id, is_new: !user, is_linked: user !== undefined && known === null };
}

/**
 * A user of the organization whose address its provider vouches for: no password is asked for, as the provider controls the
 * mailbox too.
 */
async function welcomeBack(tx: SystemTransactionContext, identity: SsoIdentity, user: users.UserRow): Promise<number> {
  const { organization_id } = identity;
  if (user.organization_id !== organization_id) throw new ApiError('belongs_elsewhere');
  if (user.role === 'ADMIN') throw new ApiError('sso_not_for_admins');
  if (!user.active) throw new ApiError('invalid_credentials');
  // The address was never verified: the password given with it is removed.
  if (!user.verified_at) await users.setRegistered(tx, user.id, { name: user.name, password_hash: null });
  return user.id;
}

/** By an invitation with its role, or as a member: no claim grants a higher role. */
async function join(
  tx: SystemTransactionContext,
  identity: SsoIdentity,
  { connection, email, domain, joinInvited }: Facts,
): Promise<number> {
  const { organization_id } = connection;
  const name = toName({ name: identity.name, email });
  const invited = await joinInvited(tx, { email, name, password_hash: null, organization_id });
  if (invited !== null) {
    const { role } = orNotFound(await users.findUser(tx, invited));
    if (role === 'ADMIN') throw new ApiError('sso_not_for_admins');
    return invited;
  }
  const longest = MISSING_DAYS_BORNE * 86_400_000;
  const isStale = domain.missing_since !== null && tx.clock.now().getTime() - domain.missing_since.getTime() > longest;
  if (!connection.lets_people_join || isStale) throw new ApiError('sso_no_joining');
  const person = { organization_id, email, name, role: 'RESTRICTED', password_hash: null } as const;
  const id = await users.addPerson(tx, person);
  if (id === null) throw new ApiError('belongs_elsewhere');
  await recordSecurityEvent(tx, { event: 'member_added', organization_id, user_id: id, reason: 'sso' });
  return id;
}
