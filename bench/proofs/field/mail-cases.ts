import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What mails that people and machines wrote back must become. */

interface MailRight {
  /** What the conversation shows it as; `UNMATCHED` waits for a person's decision. */
  kind: 'REPLY' | 'AUTO_REPLY' | 'BOUNCE' | 'UNMATCHED' | null;
  /** The whole message as the inbox shows it. */
  says?: string;
  /** Words that it must hold. */
  has?: string;
  returns_on?: string;
  /** The lead in the campaign. */
  lead?: 'REPLIED' | 'FAILED' | 'COMPLETED' | 'ACTIVE' | undefined;
  /** Why the address is on the suppression list; null if it is not. */
  suppressed: 'unsubscribe' | 'hard_bounce' | 'left' | null;
}

export interface MailCase {
  case_id: string;
  /** Name of the input, unlike all others. */
  input: string;
  raw: Buffer;
  /** The lead that is written to, as the input names them. */
  lead: string;
  letter: keyof typeof LETTERS;
  right: MailRight;
}

/** What we wrote before; inputs quote it. */
export const LETTERS = {
  spring: {
    subject: 'Parts for spring',
    message:
      'Hi {{first_name}}, I saw that Acme opens a second hall in Utrecht this spring. We deliver spare parts for lines like yours within a day, from a store in Breda. Would a short call on Thursday be of use to you?\n\nBest,\nMia\n\nIf you would rather not hear from me again, you can <{"type":"unsubscribe","text":"unsubscribe here"}>',
  },
  short: {
    subject: 'Parts for spring',
    message:
      'Hi {{first_name}}, I saw that Acme opens a second hall in Utrecht this spring. We deliver spare parts for lines like yours within a day.\n\nBest,\nMia\n\nIf you would rather not hear from me again, you can <{"type":"unsubscribe","text":"unsubscribe here"}>',
  },
  old: {
    subject: 'Parts for spring',
    message:
      'Old words of ours here.\nSecond old line.\n\nYou can <{"type":"unsubscribe","text":"unsubscribe here"}> at any time.',
  },
} as const;

const inputs = join(import.meta.dirname, 'inputs');
/** They lie by the beginnings of their names. */
const readMail = (name: string): Buffer =>
  readFileSync(join(inputs, 'mail', name.slice(0, name.startsWith('q') ? 2 : 1), `${name}.eml`));

type Extra = Partial<Omit<MailCase, 'right'>> & { right?: Partial<MailRight> };

const mailCase = (
  case_id: string,
  input: string,
  right: MailRight,
  { right: more, ...extra }: Extra = {},
): MailCase => ({
  case_id,
  input,
  raw: extra.raw ?? readMail(input),
  lead: 'ada@acme.example',
  letter: 'spring',
  ...extra,
  right: { ...right, ...more },
});

const ANSWERED = { kind: 'REPLY', lead: 'REPLIED', suppressed: null } as const;
const OPTED_OUT = { kind: 'REPLY', lead: 'REPLIED', suppressed: 'unsubscribe' } as const;

const answer = (case_id: string, input: string, says: string, extra: Extra = {}): MailCase =>
  mailCase(case_id, input, { ...ANSWERED, says }, extra);
const bounce = (input: string, right: Partial<MailRight>, extra: Extra = {}): MailCase =>
  mailCase('M07', input, { kind: 'BOUNCE', lead: 'FAILED', suppressed: 'hard_bounce', ...right }, extra);
const optOut = (case_id: string, input: string, extra: Extra = {}): MailCase =>
  mailCase(case_id, input, OPTED_OUT, extra);
const quoted = (input: string, says: string): MailCase => answer('M10', input, says, { letter: 'old' });

export const listMailCases = (): MailCase[] => [
  mailCase('M01', 'm01-google-rsvp', { ...ANSWERED, has: 'ccepted' }),
  mailCase('M01', 'm01b-google-invitation', { ...ANSWERED, has: 'Acme / Trading' }),
  mailCase('M01', 'm02-outlook-declined', { ...ANSWERED, has: 'Declined' }),
  mailCase('M02', 'm03-bare-in-reply-to', {
    kind: 'UNMATCHED',
    says: 'Yes, please call me.',
    lead: 'ACTIVE',
    suppressed: null,
  }),
  mailCase('M03', 'm04-encoded-in-reply-to', {
    kind: 'UNMATCHED',
    says: 'Yes, please call me.',
    lead: 'ACTIVE',
    suppressed: null,
  }),
  answer('M04', 'm05-broken-references', 'Yes.'),
  mailCase(
    'M04',
    'm05-broken-references-of-a-stranger',
    { kind: 'UNMATCHED', says: 'Yes.', lead: 'ACTIVE', suppressed: null },
    { raw: fromStranger(readMail('m05-broken-references')) },
  ),
  answer('M05', 'm06-encoded-comma', 'Yes.'),
  answer('M05', 'm06b-bare-comma', 'Yes.'),
  answer('M05', 'm06c-address-as-encoded-word', 'Yes.'),
  answer('M05', 'm07-cut-encoded-word', 'Да.'),
  answer('M05', 'm08a-gbk-8bit', '谢谢，请下周联系朱镕基。'),
  answer('M05', 'm08b-iso2022jp-qp', '来週お電話ください。'),
  answer('M05', 'm08c-unknown-charset', 'Ja, bitte nächste Woche.'),
  answer('M05', 'm08d-utf8-said-latin', 'Ja, bitte nächste Woche.'),
  answer('M05', 'm08e-ks_c', '다음 주에 연락 주세요.'),
  answer('M06', 'm09-smime-opaque', 'Yes, please call me on Thursday.'),
  mailCase('M06', 'm10-pgp-mime', { ...ANSWERED, has: 'ncrypted' }),
  answer('M06', 'm11-winmail', 'Schön, bitte rufen Sie an.'),
  bounce('b01-x-original-message-id', {}),
  bounce('b02-m365-alias', {}),
  bounce('b03-access-denied-541', {}),
  bounce('b04-restricted-57124', { suppressed: null, lead: undefined }),
  bounce('b04-restricted-57129', { suppressed: null, lead: undefined }),
  bounce('b04-restricted-57133', { suppressed: null, lead: undefined }),
  bounce('b05-german-letter', {}),
  bounce('b06-french-letter', {}, { lead: 'chloe@lumen.example' }),
  bounce('b07-japanese-letter', {}, { lead: 'dan@orbit.example' }),
  bounce('b08-policy-italian', { suppressed: null, lead: undefined }),
  { ...bounce('b09-ses-own-id', {}), case_id: 'M08' },
  optOut('M09', 'u01-yahoo-android-stop'),
  optOut('M09', 'u02-yahoo-android-remove'),
  answer('M09', 'u20-yahoo-android-thursday', 'Thursday at ten works.'),
  answer('M09', 'u21-yahoo-android-who-are-you', 'Which brands do you carry?'),
  answer('M09', 'u22-yahoo-android-yes', 'Yes, please send me your price list.'),
  answer('M09', 'u23-yahoo-android-ok', 'Ok, I will be in the office. Ring the bell.'),
  answer('M09', 'u24-yahoo-android-two-parts', 'Thursday at ten works.'),
  answer('M09', 'q05-yahoo', 'Here is my answer.', { letter: 'old' }),
  answer('M10', 'u25-outlook-greek-two-parts', 'Την Πέμπτη στις δέκα.'),
  answer('M10', 'u30-airmail-thursday', 'Thursday at ten works.'),
  answer('M10', 'u31-airmail-who-are-you', 'Which brands do you carry?'),
  answer('M10', 'u32-airmail-yes', 'Yes, please send me your price list.'),
  answer('M10', 'u33-airmail-ok', 'Ok, I will be in the office. Ring the bell.'),
  quoted('q01-danish-outlook', 'Hej Mia, ring gerne torsdag.'),
  quoted('q02-original-message-mixed', 'Thursday 4:30 works for me.\n\nThanks,\nAda'),
  quoted('q03-ios-mailto', 'Hi Mia\n\nI can talk on Sunday.'),
  quoted('q04-said', 'Call me on Friday.'),
  quoted('q06-apple-mark-before', 'No, that is fine.'),
  quoted('q07-outlook-mobile-de', 'Ja, gerne.'),
  quoted('q08-gmx', 'Ja, gerne.'),
  quoted('q09-samsung', 'Prima, bel me maar.'),
  quoted('q10-bottom-posted', 'Ja, bitte am Donnerstag.'),
  mailCase('M10', 'q11-html-blockquote', { ...ANSWERED, has: 'Can you do that?' }),
  mailCase('M10', 'q11b-blockquote-no-attribution', { ...ANSWERED, has: 'Can you do that?' }),
  quoted('q12-qq', '好的，请下周联系我。'),
  quoted('q13-proton-mobile', 'Yes please.'),
  quoted('q14-french-outlook', 'Oui, appelez-moi jeudi.'),
  quoted('q15-turkish-gmail', 'Evet, perşembe arayın.'),
  quoted('q16-hebrew-gmail', 'כן, בבקשה ביום חמישי.'),
  quoted('q17-portuguese-gmail', 'Sim, quinta-feira.'),
  quoted('q18-czech-seznam', 'Ano, zavolejte.'),
  quoted('q19-yahoo-old-web', "Here's a reply"),
  ...listStyles().map(({ name, text }) =>
    answer('M10', `style ${name}`, 'Thursday at ten works.', { raw: letterOf(text), letter: 'short' }),
  ),
  answer('M11', 'u10-call-instead', "Don't email me, just call me tomorrow at ten: +31 30 000 00 00."),
  mailCase('M11', 'u11-supplier', { ...ANSWERED, has: 'old supplier' }),
  mailCase('M11', 'u12-opt-out-clause', { ...ANSWERED, has: 'in May' }),
  mailCase('M11', 'u13-abmelden', { ...ANSWERED, has: 'am Montag' }),
  mailCase('M11', 'u14-dont-stop', { ...ANSWERED, has: 'useful' }),
  mailCase('M11', 'u15-address', { ...ANSWERED, has: 'price list' }),
  mailCase('M11', 'u16-before-nine', { ...ANSWERED, has: 'before nine' }),
  mailCase('M11', 'a07-not-unsub', { ...ANSWERED, has: 'right time' }),
  answer('M12', 'a01-suppress-header', 'Yes, call me on Thursday.'),
  mailCase('M12', 'a02-oof-m365', { kind: 'AUTO_REPLY', has: 'away', lead: 'ACTIVE', suppressed: null }),
  mailCase('M12', 'a03-oof-outlook-rule', {
    kind: 'AUTO_REPLY',
    has: 'annual leave',
    lead: 'ACTIVE',
    suppressed: null,
  }),
  answer(
    'M12',
    'a04-human-mentions-leave',
    'Thanks Mia. I was on annual leave last week and have read your mail now. Let us talk on Thursday at ten.',
  ),
  optOut('M12', 'a05-stop-caps'),
  optOut('M12', 'a06-remove-me'),
  answer('M12', 'a08-list-mail-human', 'Yes, I would like a price list.'),
  mailCase('M12', 'a09-no-longer', {
    kind: 'AUTO_REPLY',
    has: 'no longer works',
    lead: 'COMPLETED',
    suppressed: 'left',
  }),
  optOut('M12', 'u03-apple-opt-out'),
  ...listProviders().map((domain) =>
    mailCase(
      'O01',
      `stranger at ${domain}`,
      { kind: 'UNMATCHED', lead: 'ACTIVE', suppressed: null },
      { lead: `ada@${domain}`, raw: letterOf('Not for me, thanks.', `Bob Reed <bob@${domain}>`) },
    ),
  ),
];

const listProviders = (): string[] =>
  readFileSync(join(inputs, 'other/free-mail-domains.txt'), 'utf8').split('\n').filter(Boolean);

function fromStranger(raw: Buffer): Buffer {
  const text = raw.toString('latin1').replace('Ada Jansen <ada@acme.example>', 'Colin Reed <colin@acme-group.example>');
  return Buffer.from(text, 'latin1');
}

/** Ways in which mail programs quote: an answer with our mail below. */
export function listStyles(): { name: string; text: string }[] {
  const text = readFileSync(join(inputs, 'other/quotation-styles.txt'), 'utf8');
  return text
    .split(/^={20} /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { name: part.slice(0, end).trim(), text: part.slice(end + 1).trimEnd() };
    });
}

/** A reply as most mail programs write it. */
export function letterOf(text: string, from = 'Ada Jansen <ada@acme.example>'): Buffer {
  const head = [
    `From: ${from}`,
    'To: Mia Torres <mia@trading.example>',
    'Subject: Re: Parts for spring',
    'Message-ID: <style@acme.example>',
    'In-Reply-To: <ov-1a2b3c4d5e@trading.example>',
    'References: <ov-1a2b3c4d5e@trading.example>',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ];
  return Buffer.from(`${head.join('\n')}\n\n${text}\n`.replaceAll('\n', '\r\n'));
}
