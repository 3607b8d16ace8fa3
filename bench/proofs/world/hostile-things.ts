import { HOSTILE_IMAP, HOSTILE_SMTP } from './hostile-mailboxes.ts';
import { HOSTILE_LOGINS, HOSTILE_NAMES, HOSTILE_ROWS } from './hostile-rows.ts';
import type { HostileThing } from './hostile-stage.ts';

/** What one tenant does to all the others, a phase each. */
export const HOSTILE_PHASES: readonly (readonly HostileThing[])[] = [
  HOSTILE_SMTP,
  HOSTILE_IMAP,
  HOSTILE_NAMES,
  HOSTILE_LOGINS,
  HOSTILE_ROWS,
];

export const HOSTILE_THINGS: readonly HostileThing[] = HOSTILE_PHASES.flat();
