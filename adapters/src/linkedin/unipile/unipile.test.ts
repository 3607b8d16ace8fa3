import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LinkedinPort } from '../linkedin.port.ts';
import { encodeForm } from './form-data.api.ts';
import { parseComment, parseFoundPerson, parseProfile, parseReaction } from './people.transform.ts';
import { parseAccount } from './seats.transform.ts';
import { createUnipileLinkedin } from './unipile.adapter.ts';
import { toProviderError } from './unipile-error.transform.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');

describe('what a refusal means', () => {
  const classify = (status: number, type: string, isChange = false, retry_after: string | null = null) =>
    toProviderError({ status, body: { status, type: `errors/${type}`, detail: 'words' }, retry_after }, isChange, NOW);

  test.each([
    [400, 'invalid_parameters', 'rejected', 'message'],
    [400, 'too_many_characters', 'rejected', 'message'],
    [401, 'disconnected_account', 'auth_expired', 'sender'],
    [401, 'expired_credentials', 'auth_expired', 'sender'],
    [401, 'checkpoint_error', 'auth_expired', 'sender'],
    [401, 'missing_credentials', 'auth_expired', 'service'],
    [403, 'account_restricted', 'rejected', 'sender'],
    [403, 'feature_not_subscribed', 'rejected', 'sender'],
    [404, 'resource_not_found', 'not_found', 'recipient'],
    [422, 'no_connection_with_recipient', 'rejected', 'recipient'],
    [422, 'already_invited_recently', 'rejected', 'recipient'],
    [422, 'insufficient_credits', 'rejected', 'sender'],
    [422, 'already_connected', 'rejected', 'recipient'],
    [422, 'not_allowed_inmail', 'rejected', 'recipient'],
    [422, 'cannot_invite_attendee', 'rejected', 'recipient'],
    [422, 'cannot_resend_yet', 'rate_limited', 'sender'],
    [422, 'limit_exceeded', 'rate_limited', 'sender'],
    [429, 'too_many_requests', 'rate_limited', 'sender'],
    [500, 'provider_error', 'rate_limited', 'sender'],
    [500, 'unexpected_error', 'unavailable', 'service'],
    [501, 'no_client_session', 'unavailable', 'service'],
    [503, 'no_channel', 'unavailable', 'service'],
    [504, 'request_timeout', 'unavailable', 'service'],
  ])('%i %s: %s, about the %s', (status, type, kind, concerns) => {
    expect(classify(status, type)).toMatchObject({ kind, concerns, code: type, reason: 'words' });
  });

  test('a failure of theirs leaves open whether a change was made; a clear no does not', () => {
    for (const status of [408, 500, 501, 502, 503, 504]) {
      expect(classify(status, 'request_timeout', true).kind).toBe('unknown_outcome');
    }
    expect(classify(500, 'provider_error', true).kind).toBe('unknown_outcome');
    expect(classify(422, 'already_connected', true).kind).toBe('rejected');
    expect(classify(429, 'too_many_requests', true).kind).toBe('rate_limited');
  });

  test('until when to wait: a day for throttled seats, what the header says elsewhere, never beyond a week', () => {
    expect(classify(422, 'cannot_resend_yet').until).toEqual(new Date(NOW + 86_400_000));
    expect(classify(429, 'too_many_requests', false, '90').until).toEqual(new Date(NOW + 90_000));
    expect(classify(429, 'too_many_requests', false, 'Sat, 21 Nov 2026 12:05:00 GMT').until).toEqual(
      new Date(NOW + 300_000),
    );
    expect(classify(429, 'too_many_requests', false, '99999999').until).toEqual(new Date(NOW + 7 * 86_400_000));
    expect(classify(429, 'too_many_requests', false, 'soon').until).toBeNull();
  });

  test('a reached limit waits a day; a restricted seat rests for seven days', () => {
    expect(classify(422, 'limit_exceeded', true).until).toEqual(new Date(NOW + 86_400_000));
    expect(classify(403, 'account_restricted', true).until).toEqual(new Date(NOW + 7 * 86_400_000));
    expect(classify(422, 'insufficient_credits', true).until).toBeNull();
  });

  test('an answer that is none of the provider still becomes one of the closed set', () => {
    const odd = toProviderError({ status: 418, body: '<html>', retry_after: null }, false, NOW);
    expect(odd).toMatchObject({ kind: 'rejected', code: null, reason: 'The provider answered 418.' });
  });
});

describe('people', () => {
  const author = { id: 'ACoAAB1', type: 'INDIVIDUAL', name: 'Ada  King, MBA', headline: 'Countess\nat Engine' };

  test('a reaction: name in two parts, one line each, address by provider id where no better is known', () => {
    const profile_url = 'https://www.linkedin.com/in/ACoAAB1';
    expect(parseReaction({ author: { ...author, profile_url, network_distance: 'SECOND_DEGREE' } })).toMatchObject({
      provider_id: 'ACoAAB1',
      public_identifier: null,
      profile_url,
      first_name: 'Ada',
      last_name: 'King',
      headline: 'Countess at Engine',
      network_distance: 2,
    });
    const named = parseReaction({ author: { ...author, profile_url: 'https://nl.linkedin.com/in/Ada-King/?x=1' } });
    expect(named).toMatchObject({ public_identifier: 'ada-king', profile_url: 'https://www.linkedin.com/in/ada-king' });
  });

  test('companies are no people, by type or by address', () => {
    expect(parseReaction({ author: { ...author, type: 'COMPANY' } })).toBeNull();
    const author_details = { id: '1', profile_url: 'https://www.linkedin.com/company/engine/' };
    expect(parseComment({ author: 'Engine', author_details })).toBeNull();
    expect(parseComment({ author: 'Ada King', author_details: { id: 'ACoAAB1' } })).toMatchObject({
      last_name: 'King',
    });
  });

  test('a member LinkedIn hides is skipped', () => {
    expect(parseFoundPerson({ type: 'PEOPLE', id: 'x', name: 'LinkedIn Member' })).toBeNull();
  });

  test('a hostile address never becomes the address of a lead', () => {
    for (const profile_url of [
      'javascript:alert(1)',
      'https://evil.example/in/ada',
      'https://www.linkedin.com/company/x',
    ]) {
      expect(parseReaction({ author: { ...author, profile_url } })?.profile_url).toBe(
        'https://www.linkedin.com/in/ACoAAB1',
      );
    }
  });

  test('a profile: only an invitation that waits is one', () => {
    const invitation = { type: 'SENT', status: 'PENDING' };
    expect(parseProfile({ provider_id: 'ACoAAB1', first_name: 'Ada', invitation })).toMatchObject({
      first_name: 'Ada',
      invitation: 'sent',
    });
    expect(parseProfile({ provider_id: 'a', invitation: { type: 'SENT', status: 'WITHDRAWN' } }).invitation).toBeNull();
  });

  test('seats: the highest tier counts, the worst source decides, other kinds of account are none', () => {
    const seat = (features: string[], ...statuses: string[]) =>
      parseAccount({
        id: 'a',
        type: 'LINKEDIN',
        sources: statuses.map((status) => ({ status })),
        connection_params: { im: { premiumFeatures: features } },
      });
    expect(seat(['premium', 'sales_navigator'], 'OK')).toMatchObject({ tier: 'SALES_NAVIGATOR', status: 'OK' });
    expect(seat(['recruiter', 'sales_navigator'], 'OK', 'CREDENTIALS')).toMatchObject({
      tier: 'RECRUITER',
      status: 'CREDENTIALS',
    });
    expect(seat([], 'PERMISSIONS')).toMatchObject({ tier: 'CLASSIC', status: 'CREDENTIALS' });
    expect(parseAccount({ id: 'a', type: 'GOOGLE_OAUTH' })).toBeNull();
    expect(
      parseAccount({ id: 'a', type: 'WHATSAPP', connection_params: { im: { phone_number: '+31 6 1234 5678' } } }),
    ).toMatchObject({ account_type: 'WHATSAPP', tier: null, owner: { phone: '31612345678', handle: '+31612345678' } });
    expect(
      parseAccount({ id: 'a', type: 'MESSENGER', connection_params: { im: { id: '77', username: 'ada.king' } } }),
    ).toMatchObject({ account_type: 'FACEBOOK', owner: { provider_id: '77', handle: 'ada.king', phone: null } });
  });
});

describe('a form', () => {
  test('fields and files byte for byte; no name and no type writes headers of its own', () => {
    const content = new Uint8Array([0, 13, 10, 45, 45, 255]);
    const { boundary, bytes } = encodeForm([
      ['text', 'ünï\r\n--x'],
      ['attachments', { filename: 'a"\r\nx: y.pdf', content_type: 'application/pdf', content }],
      ['attachments', { filename: 'b', content_type: 'text/html\r\nx: y', content: new Uint8Array() }],
    ]);
    const text = Buffer.from(bytes).toString('latin1');
    expect(text.split(`--${boundary}`)).toHaveLength(5);
    expect(text).toContain('filename="a%22%0D%0Ax: y.pdf"\r\ncontent-type: application/pdf\r\n\r\n\0\r\n--\xff\r\n');
    expect(text).toContain('filename="b"\r\ncontent-type: application/octet-stream\r\n\r\n\r\n');
    expect(text.endsWith(`--${boundary}--\r\n`)).toBe(true);
  });
});

describe('webhooks', () => {
  const settings = { api_url: 'https://api1.unipile.example:13111/api/v1/', api_key: 'k', webhook_secret: 's3cret' };
  const port = createUnipileLinkedin(settings);
  afterAll(() => port.close());

  test('a status', () => {
    const body = { AccountStatus: { account_id: 'a1', account_type: 'LINKEDIN', message: 'CREDENTIALS' } };
    const expected = { type: 'account_status', event_id: null, account_id: 'a1', status: 'CREDENTIALS' };
    expect(port.webhooks.parseWebhook(body)).toEqual(expected);
    const mail = { AccountStatus: { ...body.AccountStatus, account_type: 'GOOGLE_OAUTH' } };
    expect(port.webhooks.parseWebhook(mail)).toBeNull();
  });

  test('an accepted invitation, and a message with whose it is', () => {
    const relation = {
      event: 'new_relation',
      account_id: 'a1',
      user_provider_id: 'ACoAAB1',
      user_full_name: 'Ada King',
    };
    expect(port.webhooks.parseWebhook(relation)).toMatchObject({
      type: 'new_relation',
      event_id: 'relation:a1:ACoAAB1',
      full_name: 'Ada King',
    });
    const message = {
      event: 'message_received',
      account_id: 'a1',
      account_type: 'LINKEDIN',
      account_info: { user_id: 'ACoAAme', type: 'LINKEDIN', feature: 'classic' },
      chat_id: 'c1',
      message_id: 'm1',
      message: 'Hello',
      timestamp: '2026-11-21T12:00:00.000Z',
      sender: { attendee_name: 'Ada', attendee_provider_id: 'ACoAAB1' },
      attachments: [{ id: 'f1', type: 'file', mimetype: 'application/pdf', url: 'att://x' }, 'odd'],
    };
    expect(port.webhooks.parseWebhook(message)).toMatchObject({
      type: 'message_received',
      event_id: 'message:a1:m1',
      message: { is_own: false, text: 'Hello', attachments: [{ id: 'f1', content_type: 'application/pdf' }] },
    });
    const own = { ...message, sender: { attendee_provider_id: 'ACoAAme' } };
    expect(port.webhooks.parseWebhook(own)).toMatchObject({ message: { is_own: true, attendee_provider_id: null } });
    const attendee_profile_url = 'https://www.linkedin.com/in/ada-king';
    const other = { attendee_provider_id: 'ACoAAB1', attendee_profile_url };
    const attendees = [{ attendee_provider_id: 'ACoAAme' }, 7, other];
    expect(port.webhooks.parseWebhook({ ...own, attendees })).toMatchObject({
      message: { attendee_provider_id: 'ACoAAB1', attendee_profile_url },
    });
    const group = [...attendees, { attendee_provider_id: 'ACoAAB2' }];
    expect(port.webhooks.parseWebhook({ ...own, attendees: group })).toMatchObject({
      message: { attendee_provider_id: null },
    });
    expect(port.webhooks.parseWebhook({ ...message, event: 'message_read' })).toBeNull();
    // A call that we made is no message, one of the lead is heard.
    expect(port.webhooks.parseWebhook({ ...own, attendees, message: null, is_event: 1 })).toBeNull();
    expect(port.webhooks.parseWebhook({ ...message, is_event: 1 })).toMatchObject({ message: { is_own: false } });
    // Without the seat's own id, our message must not pass for the lead's.
    for (const account_info of [undefined, null, {}, { user_id: '' }]) {
      const unclear = { ...own, account_info };
      expect(port.webhooks.parseWebhook(unclear)).toEqual({
        type: 'message_of_unknown_side',
        event_id: 'message:a1:m1',
        account_id: 'a1',
      });
      expect(port.webhooks.parseWebhook({ ...unclear, is_sender: 1 })).toMatchObject({ message: { is_own: true } });
      expect(port.webhooks.parseWebhook({ ...unclear, is_sender: false })).toMatchObject({
        message: { is_own: false },
      });
    }
    expect(() => port.webhooks.parseWebhook({ ...message, timestamp: 'never' })).toThrow('cannot be read');
  });

  test('messages of WhatsApp say whose number it is; groups, and services we do not connect, say nothing', () => {
    const sender = {
      attendee_name: 'Ada King',
      attendee_provider_id: '160512172130375@lid',
      attendee_public_identifier: '31612345678@s.whatsapp.net',
      attendee_specifics: { provider: 'WHATSAPP', phone_number: '+31612345678' },
    };
    const message = {
      event: 'message_received',
      account_id: 'a1',
      account_type: 'WHATSAPP',
      account_info: { user_id: '31699999999@s.whatsapp.net', type: 'WHATSAPP' },
      chat_id: 'c1',
      message_id: 'm1',
      message: 'Hello',
      timestamp: '2026-11-21T12:00:00.000Z',
      is_sender: false,
      is_group: false,
      sender,
      attendees: [sender],
    };
    expect(port.webhooks.parseWebhook(message)).toMatchObject({
      message: {
        is_own: false,
        attendee_provider_id: '160512172130375@lid',
        other_side: { name: 'Ada King', handle: '+31612345678', phone: '31612345678' },
      },
    });
    const me = { attendee_name: 'Me', attendee_provider_id: '1@lid' };
    const own = { ...message, is_sender: true, sender: me, attendees: [me, sender] };
    expect(port.webhooks.parseWebhook(own)).toMatchObject({
      message: { is_own: true, attendee_provider_id: '160512172130375@lid', other_side: { phone: '31612345678' } },
    });
    const instagram = {
      ...message,
      account_type: 'INSTAGRAM',
      sender: { attendee_provider_id: '7', attendee_name: 'Ada' },
    };
    expect(port.webhooks.parseWebhook(instagram)).toMatchObject({
      message: { other_side: { name: 'Ada', handle: null, phone: null } },
    });
    expect(port.webhooks.parseWebhook({ ...message, is_group: true })).toBeNull();
    expect(port.webhooks.parseWebhook({ ...message, is_group: null, provider_chat_id: '1@g.us' })).toBeNull();
    const third = { attendee_provider_id: '3@lid' };
    expect(port.webhooks.parseWebhook({ ...message, is_group: null, attendees: [sender, me, third] })).toBeNull();
    expect(port.webhooks.parseWebhook({ ...message, account_type: 'TELEGRAM' })).toBeNull();
  });

  test.each([
    null,
    'x',
    7,
    { AccountStatus: {} },
    { event: 'new_relation' },
    { message_id: 'm' },
    { AccountStatus: { account_id: 'x'.repeat(999), message: 'OK' } },
  ])('a body of another shape is refused: %j', (body) => {
    expect(() => port.webhooks.parseWebhook(body)).toThrow('cannot be read');
    expect(() => port.webhooks.parseNotification(body)).toThrow('cannot be read');
  });

  test('the connected call', () => {
    const body = { status: 'CREATION_SUCCESS', account_id: 'a1', name: 'signed' };
    expect(port.webhooks.parseNotification(body)).toEqual({
      status: 'CREATION_SUCCESS',
      account_id: 'a1',
      reference: 'signed',
    });
    expect(() => port.webhooks.parseNotification({ ...body, status: 'DELETED' })).toThrow();
  });
});

describe('a server that misbehaves', () => {
  let port: LinkedinPort;
  const seen: { url: string; key: unknown }[] = [];
  const server = createServer((request, response) => {
    seen.push({ url: request.url ?? '', key: request.headers['x-api-key'] });
    if (request.url?.startsWith('/dsn/api/v1/accounts/redirect')) {
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    } else if (request.url?.startsWith('/dsn/api/v1/accounts/huge')) {
      response.writeHead(200);
      const push = () => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', push);
      };
      response.on('error', () => undefined);
      push();
    } else if (request.url?.startsWith('/dsn/api/v1/accounts/slow')) {
      // never
    } else if (request.url?.startsWith('/dsn/api/v1/messages')) {
      const message = { chat_id: 'c', sender_id: 's', is_sender: 1, text: '', timestamp: '2026-11-21T12:00:00.000Z' };
      response.end(JSON.stringify({ items: ['third', 'second', 'first'].map((id) => ({ ...message, id })) }));
    } else {
      // The same page for ever.
      response.end(JSON.stringify({ items: [{ id: 'a', type: 'LINKEDIN' }], cursor: 'again' }));
    }
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const api_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dsn/`;
    port = createUnipileLinkedin({ api_url, api_key: 'the key', webhook_secret: 's', timeout_in_ms: 1500 });
  });
  afterAll(async () => {
    await port.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test('a cursor that never advances does not loop', async () => {
    expect(await port.seats.listAccounts()).toHaveLength(2);
    expect(seen[0]).toMatchObject({
      key: 'the key',
      url: expect.stringMatching(/^\/dsn\/api\/v1\/accounts\?limit=100$/),
    });
  });

  test('messages of the same moment keep the order of the provider, which lists the newest first', async () => {
    const messages = await port.outreach.listMessagesSince('a', new Date(NOW), 10);
    expect(messages.map(({ message_id }) => message_id)).toEqual(['first', 'second', 'third']);
  });

  test.each(['redirect', 'huge', 'slow'])('%s: not followed, not swallowed, not waited for', async (what) => {
    await expect(port.seats.getAccount(what)).rejects.toMatchObject({ name: 'ProviderError', kind: 'unavailable' });
  });

  test('an id with slashes stays one part of the address', async () => {
    await port.seats.getAccount('../../webhooks?x=1').catch(() => undefined);
    expect(seen.at(-1)?.url).toBe('/dsn/api/v1/accounts/..%2F..%2Fwebhooks%3Fx%3D1');
  });
});
