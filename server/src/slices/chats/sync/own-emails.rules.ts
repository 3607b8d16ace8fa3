import { ownEmails } from '../../campaigns/index.ts';
import { seedCopyKind } from '../../placement/index.ts';

/** A test to the team or a copy to a seed mailbox: what comes back from it is about no lead. */
export const isOwnEmail = (kind: string): boolean => kind === ownEmails.testMailKind.name || isSeedCopy(kind);

/** What comes back from a mailbox that only receives is an automatic reply. */
export const isSeedCopy = (kind: string): boolean => kind === seedCopyKind.name;
