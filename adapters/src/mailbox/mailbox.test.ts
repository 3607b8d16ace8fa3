import { describe, test } from 'vitest';
import { describeMailbox } from './mailbox.conformance.ts';
import { reasonWithoutDovecot, startDovecotWorld } from './testing/dovecot-world.ts';
import { startSandboxWorld } from './testing/sandbox-world.ts';

describeMailbox('SMTP/IMAP against the sandbox', () => startSandboxWorld());

const reason = await reasonWithoutDovecot();
if (reason === null) describeMailbox('SMTP/IMAP against Dovecot behind Postfix', startDovecotWorld);
else describe.skip(`SMTP/IMAP against Dovecot behind Postfix: not run, ${reason}`, () => test('skipped', () => {}));
