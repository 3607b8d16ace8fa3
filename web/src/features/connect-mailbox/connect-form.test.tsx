// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api/api-client.ts';
import { emptyForm, findAddressProblems, findServerProblems, parseForm, withSecurity } from './connect-form.ts';
import { parseRefusal } from './use-connect.ts';

const filled = {
  ...emptyForm('Ada', 'ada@acme.com'),
  password: 'secret',
  imap: { host: ' imap.acme.com ', port: 993, secure: true },
  smtp: { host: 'smtp.acme.com', port: 587, secure: false },
};

test.each(['', 'ada', 'ada@', 'ada@acme', 'a b@acme.com', '@acme.com'])('%j is no address', (email) => {
  expect(findAddressProblems({ name: 'Ada', email })).toHaveProperty('email');
});

test('servers, ports and passwords are asked for', () => {
  expect(findServerProblems(filled)).toEqual({});
  const bad = { ...filled, password: '', imap: { ...filled.imap, host: ' ', port: '' }, isSameSignIn: false };
  expect(Object.keys(findServerProblems(bad)).sort()).toEqual(['imap.host', 'imap.port', 'password', 'smtpPassword']);
  for (const port of [0, 65_536, 1.5, 'x'])
    expect(findServerProblems({ ...filled, smtp: { ...filled.smtp, port } })).toHaveProperty(['smtp.port']);
});

test('one sign-in serves both servers unless another is given; a sender is named when it is connected again', () => {
  const same = parseForm(filled, undefined);
  expect(same.imap).toEqual({
    host: 'imap.acme.com',
    port: 993,
    secure: true,
    username: 'ada@acme.com',
    password: 'secret',
  });
  expect(same.smtp).toMatchObject({ username: 'ada@acme.com', password: 'secret' });
  expect(same).not.toHaveProperty('account_id');
  const other = parseForm({ ...filled, isSameSignIn: false, smtpUsername: 'relay', smtpPassword: 'other' }, 7);
  expect(other.smtp).toMatchObject({ username: 'relay', password: 'other' });
  expect(other.account_id).toBe(7);
});

test('the port follows the security only where it was the usual one', () => {
  expect(withSecurity('smtp', { host: 'x', port: 465, secure: true }, false).port).toBe(587);
  expect(withSecurity('imap', { host: 'x', port: 143, secure: false }, true).port).toBe(993);
  expect(withSecurity('imap', { host: 'x', port: 3027, secure: false }, true).port).toBe(3027);
});

test('a refusal says which server it was and what the server said', () => {
  const error = new ApiError(400, 'mailbox_refused', 'SMTP sign-in failed: 535 5.7.8 Bad: credentials');
  expect(parseRefusal(error)).toEqual({ protocol: 'SMTP', message: '535 5.7.8 Bad: credentials' });
  expect(parseRefusal(new ApiError(400, 'mailbox_connected_already', 'This mailbox is already connected.'))).toEqual({
    protocol: null,
    message: 'This mailbox is already connected.',
  });
  expect(parseRefusal(null)).toBeUndefined();
});
