import { createGmailMailbox } from '../../adapters/src/mailbox/gmail/gmail.adapter.ts';
import { parseSource } from '../../adapters/src/mailbox/mail-source.port.ts';
import type { KnownOfSending, MailboxConnection, MailboxPort } from '../../adapters/src/mailbox/mailbox.port.ts';
import { createMicrosoftGraphMailbox } from '../../adapters/src/mailbox/microsoft-graph/microsoft-graph.adapter.ts';
import { createSmtpImapMailbox } from '../../adapters/src/mailbox/smtp-imap/smtp-imap.adapter.ts';
import { removeMails } from '../../adapters/src/mailbox/testing/remove-mails.ts';
import { eventually, expectThat, type LiveRun } from './steps.ts';

const ARRIVES_WITHIN_IN_MS = 120_000;

export type LiveMail =
  | { vendor: 'gmail' | 'graph'; url: string; token: string; email: string }
  | { vendor: 'smtp'; connection: MailboxConnection & { type: 'IMAP' }; is_plain: boolean };

/** One mail of the mailbox to itself, as mailbox.conformance.ts holds it of the stand-in; it is deleted again. */
export async function runMail(run: LiveRun, live: LiveMail): Promise<void> {
  const { port, connection } = openMailbox(live);
  run.cleanUp('the connection ends', () => port.close());
  const verified = await run.step('the mailbox lets us in', async () => {
    const answer = await port.verifyMailbox(connection);
    expectThat(answer.ok, 'it does not');
    return answer;
  });
  if (verified === null) return;
  const mark = `live-${Date.now()}`;
  const subject = `Overture live check ${mark}`;
  const message_id = `${mark}@overture-live.example`;
  const known: KnownOfSending = { draft_id: null };
  await run.step('a mail that was never sent is absent', async () => {
    expectThat((await port.findSentByMessageId(connection, message_id, known)) === 'absent', 'it is not');
  });
  run.cleanUp('the mails are deleted', () => clean(live, subject));
  const sent = await run.step('a mail to ourselves is sent', async () => {
    const mail = await port.composeMail({
      from: { name: 'Live check', address: connection.email },
      to: { name: null, address: connection.email },
      subject,
      text: 'A live check of Overture. It deletes this mail.',
      html: null,
      message_id,
      date: new Date(),
    });
    return port.sendMail(connection, mail, async (draft_id) => void Object.assign(known, { draft_id }));
  });
  if (sent === null) return;
  await run.step('the mail that was sent is found by evidence', async () => {
    const look = async () =>
      (await port.findSentByMessageId(connection, message_id, known)) === 'found' ? true : null;
    expectThat((await eventually(look, ARRIVES_WITHIN_IN_MS)) !== null, 'not within two minutes');
  });
  await run.step('the mail arrives under the id that was answered, and is known as ours', async () => {
    const found = await waitForMail(port, connection, message_id);
    if (found === null) return expectThat(false, 'it did not arrive within two minutes');
    expectThat(
      found.message_id === (sent.message_id ?? message_id),
      'the id that arrived is another than the one answered',
    );
    return undefined;
  });
}

function openMailbox(live: LiveMail): { port: MailboxPort; connection: MailboxConnection } {
  if (live.vendor === 'smtp') {
    const { smtp, imap } = live.connection;
    const allow = live.is_plain ? `${smtp.host} ${imap.host}` : '';
    return { port: createSmtpImapMailbox({ outbound_allow: allow }), connection: live.connection };
  }
  const { url, token, email } = live;
  const tokens = { getAccessToken: async () => token };
  return live.vendor === 'gmail'
    ? { port: createGmailMailbox({ api_url: url }), connection: { type: 'GOOGLE', email, tokens } }
    : { port: createMicrosoftGraphMailbox({ api_url: url }), connection: { type: 'MICROSOFT', email, tokens } };
}

async function waitForMail(port: MailboxPort, connection: MailboxConnection, message_ref: string) {
  let found: { message_id: string | null } | null = null;
  const sync = port.openMailboxSync(
    connection,
    {},
    {
      async onMail({ source, folder }) {
        const mail = await parseSource(source);
        if (folder === 'INBOX' && mail.message_ref === message_ref) found = mail;
      },
      onCursor: async () => {},
      onStatus: () => {},
    },
    { poll_inbox_interval_in_ms: 1_000 },
  );
  const arrived = await eventually(async () => found, ARRIVES_WITHIN_IN_MS);
  await sync.close();
  return arrived as { message_id: string | null } | null;
}

/** Only mails with the subject of this run are touched. */
async function clean(live: LiveMail, subject: string): Promise<void> {
  if (live.vendor === 'smtp') return removeMails(live.connection.imap, subject, live.is_plain);
  const headers = { authorization: `Bearer ${live.token}` };
  const ask = async (method: string, path: string) => {
    const response = await fetch(`${live.url}${path}`, { method, headers });
    expectThat(response.ok, `the deletion answered ${response.status}; delete the mails of this run by hand`);
    return response.status === 204 ? {} : ((await response.json()) as Record<string, unknown>);
  };
  if (live.vendor === 'gmail') {
    const me = '/gmail/v1/users/me/messages';
    const { messages = [] } = (await ask('GET', `${me}?maxResults=20&includeSpamTrash=true`)) as {
      messages?: { id: string }[];
    };
    for (const { id } of messages) {
      const { payload } = (await ask('GET', `${me}/${id}?format=metadata&metadataHeaders=Subject`)) as {
        payload?: { headers?: { value: string }[] };
      };
      if (payload?.headers?.[0]?.value === subject) await ask('POST', `${me}/${id}/trash`);
    }
    return;
  }
  const list = (await ask('GET', '/v1.0/me/messages?$select=id,subject&$top=20')) as {
    value: { id: string; subject: string }[];
  };
  for (const { id, subject: given } of list.value)
    if (given === subject) await ask('DELETE', `/v1.0/me/messages/${encodeURIComponent(id)}`);
}
