import { listAccountSummaries } from '../slices/accounts/index.ts';
import type { DescribeExtras } from '../slices/auth/index.ts';
import { countUnread } from '../slices/chats/index.ts';

/** What the slices after auth say about the signed-in person. */
export const describeExtras: DescribeExtras = async (ctx, organizationId) =>
  ctx.forOrganization(organizationId).transaction(async (tx) => ({
    linked_accounts: await listAccountSummaries(tx),
    unread_chats: await countUnread(tx),
  }));
