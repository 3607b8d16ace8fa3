import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classifyBounce } from './bounce-class.ts';
import type { InboundMail } from './mail-classify.ts';
import { classifyMail } from './mail-classify.ts';

type Written = Partial<Omit<InboundMail, 'headers'>> & {
  headers?: Record<string, string | undefined>;
  content_type?: string;
};

/** A mail from a lead, changed where a test says so. */
function mailOf({ headers = {}, content_type = 'text/plain; charset=utf-8', ...change }: Written): InboundMail {
  const named = Object.entries({ ...headers, 'content-type': content_type });
  return {
    from: 'lead@customer.io',
    own_addresses: ['me@acme.io', 'Alias@Acme.io'],
    subject: 'Re: Quick question',
    text: 'Sounds good, call me on Monday.',
    delivery_statuses: [],
    returned_message_id: null,
    ...change,
    headers: new Map(named.flatMap(([name, value]) => (value === undefined ? [] : [[name, [value]]]))),
  };
}
const kindOf = (change: Written) => classifyMail(mailOf(change)).kind;

describe('people', () => {
  test.each([
    ['Re: Quick question', 'Sounds good, call me on Monday.'],
    ['Re: Automatic reply: Quick question', 'I am back now. Let us talk.'],
    ['AW: Abwesenheitsnotiz: Ihre Anfrage', 'Bin zurück.'],
    ['Re: Out of office? An idea', 'Nice subject!'],
    ['Office space', 'Out of curiosity, what does it cost?'],
    ['Automation of replies', 'We look for this.'],
    ['Re: Abwesenheiten planen', 'Interessant.'],
    ['Absences and time tracking', 'Tell me more.'],
    ['Autoreplys sind doof', 'Finde ich auch'],
    [null, 'ok'],
    ['Re: x', 'I am out of the office until Monday, can we talk then?'],
    ['Re: x', 'How do I unsubscribe my colleagues from your competitor?'],
    [
      'Re: x',
      'We do not want to stop sending newsletters, that is why your product interests me. Could you send a quote for 40 seats? We would need it by the end of the month, please.',
    ],
    ['Re: x', 'No thanks.'],
    ['Re: x', 'Yes please.\n\nOn Mon, 2 Mar 2026 at 09:05, Me <me@acme.io> wrote:\n> To stop, unsubscribe here'],
  ])('%j %j is a reply', (subject, text) => {
    expect(kindOf({ subject, text })).toBe('reply');
  });
  test('headers that prove nothing', () => {
    for (const headers of [
      { 'auto-submitted': 'no' },
      { 'list-id': '<team.customer.io>' },
      { precedence: 'first-class' },
      { 'x-autoreply': 'no' },
      { 'x-auto-response-suppress': 'DR' },
    ]) {
      expect(kindOf({ headers })).toBe('reply');
    }
  });
  test('no Sent copy is ever an answer, aliases and display names included', () => {
    expect(kindOf({ from: 'ME@acme.io' })).toBe('own_copy');
    expect(kindOf({ from: 'Me Myself <alias@acme.io>' })).toBe('own_copy');
    expect(kindOf({ from: 'colleague@acme.io' })).toBe('reply');
  });
});

describe('machines', () => {
  test.each([
    'Automatic reply: Quick question',
    'AUTOMATIC REPLY: Quick question',
    'Auto-Reply: Re: Quick question',
    'Autoreply: hello',
    'Out of Office: Re: Quick question',
    'Out of office',
    '[Out of Office] Re: x',
    'OOO: back on Monday',
    'I am out of the office',
    'On leave until June',
    'Automatisch antwoord: vraagje',
    'Afwezig: vraagje',
    'Afwezigheidsbericht',
    'Buiten kantoor',
    'Automatische Antwort: Frage',
    'Abwesenheitsnotiz: Frage',
    'Abwesend: Frage',
    'Nicht im Büro',
    'Réponse automatique : votre message',
    'Réponse\u00a0automatique',
    "Message d'absence",
    'Absence du bureau',
    'Respuesta automática: su mensaje',
    'Fuera de la oficina',
    'Risposta automatica: domanda',
    'Fuori ufficio',
    'Resposta automática: pergunta',
    'Fora do escritório',
    'Автоматический ответ: вопрос',
    'Автоответ',
    'Нет на месте',
    'В отпуске до 5 мая',
  ])('subject %j', (subject) => {
    expect(kindOf({ subject })).toBe('auto_reply');
  });
  test.each([
    { 'auto-submitted': 'auto-replied' },
    { 'auto-submitted': 'auto-generated; owner-email="x"' },
    { 'auto-submitted': 'AUTO-NOTIFIED' },
    { precedence: 'bulk' },
    { precedence: 'auto_reply' },
    { precedence: 'junk' },
    { 'x-autoreply': 'yes' },
    { 'x-autorespond': 'Quick question' },
    { 'x-autoreply-from': 'lead@customer.io' },
    { preference: 'auto_reply' },
    { 'x-post-messageclass': '9; Autoresponder' },
    { 'x-mail-autoreply': 'vacation' },
  ])('header %j', (headers) => {
    expect(kindOf({ headers })).toBe('auto_reply');
  });
  test.each([
    'This is an automated response. We received your message.',
    'This is an automatic reply: I am away.',
    'Dit is een automatisch antwoord.',
    'Dies ist eine automatische Antwort.',
    'Ceci est un message automatique, merci de ne pas répondre.',
    'Esta es una respuesta automática.',
    'Questa è una risposta automatica.',
    'Esta é uma resposta automática.',
    'Это автоматический ответ.',
  ])('text %j', (text) => {
    expect(kindOf({ text })).toBe('auto_reply');
  });
  test.each([
    {
      content_type: 'multipart/report; report-type=disposition-notification; boundary="x"',
      subject: 'Read: Quick question',
    },
    { content_type: 'multipart/report; boundary=x; report-type="disposition-notification"', subject: 'Gelesen: Frage' },
    { content_type: 'message/disposition-notification' },
  ])('read receipt %j', (change) => {
    expect(kindOf(change)).toBe('read_receipt');
  });
  test('a spam complaint is one', () => {
    expect(kindOf({ content_type: 'multipart/report; report-type=feedback-report' })).toBe('complaint');
  });
});

test.each([
  'Unsubscribe',
  'Please remove me from your list.',
  'remove me',
  'STOP',
  'Stop emailing me!',
  "Don't contact me again.",
  'Take me off your mailing list please\n\nOn Mon, 2 Mar 2026 at 09:05, Me <me@acme.io> wrote:\n> Hello, how are you?',
  'Graag uitschrijven, bedankt.',
  'Stuur mij geen mails meer',
  'Bitte abmelden',
  'Bitte keine weiteren E-Mails.',
  'Merci de me désinscrire',
  'Por favor, darme de baja',
  'Vi prego di cancellarmi, rimuovermi dalla lista',
  'Por favor, remova-me da lista',
  'Отпишите меня, пожалуйста',
])('%j is an opt-out', (text) => {
  expect(kindOf({ text })).toBe('unsubscribe_request');
});

test('the unsubscribe address gets mails whose subject is the word', () => {
  expect(kindOf({ subject: 'unsubscribe', text: '' })).toBe('unsubscribe_request');
});

describe('delivery reports', () => {
  const dsn = (action: string | null, status: string | null, diagnostic = '', recipient = 'Lead@Customer.io') => ({
    action,
    status,
    diagnostic,
    final_recipient: `rfc822; ${recipient}`,
  });
  const report = (delivery_statuses: InboundMail['delivery_statuses'], change: Written = {}): Written => ({
    from: 'MAILER-DAEMON@mx.acme.io',
    subject: 'Undelivered Mail Returned to Sender',
    content_type: 'multipart/report; report-type=delivery-status; boundary="b"',
    text: 'This is the mail system at host mx.acme.io. I could not deliver your message.',
    returned_message_id: 'step-1@acme.io',
    delivery_statuses,
    ...change,
  });
  const classify = (written: Written) => classifyMail(mailOf(written));

  test.each([
    // Gmail
    [
      '5.1.1',
      "550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking the recipient's email address",
      'bounce_hard',
    ],
    ['5.2.1', '550-5.2.1 The email account that you tried to reach is inactive.', 'bounce_hard'],
    ['4.2.2', '452-4.2.2 The recipient’s inbox is out of storage space', 'bounce_soft'],
    ['5.2.2', '552-5.2.2 The email account that you tried to reach is over quota', 'bounce_soft'],
    [
      '5.7.26',
      '550-5.7.26 This mail has been blocked because the sender is unauthenticated. Gmail requires SPF or DKIM',
      'bounce_policy',
    ],
    ['5.7.1', '550-5.7.1 Our system has detected that this message is likely unsolicited mail', 'bounce_policy'],
    ['5.4.5', '550 5.4.5 Daily user sending limit exceeded', 'bounce_policy'],
    ['4.4.1', '[mx.customer.io. 10.0.0.1: timed out]', 'bounce_soft'],
    [
      '5.1.2',
      'DNS Error: DNS type mx lookup of customer.io responded with code NXDOMAIN. Domain name not found',
      'bounce_hard',
    ],
    // Outlook and Exchange
    [
      '5.7.515',
      '550 5.7.515 Access denied, sending domain acme.io does not meet the required authentication level.',
      'bounce_policy',
    ],
    ['5.1.10', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup', 'bounce_hard'],
    ['5.4.1', '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)', 'bounce_hard'],
    [
      '5.7.1',
      '550 5.7.1 Unfortunately, messages from [1.2.3.4] weren’t sent. part of their network is on our block list (S3140)',
      'bounce_policy',
    ],
    ['5.7.133', '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required', 'bounce_policy'],
    [
      '5.1.90',
      '550 5.1.90 Your message can’t be sent because you’ve reached your daily limit for message recipients',
      'bounce_policy',
    ],
    ['5.4.300', '550 5.4.300 Message expired -> 421 4.4.1 Connection timed out', 'bounce_soft'],
    ['5.5.0', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)', 'bounce_hard'],
    ['5.2.3', '550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large for this recipient', 'bounce_policy'],
    ['5.0.0', '550 5.7.515 Access denied, sending domain does not pass DMARC', 'bounce_policy'],
    // Apple
    ['5.1.1', '550 5.1.1 <lead@icloud.com>: user does not exist', 'bounce_hard'],
    [
      '5.7.1',
      '554 5.7.1 [HM08] Message rejected due to local policy. Please visit https://support.apple.com/en-us/HT204137',
      'bounce_policy',
    ],
    ['5.2.2', '552 5.2.2 <lead@icloud.com>: user is over quota', 'bounce_soft'],
    // Postfix
    [
      '5.1.1',
      '550 5.1.1 <lead@customer.io>: Recipient address rejected: User unknown in virtual mailbox table',
      'bounce_hard',
    ],
    ['5.7.1', '554 5.7.1 <lead@customer.io>: Relay access denied', 'bounce_policy'],
    ['5.7.1', '554 5.7.1 Service unavailable; Client host [1.2.3.4] blocked using zen.spamhaus.org', 'bounce_policy'],
    [
      '5.4.4',
      'Host or domain name not found. Name service error for name=customer.io type=AAAA: Host not found',
      'bounce_hard',
    ],
    ['4.7.1', '451 4.7.1 Greylisting in action, please come back later', 'bounce_soft'],
    ['5.3.4', 'message size 12345678 exceeds size limit 10240000 of server', 'bounce_policy'],
    ['5.4.6', 'mail for customer.io loops back to myself', 'bounce_soft'],
    // Exim, Yahoo, Yandex and others
    ['5.0.0', '550 No such user here', 'bounce_hard'],
    ['5.0.0', '550 Unrouteable address', 'bounce_hard'],
    ['5.0.0', "554 delivery error: dd This user doesn't have a yahoo.com account (lead@yahoo.com) [0]", 'bounce_hard'],
    [
      '5.7.9',
      '554 5.7.9 Message not accepted for policy reasons. See https://postmaster.yahooinc.com/error-codes',
      'bounce_policy',
    ],
    ['5.7.1', '550 5.7.1 No such user!', 'bounce_hard'],
    ['5.0.0', '550 Mailbox is full', 'bounce_soft'],
    ['5.0.0', '550 SPF check failed for this sender: user unknown to policy', 'bounce_policy'],
    ['5.0.0', '550 Rejected', 'bounce_soft'],
    ['5.1.8', '550 5.1.8 Sender address rejected: Domain not found', 'bounce_policy'],
  ])('%s %s', (status, diagnostic, kind) => {
    expect(classify(report([dsn('failed', status, diagnostic)]))).toMatchObject({
      kind,
      recipient: 'lead@customer.io',
      original_message_id: 'step-1@acme.io',
    });
  });
  test.each([
    ['delayed', '4.4.1'],
    ['delivered', '2.1.5'],
    ['relayed', '2.0.0'],
    ['expanded', '2.0.0'],
  ])('%s is a report, no bounce', (action, status) => {
    expect(classify(report([dsn(action, status)])).kind).toBe('delivery_report');
  });
  test('the failed recipient among several', () => {
    const parts = [
      dsn('delivered', '2.1.5', '', 'a@customer.io'),
      dsn('failed', '5.1.1', 'User unknown', 'b@customer.io'),
    ];
    expect(classify(report(parts))).toMatchObject({ kind: 'bounce_hard', recipient: 'b@customer.io' });
  });
  test('Exim writes a letter', () => {
    const exim = report([], {
      content_type: 'text/plain',
      subject: 'Mail delivery failed: returning message to sender',
      headers: { 'x-failed-recipients': 'lead@customer.io', 'auto-submitted': 'auto-replied' },
      text: 'A message that you sent could not be delivered to one or more of its recipients.\n\n  lead@customer.io\n    550 No such user here\n\n------ This is a copy of the message, including all the headers. ------\n\nMessage-ID: <step-1@acme.io>\nspam policy blocked',
      returned_message_id: null,
    });
    expect(classify(exim)).toMatchObject({
      kind: 'bounce_hard',
      recipient: 'lead@customer.io',
      original_message_id: 'step-1@acme.io',
    });
  });
  test('qmail writes a letter', () => {
    const qmail = report([], {
      content_type: '',
      subject: 'failure notice',
      headers: { 'return-path': '<>' },
      returned_message_id: null,
      text: 'Hi. This is the qmail-send program at acme.io.\n\n<lead@customer.io>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\nMessage-ID: <step-1@acme.io>',
    });
    expect(classify(qmail)).toMatchObject({ kind: 'bounce_hard', recipient: 'lead@customer.io', status: '5.1.1' });
  });
  test('a warning letter is no bounce', () => {
    const warning = report([], {
      content_type: 'text/plain',
      subject: 'Warning: message 1abc delayed 24 hours',
      text: 'Delivery will be retried. lead@customer.io',
    });
    expect(kindOf({ ...warning, subject: 'Mail delivery delayed 24 hours' })).toBe('delivery_report');
  });
  test.each([
    [
      'Exim, under a subject of its own',
      {},
      'A message that you sent has not yet been delivered to one or more of its\nrecipients after more than 24 hours on the queue on mx.acme.io.\n\n  lead@customer.io\n    Delay reason: SMTP error from remote mail server after RCPT TO:<lead@customer.io>:\n    451 4.7.1 Greylisted\n\nNo action is required on your part. Delivery attempts will continue for\nsome time. Eventually the mail delivery software will give up,\nand when that happens, the message will be returned to you.',
    ],
    [
      'Gmail, which names the recipient as failed',
      { 'x-failed-recipients': 'lead@customer.io' },
      'There was a temporary problem delivering your message to lead@customer.io. Gmail will retry for 46 more hours. You’ll be notified if the delivery fails permanently.',
    ],
    [
      'Sendmail',
      {},
      'lead@customer.io... Deferred\nTHIS IS A WARNING MESSAGE ONLY\nYOU DO NOT NEED TO RESEND YOUR MESSAGE\n<<< 451 4.7.1 Greylisted\nWill keep trying until message is 5 days old',
    ],
  ])('a letter about a delay is no bounce: %s', (_, headers, text) => {
    const delay = report([], { content_type: 'text/plain', subject: 'Mail Delivery', headers, text });
    expect(classify(delay)).toMatchObject({ kind: 'delivery_report', recipient: 'lead@customer.io' });
  });
  test('a broken report without its status part is read from its words', () => {
    expect(
      classify(report([], { text: 'The user lead@customer.io is unknown: 550 5.1.1 no such user' })),
    ).toMatchObject({
      kind: 'bounce_hard',
      recipient: 'lead@customer.io',
    });
  });
  test('a person who writes about undelivered mail is a person', () => {
    expect(kindOf({ subject: 'Undelivered parcel', text: 'Your parcel was returned, user unknown.' })).toBe('reply');
    expect(kindOf({ from: 'postmaster@customer.io', subject: 'Re: Quick question' })).toBe('reply');
  });
  test('a sender fault never calls an address bad', () => {
    const faults = ['5.7.1', '5.7.26', '5.7.515', '5.7.606', '5.1.7', '5.1.8', '5.3.4', '5.4.5'];
    for (const status of faults) expect(classifyBounce(status, 'Rejected')).not.toBe('bounce_hard');
  });
});

test('hostile mail neither throws nor hangs', { timeout: 60_000 }, () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('On '.repeat(5000), '>'.repeat(50_000), 'From: a\n'.repeat(5000), 'a@'.repeat(20_000)),
  );
  const optional = fc.option(text);
  fc.assert(
    fc.property(
      fc.record({
        from: optional,
        own_addresses: fc.array(text, { maxLength: 2 }),
        subject: optional,
        headers: fc.dictionary(
          fc.constantFrom('auto-submitted', 'precedence', 'return-path', 'x-failed-recipients', 'content-type'),
          text,
        ),
        text: optional,
        delivery_statuses: fc.array(
          fc.record({ action: optional, status: optional, diagnostic: optional, final_recipient: optional }),
          { maxLength: 2 },
        ),
        returned_message_id: optional,
      }),
      (mail) => {
        classifyMail(mailOf(mail));
      },
    ),
    { numRuns: 60 },
  );
});
