import { afterSeconds, emojis, endless, MEGABYTE, saying, silence } from './hostile-servers.ts';
import { type HostileStage, type HostileThing, lookAtLetters, lookAtMailbox, plantLetters } from './hostile-stage.ts';

type Instead = Parameters<HostileStage['servers']['smtp']>[0];

/** One mail through a mail server of the tenant's own. */
function smtpThing(
  name: string,
  instead: Instead,
  states: HostileThing['states'] = ['held', 'failed', 'parked'],
  words?: RegExp,
): HostileThing {
  return {
    name,
    states,
    ...(words ? { words } : {}),
    async prepare(stage) {
      const smtp_port = await stage.servers.smtp(instead);
      return lookAtLetters(stage, await plantLetters(stage, { sender: { smtp_port } }));
    },
  };
}

/** A mailbox that is read from a mail server of the tenant's own. */
function imapThing(
  name: string,
  instead: Parameters<HostileStage['servers']['imap']>[0],
  words?: RegExp,
): HostileThing {
  return {
    name,
    states: ['held'],
    ...(words ? { words } : {}),
    async prepare(stage) {
      const imap_port = await stage.servers.imap(instead);
      const { account_id } = await plantLetters(stage, { sender: { imap_port }, people: [] });
      return lookAtMailbox(stage, account_id);
    },
  };
}

const refusal = (text: string | Buffer) => saying('550 5.7.1 ', text, '\r\n');
const lines = Array.from({ length: 20_000 }, (_, n) => `550-5.7.1 line ${n} of an endless refusal\r\n`).join('');
const AFTER_SIGN_IN = [
  'CAPABILITY',
  'NAMESPACE',
  'ID',
  'ENABLE',
  'LIST',
  'LSUB',
  'STATUS',
  'SELECT',
  'EXAMINE',
  'NOOP',
];

const UNHEARD: HostileThing['states'] = ['held', 'failed', 'parked'];

export const HOSTILE_SMTP: readonly HostileThing[] = [
  smtpThing('a refusal of 1 MB in one line', { RCPT: refusal('x'.repeat(MEGABYTE)) }),
  smtpThing('a refusal of 1 MB in 20,000 lines', { DOT: saying(lines, '550 5.7.1 the end\r\n') }),
  smtpThing('a refusal with NUL', { RCPT: refusal('no\0such\0user') }, ['held', 'failed'], /nosuchuser/),
  smtpThing('a refusal with half characters', {
    RCPT: refusal(Buffer.concat([Buffer.from('no '), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from(' user')])),
  }),
  smtpThing('a refusal of emojis, cut at even places', { RCPT: refusal(emojis(4000)) }),
  smtpThing('a refusal of emojis, cut at odd places', { RCPT: refusal(`x${emojis(4000)}`) }),
  smtpThing('a sign-in refused with 1 MB', { AUTH: saying('535 5.7.8 ', 'x'.repeat(MEGABYTE), '\r\n') }),
  smtpThing('a greeting after 100 s', { GREETING: afterSeconds(100, '220 late\r\n') }),
  smtpThing('an answer to the mail after 100 s', { DOT: afterSeconds(100, '250 OK\r\n') }, ['done']),
  smtpThing('no greeting', { GREETING: silence }, UNHEARD, /mail server/),
  smtpThing('a sign-in without an answer', { AUTH: silence }, UNHEARD, /mail server/),
  smtpThing('a sign-in, then silence', { MAIL: silence }, UNHEARD, /mail server/),
  smtpThing('silence after the dot', { DOT: silence }, UNHEARD, /mail server/),
  smtpThing('a greeting that never ends', { GREETING: endless }, UNHEARD, /mail server/),
  smtpThing('an answer that never ends', { RCPT: endless }, UNHEARD, /mail server/),
  smtpThing('no SMTP at all', { GREETING: saying('HTTP/1.1 400 Bad Request\r\n\r\n') }),
  smtpThing('refused for now, for ever', { RCPT: saying('451 4.7.1 Later\r\n') }),
  {
    name: '500 queued messages at one slow mailbox',
    states: ['done', 'held'],
    async prepare(stage) {
      const smtp_port = await stage.servers.smtp({ DOT: afterSeconds(5, '250 OK\r\n') });
      // A campaign may send forty a day.
      let account_id: number | undefined;
      for (let campaign = 0; campaign < 13; campaign += 1) {
        const people = Array.from({ length: 40 }, (_, n) => ({ email: `queued${n}.${campaign}@people.example` }));
        const letters = await plantLetters(stage, {
          sender: { smtp_port, cap: 2000 },
          people,
          ...(account_id === undefined ? {} : { account_id }),
        });
        account_id = letters.account_id;
      }
      return async () => {
        const { rows } = await stage.owner.query<{ waiting: number }>(
          `select count(*)::int as waiting from outbound_intents where account_id = $1 and state in ('intent', 'dispatching')`,
          [account_id],
        );
        const { waiting } = rows[0]!;
        return waiting === 0
          ? { end_state: 'done', reason: 'sent' }
          : { end_state: 'held', reason: `${waiting} of them queue` };
      };
    },
  },
];

/** As a stranger writes it. */
const mailOf = (head: string, body: string) => Buffer.from(`${head}\r\nMIME-Version: 1.0\r\n\r\n${body}`, 'latin1');
const strange = [
  mailOf('From: "N\0U\0L" <nul@people.example>\r\nSubject: a\0b\r\nMessage-ID: <nul@people.example>', 'a\0b'),
  mailOf('From: x@people.example\r\nSubject: \xed\xa0\x80\r\nMessage-ID: <\xed\xa0\x80@x>', '\xed\xa0\x80 \xff\xfe'),
  mailOf('From: x@people.example\r\nDate: Thu, 01 Jan 1970 00:00:00 +0000\r\nSubject: early', 'Early'),
  mailOf('From: x@people.example\r\nDate: Fri, 31 Dec 9999 23:59:59 -2359\r\nSubject: late', 'Late'),
  mailOf('From: x@people.example\r\nDate: yesterday\r\nSubject: never', 'Never'),
  ...[59, 60, 77, 99, 119, 199, 254, 255, 499, 997, 998].map((cut) =>
    Buffer.from(
      `From: "${'a'.repeat(cut)}😀" <x@people.example>\r\nSubject: ${'b'.repeat(cut)}😀\r\n\r\n${'c'.repeat(cut)}😀`,
    ),
  ),
];

export const HOSTILE_IMAP: readonly HostileThing[] = [
  imapThing(
    'a mailbox that signs in and falls silent',
    Object.fromEntries(AFTER_SIGN_IN.map((name) => [name, silence])),
  ),
  imapThing('a mailbox without a greeting', { GREETING: silence }),
  imapThing('a mailbox whose greeting never ends', { GREETING: endless }),
  imapThing('a mailbox that refuses with 1 MB', {
    LOGIN: async (say, tag) => say(`${tag} NO ${emojis(MEGABYTE / 2)}\r\n`),
    AUTHENTICATE: async (say, tag) => say(`${tag} NO ${emojis(MEGABYTE / 2)}\r\n`),
  }),
  imapThing('a mailbox that refuses with NUL', {
    LOGIN: async (say, tag) => say(`${tag} NO wrong\0password\r\n`),
    AUTHENTICATE: async (say, tag) => say(`${tag} NO wrong\0password\r\n`),
  }),
  imapThing('a mailbox that is no IMAP', { GREETING: saying('HTTP/1.1 400 Bad Request\r\n\r\n') }),
  {
    name: 'a mailbox of strange mails: NUL, half characters, 1970, 9999, cut emojis',
    states: ['done'],
    async prepare(stage) {
      const imap_port = await stage.servers.imap({}, strange);
      const letters = await plantLetters(stage, { sender: { imap_port } });
      return lookAtLetters(stage, letters);
    },
  },
];
