import type { ReadContext, SystemContext, SystemTransactionContext } from '../../../kernel/context.ts';
import type { Visitor } from '../known-device.service.ts';

/** An invitation as the invited person chooses it. */
export interface InvitationTo {
  id: number;
  organization_name: string;
  invited_by: string | null;
}

/** What the invitations slice does during sign-in and sign-up; auth cannot import it. */
export interface Invited {
  /** Open invitations to an address, of any organization. */
  listInvitationsTo(read: Pick<ReadContext, 'db'>, email: string): Promise<InvitationTo[]>;
  /**
   * Makes the person an open invitation is for, who has just proved the address: the invitation with this id, or the newest of this
   * organization. Null when there is none.
   */
  joinInvited(
    tx: SystemTransactionContext,
    person: {
      email: string;
      name: string;
      password_hash: string | null;
    } & ({ invitation_id: number } | { organization_id: number }),
  ): Promise<number | null>;
  /** Makes the person a link is for; null when the code is no invitation. @throws email_not_verified where a code has to prove the address */
  acceptInvitation(
    ctx: SystemContext,
    input: { code: string; password: string; name?: string | null | undefined },
    visitor: Visitor,
  ): Promise<number | null>;
}
