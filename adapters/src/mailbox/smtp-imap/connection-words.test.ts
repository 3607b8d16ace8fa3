import { describe, expect, test } from 'vitest';
import { describeConnection } from './connection-words.transform.ts';
import { classifyImapFailure } from './imap-client.api.ts';
import { classifySmtpFailure } from './smtp-error.transform.ts';

// As Node, nodemailer and imapflow say it.
test.each([
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND smtp.acme.example', /^No server was found under this name\..* \(ENOTFOUND\)$/],
  ['EDNS', 'queryA EAI_AGAIN smtp.acme.example', /^The server name couldn't be looked up just now\..*\(EAI_AGAIN\)$/],
  [
    'ESOCKET',
    'connect ECONNREFUSED 203.0.113.7:993',
    /^The server refused the connection on this port\..*\(ECONNREFUSED\)$/,
  ],
  ['EHOSTUNREACH', 'connect EHOSTUNREACH 203.0.113.7:993', /^The server can't be reached from here\./],
  [undefined, 'No answer from 203.0.113.7:587 within 10 s.', /^The server didn't answer in time\./],
  ['ETIMEDOUT', 'Connection timeout', /^The server didn't answer in time\..*\(ETIMEDOUT\)$/],
  ['CONNECT_TIMEOUT', 'Failed to establish connection in required time', /^The server didn't answer in time\./],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', /^The server's certificate is self-signed/],
  ['ESOCKET', 'self-signed certificate in certificate chain', /^The server's certificate is self-signed/],
  ['ESOCKET', 'certificate has expired', /^The server's certificate has expired/],
  [
    'ESOCKET',
    "Hostname/IP does not match certificate's altnames: Host: a. is not in the cert's altnames: DNS:b",
    /belongs to another name/,
  ],
  ['ESOCKET', 'unable to verify the first certificate', /isn't issued by a known authority/],
  [
    'ESOCKET',
    'write EPROTO 0A00010B:SSL routines:ssl3_get_record:wrong version number',
    /^The server doesn't use this kind of encryption/,
  ],
  [
    'ETLS',
    'Server does not support STARTTLS',
    /^The server offers no encrypted connection \(STARTTLS\) on this port\..*\(ETLS\)$/,
  ],
  ['ECONNRESET', 'read ECONNRESET', /^The server closed the connection\..*\(ECONNRESET\)$/],
  ['NoConnection', 'Connection not available', /^The server closed the connection/],
  ['ECONNECTION', 'Connection closed unexpectedly', /^The server closed the connection/],
  ['EELSE', 'an unknown cause', /^The connection to the mail server failed: an unknown cause$/],
])('%s %s is said in words', (code, message, words) => {
  expect(describeConnection({ code, message })).toMatch(words);
});

describe('a refused sign-in', () => {
  test('by IMAP is said in words, with those of the server', () => {
    const error = Object.assign(new Error('Command failed'), {
      authenticationFailed: true,
      serverResponseCode: 'AUTHENTICATIONFAILED',
      responseText: 'Use an app password.',
    });
    expect(classifyImapFailure(error)).toMatchObject({
      kind: 'auth_expired',
      reason: "The server didn't accept the user name or the password. It said: Use an app password.",
    });
  });

  test('by SMTP too, and without any where it says none', () => {
    const failure = {
      message: 'Invalid login: 535 5.7.8 Bad',
      code: 'EAUTH',
      responseCode: 535,
      response: '535 5.7.8 Bad',
    };
    expect(classifySmtpFailure(failure, false)).toMatchObject({
      kind: 'auth_expired',
      code: '5.7.8',
      reason: "The server didn't accept the user name or the password. It said: 535 5.7.8 Bad",
    });
    expect(classifySmtpFailure({ message: 'Missing credentials for "PLAIN"', code: 'EAUTH' }, false).reason).toBe(
      "The server didn't accept the user name or the password.",
    );
  });
});

test('what a server says of a mail is said as it is', () => {
  const failure = {
    message: 'Mail command failed',
    responseCode: 550,
    response: '550 5.1.1 No such user',
    command: 'RCPT TO',
  };
  expect(classifySmtpFailure(failure, true)).toMatchObject({ reason: '550 5.1.1 No such user', concerns: 'recipient' });
});
