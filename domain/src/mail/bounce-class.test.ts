import { describe, expect, test } from 'vitest';
import { classifyBounce } from './bounce-class.ts';
import { classifyMail, type InboundMail } from './mail-classify.ts';

const letter = (change: Partial<InboundMail>): InboundMail => ({
  from: 'mailer-daemon@mx.customer.example',
  own_addresses: ['mia@trading.example'],
  subject: 'Undelivered Mail Returned to Sender',
  headers: new Map([['return-path', ['<>']]]),
  text: '',
  delivery_statuses: [],
  returned_message_id: null,
  ...change,
});

// Kinds that public collections of bounces have, in words of our own.
test.each([
  [
    '5.3.2',
    '521 5.3.2 <ada@a.example>: Recipient address rejected: System not accepting network messages',
    'bounce_hard',
  ],
  ['5.7.27', '550 Host does not accept mail', 'bounce_hard'],
  ['5.7.27', '550 5.7.27 Sender domain does not accept mail', 'bounce_policy'],
  [null, 'ada@a.example: an MX or SRV record indicated no SMTP service', 'bounce_hard'],
  [
    null,
    'Undeliverable to ada@a.example. The account or domain may not exist, they may be blacklisted.',
    'bounce_hard',
  ],
  ['5.0.0', '542 ada@a.example Rejected', 'bounce_hard'],
  ['5.7.1', '554 5.7.1 <ada@a.example>: Recipient address rejected: Access denied', 'bounce_hard'],
  ['5.1.1', '550 5.1.1 Refused due to recipient preferences', 'bounce_policy'],
  ['5.1.3', '553 https://www.spamhaus.org/query/ip/192.0.2.1', 'bounce_policy'],
  [
    null,
    "The group ada may not exist, or you may not post. https://groups.google.com/support/ n'existe pas",
    'bounce_policy',
  ],
  ['5.7.1', '550 5.7.1 Recipient address rejected: User ada@a.example temporarily locked', 'bounce_soft'],
  ['5.4.4', 'Name service error for name=a.example type=MX: Malformed or unexpected name server reply', 'bounce_soft'],
  [null, 'Name service error for domain a.example: Host not found, try again', 'bounce_soft'],
  ['4.4.4', 'DNS lookup of a.example responded with code NXDOMAIN', 'bounce_soft'],
  ['5.4.4', 'DNS lookup of a.example responded with code NXDOMAIN', 'bounce_hard'],
  ['4.1.1', '450 4.1.1 <ada@a.example>: User unknown in local recipient table', 'bounce_hard'],
] as const)('%s %s is %s', (status, words, kind) => expect(classifyBounce(status, words)).toBe(kind));

test('a report that calls a missing domain temporary suppresses no one, even if the text above it says otherwise', () => {
  const mail = letter({
    text: '** Address not found **\nYour message was not delivered because the domain a.example could not be found.',
    delivery_statuses: [
      {
        action: 'failed',
        status: '4.0.0',
        diagnostic: 'smtp; DNS Error: lookup of a.example responded with code NXDOMAIN',
        final_recipient: 'ada@a.example',
      },
    ],
  });
  expect(classifyMail(mail).kind).toBe('bounce_soft');
});

test('a letter that writes its code with a dash of its own is a bounce', () => {
  const text =
    'Error: Invalid user address\n\n550 - Requested action not taken: no such user here\n\nRCPT TO: ada@a.example';
  const mail = letter({ from: 'post_master@mx.customer.example', subject: 'Re: Hello', headers: new Map(), text });
  expect(classifyMail(mail)).toMatchObject({ kind: 'bounce_hard', recipient: 'ada@a.example' });
});

describe('questions of spam filters are no bounces', () => {
  test.each([
    [
      'Please confirm your message',
      'Your message has not been delivered yet. It is being held because your address is not on the approved list of ada@a.example. To release this message for delivery, click on this link: https://a.example/confirm/123',
    ],
    [
      'Undelivered: verification required',
      'Delivery of your message to ada@a.example was delayed. The mailbox is protected by SpamArrest. Please verify that you are a real person: visit this link to deliver your e-mail.',
    ],
    [
      'Delivery notification',
      'This message was created automatically by mail delivery software. Your e-mail to ada@a.example could not be delivered, since you are not yet in my contact list. Reply to this message to confirm that you are human and no spammer.',
    ],
  ])('%s', (subject, text) => expect(classifyMail(letter({ subject, text })).kind).toBe('auto_reply'));

  test('one that quotes what a server answered is a bounce', () => {
    const text =
      'Your message could not be delivered to ada@a.example.\n550 5.7.1 Message blocked as spam. To be released, click on this link and verify: https://a.example/release';
    expect(classifyMail(letter({ text })).kind).toBe('bounce_policy');
  });
});
