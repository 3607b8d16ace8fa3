import type { DescribeExtras } from '../slices/auth/index.ts';

/** What the slices after auth say about the signed-in person. */
export const describeExtras: DescribeExtras = async () => ({ linked_accounts: [], unread_chats: 0 });
