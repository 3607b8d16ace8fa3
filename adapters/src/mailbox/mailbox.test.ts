import { describe, test } from 'vitest';
import { describeMailbox } from './mailbox.conformance.ts';
import { describeSmtpImap } from './smtp-imap/smtp-imap.conformance.ts';
import { reasonWithoutDovecot, startDovecotWorld } from './testing/dovecot-world.ts';
import { startGoogleWorld } from './testing/google-world.ts';
import { startMicrosoftWorld } from './testing/microsoft-world.ts';
import { startSandboxWorld } from './testing/sandbox-world.ts';

describeMailbox('SMTP/IMAP against the sandbox', () => startSandboxWorld());
describeSmtpImap('SMTP/IMAP servers of the sandbox', () => startSandboxWorld());

describeMailbox('Gmail against the sandbox', () => startGoogleWorld());
describeMailbox('Microsoft Graph against the sandbox', () => startMicrosoftWorld());

// Where those servers cannot run, the report names the reason instead of leaving the suite out unseen.
const reason = await reasonWithoutDovecot();
if (reason === null) {
  describeMailbox('SMTP/IMAP against Dovecot behind Postfix', startDovecotWorld);
  describeSmtpImap('Dovecot and Postfix', startDovecotWorld);
} else describe('SMTP/IMAP against Dovecot behind Postfix', () => test.todo(`not run here: ${reason}`));
