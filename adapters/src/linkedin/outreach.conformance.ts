import { parseLinkedinSource } from '@overture/domain/linkedin/linkedin-import';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LinkedinPerson, LinkedinPort } from './linkedin.port.ts';
import type { LinkedinWorld } from './testing/sandbox-world.ts';

const SEARCH = parseLinkedinSource(
  'linkedin-search',
  'https://www.linkedin.com/search/results/people/?keywords=director',
)!;

/** What every LinkedIn adapter must do in a person's name, on every server it is run against. */
export function describeOutreach(name: string, startWorld: () => Promise<LinkedinWorld>): void {
  describe(name, () => {
    let world: LinkedinWorld;
    let port: LinkedinPort;
    beforeAll(async () => {
      world = await startWorld();
      port = world.port;
    }, 60_000);
    beforeEach(() => world.control('/clear'));
    afterAll(() => world?.close());

    const find = async (seat: string, isConnected: boolean): Promise<LinkedinPerson> => {
      const page = await port.reading.readPage(seat, { source: SEARCH, cursor: null, limit: 50 });
      return page.people.find((person) => (person.network_distance === 1) === isConnected)!;
    };

    test('an invitation: sent, listed, answered, and then a relation and no invitation', async () => {
      const seat = await world.connectSeat('PREMIUM');
      const person = await find(seat, false);
      const { provider_id, public_identifier } = person;
      const sent = await port.outreach.invite(seat, { provider_id, note: 'Hello' });
      expect(await port.outreach.listSentInvitations(seat, 1000)).toMatchObject([
        { invitation_id: sent.invitation_id, public_identifier, text: 'Hello', sent_at: expect.any(Date) },
      ]);
      expect((await port.reading.getProfile(seat, provider_id)).invitation).toBe('sent');
      await expect(port.outreach.invite(seat, { provider_id, note: null })).rejects.toMatchObject({
        kind: 'rejected',
        code: 'already_invited_recently',
      });
      await world.control('/accept', { invitation_id: sent.invitation_id });
      expect(await port.outreach.listSentInvitations(seat, 1000)).toEqual([]);
      const [newest] = await port.outreach.listRelations(seat, 10);
      expect(newest).toMatchObject({ public_identifier, connected_at: expect.any(Date) });
      expect(await port.reading.getProfile(seat, provider_id)).toMatchObject({
        is_relationship: true,
        invitation: null,
      });
      await expect(port.outreach.invite(seat, { provider_id, note: null })).rejects.toMatchObject({
        code: 'already_connected',
      });
    });

    test('a withdrawn invitation is gone, cannot be withdrawn twice, and the person stays closed', async () => {
      const seat = await world.connectSeat('PREMIUM');
      const { provider_id } = await find(seat, false);
      const { invitation_id } = await port.outreach.invite(seat, { provider_id, note: null });
      await port.outreach.withdrawInvitation(seat, invitation_id);
      await expect(port.outreach.withdrawInvitation(seat, invitation_id)).rejects.toMatchObject({ kind: 'rejected' });
      await expect(port.outreach.invite(seat, { provider_id, note: null })).rejects.toMatchObject({ kind: 'rejected' });
    });

    test('the limit of a free account: its usage is reported on the way, then it must wait', async () => {
      const seat = await world.connectSeat('CLASSIC');
      const { people } = await port.reading.readPage(seat, { source: SEARCH, cursor: null, limit: 50 });
      const open = people.filter((person) => person.network_distance !== 1).slice(0, 16);
      const usage: (number | null)[] = [];
      for (const { provider_id } of open.slice(0, 15)) {
        usage.push((await port.outreach.invite(seat, { provider_id, note: null })).usage_percent);
      }
      expect(usage.filter((percent) => percent !== null)).toEqual([50, 75, 90, 95]);
      const error = await port.outreach
        .invite(seat, { provider_id: open[15]!.provider_id, note: null })
        .catch((e) => e);
      expect(error).toMatchObject({ kind: 'rate_limited', concerns: 'sender' });
      expect(error.until.getTime()).toBeGreaterThan(Date.now() + 0.9 * 86_400_000);
      const long = { provider_id: open[15]!.provider_id, note: 'x'.repeat(201) };
      await expect(port.outreach.invite(seat, long)).rejects.toMatchObject({ code: 'too_many_characters' });
    });

    test('messages: a chat begins, a reply arrives, a second message continues it', async () => {
      const seat = await world.connectSeat('PREMIUM');
      const friend = await find(seat, true);
      const since = new Date(Date.now() - 1000);
      const text = 'Hello "Ada"\r\n--overture\r\nünï ✓';
      const started = await port.outreach.sendMessage(seat, { provider_id: friend.provider_id, text, inmail: null });
      await world.control('/message', { account_id: seat, public_identifier: friend.public_identifier, text: 'Hi!' });
      const reply = await port.outreach.reply(seat, { chat_id: started.chat_id!, text: 'Thanks' });
      const messages = await port.outreach.listMessagesSince(seat, since, 1000);
      expect(messages.map((message) => [message.text, message.is_own, message.chat_id])).toEqual([
        [text, true, started.chat_id],
        ['Hi!', false, started.chat_id],
        ['Thanks', true, started.chat_id],
      ]);
      expect(messages[1]?.sender_provider_id).toBe(friend.provider_id);
      expect(messages.at(-1)?.message_id).toBe(reply.message_id);
      await expect(port.outreach.reply(seat, { chat_id: 'none', text: 'x' })).rejects.toMatchObject({
        kind: 'not_found',
      });
    });

    test('a message that the provider sends without saying its ids is sent, and found by its words', async () => {
      const seat = await world.connectSeat('PREMIUM');
      const { provider_id } = await port.reading.getProfile(seat, 'grace-friend-nameless');
      const message = { provider_id, text: 'Hello without an id', inmail: null };
      const since = new Date(Date.now() - 1000);
      expect(await port.outreach.sendMessage(seat, message)).toEqual({ chat_id: null, message_id: null });
      const found = await port.outreach.findSentMessage(seat, { ...message, since });
      expect(found).toMatchObject({ chat_id: expect.any(String), message_id: expect.any(String) });
      const reply = await port.outreach.reply(seat, { chat_id: found!.chat_id, text: 'And more' });
      expect(reply).toEqual({ message_id: null });
    });

    test('pages that are refused as too large are asked for in smaller ones', async () => {
      const seat = await world.connectSeat('PREMIUM');
      const { provider_id } = await find(seat, false);
      const { invitation_id } = await port.outreach.invite(seat, { provider_id, note: null });
      await world.control('/limits', { largest_page: 100 });
      expect(await port.outreach.listSentInvitations(seat, 1000)).toMatchObject([{ invitation_id }]);
      expect(await port.outreach.listMessagesSince(seat, new Date(), 1000)).toEqual([]);
      await world.control('/limits', {});
    });

    test('a profile has websites and no positions, which nothing here uses', async () => {
      const seat = await world.connectSeat('PREMIUM');
      const { provider_id } = await find(seat, true);
      const profile = await port.reading.getProfile(seat, provider_id);
      expect(profile.websites).toEqual([expect.stringMatching(/^https:/)]);
      expect(profile.job_title).toBeNull();
    });

    test('files of a message are listed by name and read; none that is gone or too large', async () => {
      const seat = await world.connectSeat('PREMIUM');
      const { public_identifier } = await find(seat, true);
      const files = [
        { filename: 'plan.pdf', content_type: 'application/pdf', size_in_bytes: 1234 },
        { filename: 'film.mp4', content_type: 'video/mp4', size_in_bytes: 15_000_001 },
      ];
      const given = { account_id: seat, public_identifier, text: 'See here', attachments: files };
      await world.control('/message', given);
      const [message] = await port.outreach.listMessagesSince(seat, new Date(Date.now() - 5000), 10);
      expect(message!.attachments).toMatchObject([
        { name: 'plan.pdf', content_type: 'application/pdf' },
        { name: 'film.mp4', content_type: 'video/mp4' },
      ]);
      const { message_id } = message!;
      const read = (attachment_id: string) => port.outreach.readAttachment(seat, { message_id, attachment_id });
      expect(await read(message!.attachments[0]!.id)).toHaveLength(1234);
      await expect(read(message!.attachments[1]!.id)).rejects.toMatchObject({ kind: 'rejected' });
      await expect(read('../../accounts')).rejects.toMatchObject({ kind: 'not_found' });
    });

    test('strangers get no message; InMail goes where the seat has it', async () => {
      const premium = await world.connectSeat('PREMIUM');
      const stranger = await find(premium, false);
      const message = { provider_id: stranger.provider_id, text: 'Hello', inmail: null };
      await expect(port.outreach.sendMessage(premium, message)).rejects.toMatchObject({
        kind: 'rejected',
        code: 'no_connection_with_recipient',
      });
      const inmail = { api: 'sales_navigator', subject: 'A question' } as const;
      await expect(port.outreach.sendMessage(premium, { ...message, inmail })).rejects.toMatchObject({
        code: 'not_allowed_inmail',
      });
      const navigator = await world.connectSeat('SALES_NAVIGATOR');
      const other = await find(navigator, false);
      const sent = await port.outreach.sendMessage(navigator, { ...message, provider_id: other.provider_id, inmail });
      expect(sent.message_id).not.toBe('');
    });

    test('a like finds the newest post, or says that there is none', async () => {
      const seat = await world.connectSeat('CLASSIC');
      const { people } = await port.reading.readPage(seat, { source: SEARCH, cursor: null, limit: 12 });
      const liked = [];
      for (const { provider_id } of people) liked.push(await port.outreach.likeLastPost(seat, provider_id));
      expect(liked).toContain(null);
      const urns = liked.flatMap((entry) => entry ?? []).map((entry) => entry.post_urn);
      expect((await world.state()).reactions.map((reaction) => reaction.post_id)).toEqual(urns);
    });

    test('a missing response is unknown, and the lists show what really happened', async () => {
      const seat = await world.connectSeat('PREMIUM');
      const [friend, stranger] = [await find(seat, true), await find(seat, false)];
      const invite = () => port.outreach.invite(seat, { provider_id: stranger.provider_id, note: null });
      await world.control('/faults', { path: '/users/invite', drop: 'before' });
      await expect(invite()).rejects.toMatchObject({ kind: 'unknown_outcome' });
      expect(await port.outreach.listSentInvitations(seat, 10)).toHaveLength(0);
      await world.control('/faults', { path: '/users/invite', drop: 'after' });
      await expect(invite()).rejects.toMatchObject({ kind: 'unknown_outcome' });
      expect(await port.outreach.listSentInvitations(seat, 10)).toHaveLength(1);
      await world.control('/faults', { path: '/chats', drop: 'after' });
      const message = { provider_id: friend.provider_id, text: 'Once', inmail: null };
      await expect(port.outreach.sendMessage(seat, message)).rejects.toMatchObject({ kind: 'unknown_outcome' });
      const found = await port.outreach.listMessagesSince(seat, new Date(Date.now() - 5000), 10);
      expect(found.map((entry) => entry.text)).toEqual(['Once']);
    });
  });
}
