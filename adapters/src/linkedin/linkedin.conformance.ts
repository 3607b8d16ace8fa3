import { parseLinkedinSource } from '@overture/domain/linkedin/linkedin-import';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LinkedinPerson, LinkedinPort, PageRequest } from './linkedin.port.ts';
import type { LinkedinWorld } from './testing/sandbox-world.ts';

const POST = parseLinkedinSource('linkedin-post', 'https://www.linkedin.com/posts/ada_topic-activity-7123456789-x1Yz')!;
const CLASSIC = parseLinkedinSource(
  'linkedin-search',
  'https://www.linkedin.com/search/results/people/?keywords=director',
)!;
const NAVIGATOR = parseLinkedinSource(
  'sales-navigator',
  'https://www.linkedin.com/sales/search/people?query=(keywords:marketing)',
)!;
const RECRUITER = parseLinkedinSource('recruiter', 'https://www.linkedin.com/recruiter/search?keywords=sales')!;
const GROUP = parseLinkedinSource('linkedin-group', 'https://www.linkedin.com/groups/12345/')!;

/** What every LinkedIn adapter must do, on every server it is run against. */
export function describeLinkedin(name: string, startWorld: () => Promise<LinkedinWorld>): void {
  describe(name, () => {
    let world: LinkedinWorld;
    let port: LinkedinPort;

    beforeAll(async () => {
      world = await startWorld();
      port = world.port;
    }, 60_000);
    beforeEach(() => world.control('/clear'));
    afterAll(() => world?.close());

    const listAll = async (seat: string, source: PageRequest['source'], limit: number) => {
      const people: LinkedinPerson[] = [];
      let skipped = 0;
      let pages = 0;
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<LinkedinPort['reading']['readPage']>> = await port.reading.readPage(seat, {
          source,
          cursor,
          limit,
        });
        people.push(...page.people);
        skipped += page.skipped;
        pages += 1;
        cursor = page.cursor;
      } while (cursor !== null && pages < 100);
      return { people, skipped, pages };
    };

    test('a hosted page leads to a seat with the tier, name and status that were chosen', async () => {
      const expires_at = new Date(Date.now() + 3_600_000);
      const urls = {
        success_url: 'http://x.test/ok',
        failure_url: 'http://x.test/no',
        notify_url: 'http://127.0.0.1:9/',
      };
      const { url } = await port.seats.createHostedLink({ kind: 'create', reference: 'signed', expires_at, ...urls });
      expect((await fetch(url)).status).toBe(200);
      const { account_id } = await world.control('/connect', { url, as: 'SALES_NAVIGATOR' });
      const account = await port.seats.getAccount(String(account_id));
      expect(account).toMatchObject({
        account_id,
        tier: 'SALES_NAVIGATOR',
        status: 'OK',
        name: expect.stringMatching(/\w \w/),
      });
      expect(await port.seats.listAccounts()).toEqual([account]);
      const own = await port.seats.getOwnProfile(account.account_id);
      expect(own).toMatchObject({ tier: 'SALES_NAVIGATOR', provider_id: expect.stringMatching(/^ACoAA/) });
      expect(`${own.first_name} ${own.last_name}`).toBe(account.name);
      expect(own.email).toContain('@');
    });

    test.each([
      ['WHATSAPP', 'WHATSAPP'],
      ['INSTAGRAM', 'INSTAGRAM'],
      ['FACEBOOK', 'MESSENGER'],
    ] as const)('%s: connected by its page, conversations come in and are answered', async (account_type, type) => {
      const expires_at = new Date(Date.now() + 3_600_000);
      const urls = {
        success_url: 'http://x.test/ok',
        failure_url: 'http://x.test/no',
        notify_url: 'http://127.0.0.1:9/',
      };
      const asked = { kind: 'create' as const, account_type, reference: 'signed', expires_at, ...urls };
      const { url } = await port.seats.createHostedLink(asked);
      const seat = String((await world.control('/connect', { url, as: 'NEW' })).account_id);
      expect(await port.seats.getAccount(seat)).toMatchObject({ account_type, tier: null, status: 'OK' });
      expect(await port.seats.listAccounts()).toMatchObject([{ account_id: seat, account_type }]);
      const public_identifier = 'ada-silent-31612345678';
      const said = { account_id: seat, public_identifier, text: 'Hello there' };
      const { message } = (await world.control('/message', said)) as { message: { chat_id: string } };
      const chat = await port.outreach.getChat(seat, message.chat_id);
      expect(chat).toMatchObject({ is_group: false, other_side: { name: expect.stringMatching(/^Ada/) } });
      if (type === 'WHATSAPP') expect(chat.other_side).toMatchObject({ phone: '31612345678', handle: '+31612345678' });
      const since = new Date(Date.now() - 60_000);
      await port.outreach.reply(seat, { chat_id: message.chat_id, text: 'Hello  back' });
      const wanted = { provider_id: chat.attendee_provider_id ?? '', text: 'Hello back', since };
      expect(await port.outreach.findSentMessage(seat, wanted)).toMatchObject({ chat_id: message.chat_id });
      const texts = (await port.outreach.listChatMessages(seat, message.chat_id, 10)).map(({ text }) => text);
      expect(texts).toEqual(['Hello there', 'Hello  back']);
      expect(await port.outreach.listChatMessages(seat, message.chat_id, 1)).toHaveLength(1);
      await expect(port.outreach.listChatMessages(seat, 'nowhere', 10)).rejects.toMatchObject({ kind: 'not_found' });
    });

    test('a password leads to a seat; a wrong one, and a wrong code, are the fault of the sender', async () => {
      const { account_id, checkpoint } = await port.seats.signIn({ username: 'ada.navigator@x.test', password: 'pw' });
      expect(checkpoint).toBeNull();
      expect(await port.seats.getAccount(account_id)).toMatchObject({ tier: 'SALES_NAVIGATOR', status: 'OK' });
      const wrong = port.seats.signIn({ username: 'ada@x.test', password: 'wrong' });
      await expect(wrong).rejects.toMatchObject({ kind: 'auth_expired', concerns: 'sender' });

      const asked = await port.seats.signIn({ username: 'ada.phone@x.test', password: 'pw' });
      expect(asked.checkpoint).toBe('phone_number');
      const again = await port.seats.solveCheckpoint(asked.account_id, '(+33)0612345678');
      expect(again).toEqual({ account_id: asked.account_id, checkpoint: 'sent_code' });
      const mistyped = port.seats.solveCheckpoint(asked.account_id, '000000');
      await expect(mistyped).rejects.toMatchObject({ kind: 'auth_expired', concerns: 'sender' });
      expect((await port.seats.solveCheckpoint(asked.account_id, '123456')).checkpoint).toBeNull();
      expect((await port.seats.getAccount(asked.account_id)).status).toBe('OK');
    });

    test.each([
      ['2fa', 'authenticator_code'],
      ['otp', 'sent_code'],
      ['captcha', 'page_check'],
      ['app', 'app_approval'],
    ])('LinkedIn asks %s for %s', async (word, checkpoint) => {
      const asked = await port.seats.signIn({ username: `ada-${word}@x.test`, password: 'pw' });
      expect(asked.checkpoint).toBe(checkpoint);
      await expect(port.seats.getAccount(asked.account_id)).rejects.toMatchObject({ kind: 'not_found' });
      await world.control('/approve', { account_id: asked.account_id });
      expect((await port.seats.getAccount(asked.account_id)).status).toBe('OK');
    });

    test('a checkpoint that is answered too late, or was never there, is gone', async () => {
      const asked = await port.seats.signIn({ username: 'ada.otp@x.test', password: 'pw' });
      await world.travel(301);
      for (const account_id of [asked.account_id, 'nobody']) {
        const late = port.seats.solveCheckpoint(account_id, '123456');
        await expect(late).rejects.toMatchObject({ kind: 'not_found' });
      }
      await world.travel(0);
    });

    test('a reconnect keeps the seat; a deleted one is gone, and deleting it again is no error', async () => {
      const seat = await world.connectSeat('CLASSIC');
      await world.control('/account', { account_id: seat, status: 'CREDENTIALS' });
      expect((await port.seats.getAccount(seat)).status).toBe('CREDENTIALS');
      await expect(port.seats.getOwnProfile(seat)).rejects.toMatchObject({ kind: 'auth_expired', concerns: 'sender' });
      const urls = { success_url: 'http://x.test/', failure_url: 'http://x.test/', notify_url: 'http://127.0.0.1:9/' };
      const expires_at = new Date(Date.now() + 60_000);
      const request = { kind: 'reconnect', account_id: seat, reference: 'r', expires_at, ...urls } as const;
      const { url } = await port.seats.createHostedLink(request);
      await world.control('/connect', { url, as: 'SAME' });
      expect((await port.seats.getAccount(seat)).status).toBe('OK');
      await port.seats.deleteAccount(seat);
      await port.seats.deleteAccount(seat);
      await expect(port.seats.getAccount(seat)).rejects.toMatchObject({ kind: 'not_found' });
      await expect(port.seats.createHostedLink(request)).rejects.toMatchObject({ kind: 'not_found' });
    });

    test('all accounts come, however many pages they are', async () => {
      for (let n = 0; n < 120; n += 1) await world.connectSeat('CLASSIC');
      const accounts = await port.seats.listAccounts();
      expect(new Set(accounts.map((account) => account.account_id)).size).toBe(120);
    });

    test('a post gives everybody who reacted, then everybody who commented; companies are skipped and counted', async () => {
      const seat = await world.connectSeat('CLASSIC');
      await world.control('/posts', { number: '7123456789', reactions: 150, comments: 30 });
      const { people, skipped } = await listAll(seat, POST, 100);
      expect(people.length + skipped).toBe(180);
      expect(skipped).toBeGreaterThan(10);
      // Some did both.
      expect(new Set(people.map((person) => person.provider_id)).size).toBeLessThan(people.length);
      const [first] = people;
      expect(first).toMatchObject({
        first_name: expect.stringMatching(/\w/),
        last_name: expect.stringMatching(/\w/),
        profile_url: expect.stringMatching(/^https:\/\/www\.linkedin\.com\/in\/[a-z]/),
        headline: expect.stringContaining(' at '),
      });
      expect(first?.public_identifier).toBe(first?.profile_url.split('/in/')[1]);
    });

    test('a cursor read again, by another process, gives the same people', async () => {
      const seat = await world.connectSeat('SALES_NAVIGATOR');
      const first = await port.reading.readPage(seat, { source: NAVIGATOR, cursor: null, limit: 25 });
      expect(first.people).toHaveLength(25);
      expect(first.total).toBeGreaterThan(50);
      const request = { source: NAVIGATOR, cursor: first.cursor, limit: 25 };
      const once = await port.reading.readPage(seat, request);
      const again = await port.reading.readPage(seat, structuredClone(request));
      expect(again.people).toEqual(once.people);
      const names = new Set([...first.people, ...once.people].map((person) => person.public_identifier));
      expect(names.size).toBe(50);
      await expect(port.reading.readPage(seat, { ...request, cursor: 'x' })).rejects.toMatchObject({
        kind: 'rejected',
      });
    });

    test('the three searches and the group: what each shows, its page size, and the seat it needs', async () => {
      const seats = {
        classic: await world.connectSeat('CLASSIC'),
        navigator: await world.connectSeat('SALES_NAVIGATOR'),
        recruiter: await world.connectSeat('RECRUITER'),
      };
      const classic = await port.reading.readPage(seats.classic, { source: CLASSIC, cursor: null, limit: 100 });
      expect(classic.people.length + classic.skipped).toBe(50);
      expect(classic.skipped).toBe(2);
      expect(classic.people[0]).toMatchObject({ job_title: null, company_name: null });
      const paid = [
        await port.reading.readPage(seats.navigator, { source: NAVIGATOR, cursor: null, limit: 100 }),
        await port.reading.readPage(seats.navigator, { source: GROUP, cursor: null, limit: 100 }),
        await port.reading.readPage(seats.recruiter, { source: RECRUITER, cursor: null, limit: 100 }),
      ];
      for (const page of paid) {
        expect(page.people).toHaveLength(100);
        expect(page.people[0]).toMatchObject({
          job_title: expect.stringMatching(/\w/),
          company_name: expect.stringMatching(/\w/),
          company_linkedin_url: expect.stringMatching(/company\/\d+$/),
          industry: expect.stringMatching(/\w/),
        });
      }
      for (const source of [NAVIGATOR, GROUP, RECRUITER]) {
        await expect(port.reading.readPage(seats.classic, { source, cursor: null, limit: 10 })).rejects.toMatchObject({
          kind: 'rejected',
          concerns: 'sender',
        });
      }
    });

    test('a search ends at the limit of LinkedIn, for any total', async () => {
      const seat = await world.connectSeat('CLASSIC');
      const source = parseLinkedinSource('linkedin-search', 'https://www.linkedin.com/search/results/people/')!;
      const { people, skipped, pages } = await listAll(seat, source, 50);
      expect([people.length + skipped, pages]).toEqual([1000, 20]);
    });

    test('a person, a company and its jobs', async () => {
      const seat = await world.connectSeat('CLASSIC');
      const { people } = await port.reading.readPage(seat, { source: CLASSIC, cursor: null, limit: 10 });
      const person = people[0]!;
      const byId = await port.reading.getProfile(seat, person.provider_id);
      expect(byId).toMatchObject({ public_identifier: person.public_identifier, provider_id: person.provider_id });
      expect((await world.state()).visits).toEqual([]);
      await port.reading.getProfile(seat, person.public_identifier!, { is_visit: true });
      expect((await world.state()).visits).toHaveLength(1);
      // Another seat sees another id for the same person, and the first one means nothing to it.
      const other = await world.connectSeat('CLASSIC');
      const seen = await port.reading.getProfile(other, person.public_identifier!);
      expect(seen.provider_id).not.toBe(person.provider_id);
      await expect(port.reading.getProfile(other, person.provider_id)).rejects.toMatchObject({ kind: 'not_found' });
      const company = await port.reading.getCompany(seat, 'northlight');
      expect(company).toMatchObject({ name: 'Northlight', website: 'https://northlight.example/' });
      const jobs = await port.reading.searchJobs(seat, { company_id: company.id, limit: 100 });
      for (const job of jobs) expect(job).toMatchObject({ company_name: 'Northlight', posted_at: expect.any(Date) });
      await expect(port.reading.getProfile(seat, 'nobody-at-all')).rejects.toMatchObject({ kind: 'not_found' });
    });

    test('what goes wrong is one of the closed set', async () => {
      const seat = await world.connectSeat('CLASSIC');
      const read = () => port.reading.readPage(seat, { source: CLASSIC, cursor: null, limit: 10 });
      const search = '/linkedin/search';
      const cases: [object, object][] = [
        [
          { status: 429, type: 'too_many_requests', retry_after_in_seconds: 90 },
          { kind: 'rate_limited', until: expect.any(Date) },
        ],
        [
          { status: 500, type: 'provider_error' },
          { kind: 'rate_limited', until: null },
        ],
        [
          { status: 422, type: 'cannot_resend_yet' },
          { kind: 'rate_limited', until: expect.any(Date) },
        ],
        [{ status: 503, type: 'network_down' }, { kind: 'unavailable' }],
        [{ status: 501, type: 'no_client_session' }, { kind: 'unavailable' }],
        [
          { status: 403, type: 'account_restricted' },
          { kind: 'rejected', concerns: 'sender', code: 'account_restricted' },
        ],
        [
          { status: 401, type: 'missing_credentials' },
          { kind: 'auth_expired', concerns: 'service' },
        ],
        [{ drop: 'before' }, { kind: 'unavailable' }],
        [{ drop: 'after' }, { kind: 'unavailable' }],
        [{ garbage: true }, { kind: 'unavailable', code: 'unexpected_answer' }],
      ];
      for (const [fault, expected] of cases) {
        await world.control('/faults', { path: search, ...fault });
        await expect(read(), JSON.stringify(fault)).rejects.toMatchObject({ name: 'ProviderError', ...expected });
      }
      expect((await read()).people.length).toBeGreaterThan(0);
    });

    test('a change whose answer never came is unknown; one that never left is not', async () => {
      const urls = { success_url: 'http://x.test/', failure_url: 'http://x.test/', notify_url: 'http://x.test/' };
      const request = { kind: 'create', reference: 'r', expires_at: new Date(Date.now() + 60_000), ...urls } as const;
      await world.control('/faults', { path: '/hosted', drop: 'after' });
      await expect(port.seats.createHostedLink(request)).rejects.toMatchObject({ kind: 'unknown_outcome' });
      await world.control('/faults', { path: '/hosted', status: 504, type: 'request_timeout' });
      await expect(port.seats.createHostedLink(request)).rejects.toMatchObject({ kind: 'unknown_outcome' });
      await world.control('/faults', { path: '/hosted', status: 400, type: 'invalid_parameters' });
      await expect(port.seats.createHostedLink(request)).rejects.toMatchObject({ kind: 'rejected' });
    });

    test('limits of an account carry the time to retry', async () => {
      const seat = await world.connectSeat('CLASSIC');
      await world.control('/limits', { reads_per_minute: 2, visits_per_day: 1 });
      const read = () => port.reading.readPage(seat, { source: CLASSIC, cursor: null, limit: 10 });
      await read();
      await read();
      const error = await read().catch((caught: unknown) => caught as { kind: string; until: Date });
      expect(error).toMatchObject({ kind: 'rate_limited' });
      expect((error as { until: Date }).until.getTime()).toBeGreaterThan(Date.now() + 30_000);
    });

    test('webhooks are registered once, and only calls with our secret are genuine', async () => {
      await port.webhooks.registerWebhooks('http://127.0.0.1:9/webhooks/linkedin');
      await port.webhooks.registerWebhooks('http://127.0.0.1:9/webhooks/linkedin');
      const { webhooks } = await world.state();
      expect(webhooks.map((webhook) => webhook.source).sort()).toEqual(['account_status', 'messaging', 'users']);
      const [webhook] = webhooks as unknown as { headers: { key: string; value: string }[] }[];
      const headers = Object.fromEntries(webhook!.headers.map(({ key, value }) => [key.toLowerCase(), value]));
      expect(port.webhooks.isGenuine(headers)).toBe(true);
      expect(port.webhooks.isGenuine({ ...headers, 'unipile-auth': `${world.webhook_secret}x` })).toBe(false);
      expect(port.webhooks.isGenuine({})).toBe(false);
    });
  });
}
