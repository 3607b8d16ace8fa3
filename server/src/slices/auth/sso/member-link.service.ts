import { MANAGERS } from '@overture/domain/access/permissions';
import type { SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import * as users from '../../users/index.ts';
import { requirePersonByEmail } from '../../users/index.ts';
import { deleteMemberIdentities, listLinkedPeople, SSO_ISSUERS } from '../identities/identities.store.ts';
import { ownIssuer } from './connection.service.ts';
import { findConnection } from './connection.store.ts';

/**
 * Links the next identity that reports this member's address to the member. Managers unlink themselves: otherwise a new holder
 * of their address at the provider would become a manager.
 * @throws not_found, conflict
 */
export async function unlinkMemberSso(tx: TransactionContext, id: number): Promise<void> {
  const member = orNotFound(await users.lockUser(tx, id));
  if (MANAGERS.includes(member.role))
    throw new ApiError('conflict', { reason: 'Admins unlink their own Single Sign-On, in Account, Security.' });
  if ((await deleteMemberIdentities(tx, id, SSO_ISSUERS)) === 0)
    throw new ApiError('conflict', { reason: 'No Single Sign-On account is linked to this person.' });
  await users.endAccess(tx, [id], 'all');
  await recordSecurityEvent(tx, {
    event: 'identity_unlinked',
    user_id: id,
    subject: { kind: 'person', id, label: member.email },
  });
}

/**
 * For an application that was made again at the provider and names everybody by another subject: forgets all accounts of the organization
 * of this person, managers included, and ends the sessions of those users. The next account that the provider names by an address is
 * linked to its owner. @returns their addresses; nothing changes unless it is confirmed @throws Error in words
 */
export async function relinkOrganization(ctx: SystemContext, email: string, isConfirmed: boolean): Promise<string[]> {
  return ctx.systemTransaction(async (tx) => {
    const { organization_id } = await requirePersonByEmail(tx, email);
    if ((await findConnection(tx, organization_id)) === undefined)
      throw new Error(`The organization of ${email} has no Single Sign-On.`);
    const linked = await listLinkedPeople(tx, organization_id, ownIssuer(organization_id, ''));
    if (!isConfirmed) return linked.map((person) => person.email);
    for (const { id, ...person } of linked) {
      await deleteMemberIdentities(tx, id, ownIssuer(organization_id, ''));
      await users.endAccess(tx, [id], 'all');
      await recordSecurityEvent(tx, {
        event: 'identity_unlinked',
        organization_id,
        user_id: id,
        actor_id: null,
        reason: 'command_line',
        subject: { kind: 'person', id, label: person.email },
      });
    }
    return linked.map((person) => person.email);
  });
}
