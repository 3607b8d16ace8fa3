import { MANAGERS } from '@overture/domain/access/permissions';
import type { TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import * as people from '../auth.store.ts';
import { deleteMemberIdentities, SSO_ISSUERS } from '../identities/identities.store.ts';

/**
 * Lets the next account that the identity provider names by this member's address be theirs. Managers unlink themselves: whoever got
 * their address at the provider would otherwise become one. @throws not_found, conflict
 */
export async function unlinkMemberSso(tx: TransactionContext, id: number): Promise<void> {
  const member = orNotFound(await people.lockUser(tx, id));
  if (MANAGERS.includes(member.role))
    throw new ApiError('conflict', { reason: 'Admins unlink their own Single Sign-On, in Account, Security.' });
  if ((await deleteMemberIdentities(tx, id, SSO_ISSUERS)) === 0)
    throw new ApiError('conflict', { reason: 'No Single Sign-On account is linked to this person.' });
  await people.deleteSessionsOfUser(tx, id, null);
  await recordSecurityEvent(tx, {
    event: 'identity_unlinked',
    user_id: id,
    subject: { kind: 'person', id, label: member.email },
  });
}
