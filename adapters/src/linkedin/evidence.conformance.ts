import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LinkedinOutreach, LinkedinPort } from './linkedin.port.ts';
import type { LinkedinWorld } from './testing/sandbox-world.ts';

const DAY = 86_400;
const ago = (): Date => new Date(Date.now() - 60_000);

/** Outcomes of actions on LinkedIn: refusals, unconfirmed outcomes, and the evidence for them. */
export function describeEvidence(name: string, startWorld: () => Promise<LinkedinWorld>): void {
  describe(name, () => {
    let world: LinkedinWorld;
    let outreach: LinkedinOutreach;
    let port: LinkedinPort;
    beforeAll(async () => {
      world = await startWorld();
      port = world.port;
      outreach = port.outreach;
    }, 60_000);
    beforeEach(async () => {
      await world.travel(0);
      await world.control('/clear');
    });
    afterAll(() => world?.close());

    /**
     * The id under which the account knows a person; `friend` and `stranger` in the name say whether they are
     * connected.
     */
    const meet = async (seat: string, identifier: string): Promise<string> =>
      (await port.reading.getProfile(seat, identifier)).provider_id;
    const actions = async (): Promise<string[]> =>
      (await world.ledger()).map((entry) => `${entry.action} ${entry.public_identifier}`);

    test('what each refusal of LinkedIn is called, whom it concerns and how long it lasts', async () => {
      const seat = await world.connectSeat('SALES_NAVIGATOR');
      const [stranger, friend] = [await meet(seat, 'ada-stranger'), await meet(seat, 'grace-friend')];
      const until = (days: number) => (at: Date | null) =>
        at !== null && Math.abs(at.getTime() - Date.now() - days * DAY * 1000) < 60_000;
      const never = (at: Date | null) => at === null;
      const refusals: [number, string, string, string, (at: Date | null) => boolean][] = [
        [422, 'cannot_resend_yet', 'rate_limited', 'sender', until(1)],
        [422, 'limit_exceeded', 'rate_limited', 'sender', until(1)],
        [403, 'account_restricted', 'rejected', 'sender', until(7)],
        [422, 'insufficient_credits', 'rejected', 'sender', never],
        [422, 'no_connection_with_recipient', 'rejected', 'recipient', never],
        [422, 'already_invited_recently', 'rejected', 'recipient', never],
        [422, 'already_connected', 'rejected', 'recipient', never],
        [422, 'not_allowed_inmail', 'rejected', 'recipient', never],
        [422, 'cannot_invite_attendee', 'rejected', 'recipient', never],
        [401, 'disconnected_account', 'auth_expired', 'sender', never],
      ];
      for (const [status, type, kind, concerns, isUntil] of refusals) {
        await world.control('/faults', { action: 'invite', status, type });
        const error = await outreach.invite(seat, { provider_id: stranger, note: null }).catch((caught) => caught);
        expect(error, type).toMatchObject({ kind, concerns, code: type });
        expect(isUntil(error.until), type).toBe(true);
      }
      await world.control('/faults', { action: 'message', status: 429, retry_after_in_seconds: 90 });
      const message = { provider_id: friend, text: 'Hello', inmail: null };
      const busy = await outreach.sendMessage(seat, message).catch((caught) => caught);
      expect(busy).toMatchObject({ kind: 'rate_limited' });
      expect(busy.until.getTime() - Date.now()).toBeGreaterThan(80_000);
      expect(await actions()).toEqual([]);
    });

    test.each([
      ['done500', true],
      ['done504', true],
      ['donedrop', true],
      ['lost500', false],
      ['lost503', false],
      ['lostdrop', false],
    ])('%s: unknown, and the lists show the outcome', async (word, isDone) => {
      const seat = await world.connectSeat('PREMIUM');
      const unknown = { kind: 'unknown_outcome', concerns: 'service' };
      const stranger = `ada-stranger-${word}`;
      const provider_id = await meet(seat, stranger);
      const invite = () => outreach.invite(seat, { provider_id, note: 'Hello' });
      await expect(invite()).rejects.toMatchObject(unknown);
      const invited = (await outreach.listSentInvitations(seat, 100)).map((entry) => entry.public_identifier);
      expect(invited).toEqual(isDone ? [stranger] : []);
      if (!isDone) await invite();
      const [pending] = await outreach.listSentInvitations(seat, 1);
      await expect(outreach.withdrawInvitation(seat, pending!.invitation_id)).rejects.toMatchObject(unknown);
      expect(await outreach.listSentInvitations(seat, 100)).toHaveLength(isDone ? 0 : 1);

      const friend = `grace-friend-${word}`;
      const message = { provider_id: await meet(seat, friend), text: 'Hi  Grace,\r\nhello ', inmail: null };
      // The same text sent to another person proves nothing.
      await outreach.sendMessage(seat, { ...message, provider_id: await meet(seat, 'joan-friend') });
      await expect(outreach.sendMessage(seat, message)).rejects.toMatchObject(unknown);
      const wanted = { provider_id: message.provider_id, text: 'Hi Grace, hello', since: ago() };
      const found = await outreach.findSentMessage(seat, wanted);
      expect(found === null).toBe(!isDone);
      expect(await outreach.findSentMessage(seat, { ...wanted, text: 'Hi' })).toBeNull();
      if (found === null) await outreach.sendMessage(seat, message);
      const { chat_id } = found ?? (await outreach.findSentMessage(seat, wanted))!;
      await expect(outreach.reply(seat, { chat_id, text: 'And?' })).rejects.toMatchObject(unknown);
      const replied = await outreach.findSentMessage(seat, { ...wanted, text: 'And?' });
      expect(replied?.chat_id ?? null).toBe(isDone ? chat_id : null);
      await expect(port.reading.getProfile(seat, friend, { is_visit: true })).rejects.toMatchObject(unknown);

      const done = await world.ledger();
      const whom = [stranger, friend];
      const hidden = done.filter((entry) => whom.includes(entry.public_identifier) && entry.fault === word);
      expect(hidden.map((entry) => entry.action)).toEqual(
        isDone ? ['invite', 'withdraw', 'message', 'reply', 'visit'] : [],
      );
      expect(new Set(done.map((entry) => JSON.stringify([entry.action, entry.public_identifier]))).size).toBe(
        done.length,
      );
    });

    test('people accept, decline, reply and stay silent over time', async () => {
      const seat = await world.connectSeat('PREMIUM');
      const names = ['ada-stranger-accepts-replies', 'bob-stranger-declines', 'cleo-stranger-ignores'];
      for (const one of names) await outreach.invite(seat, { provider_id: await meet(seat, one), note: null });
      expect(await outreach.listSentInvitations(seat, 10)).toHaveLength(3);
      await world.travel(DAY);
      expect((await outreach.listSentInvitations(seat, 10)).map((one) => one.public_identifier)).toEqual([names[2]]);
      const [newest] = await outreach.listRelations(seat, 1);
      expect(newest).toMatchObject({ public_identifier: names[0], connected_at: expect.any(Date) });
      const text = 'Hello';
      const sent = await outreach.sendMessage(seat, { provider_id: newest!.provider_id, text, inmail: null });
      await outreach.sendMessage(seat, { provider_id: await meet(seat, 'joan-friend-silent'), text, inmail: null });
      await world.travel(2 * DAY);
      const messages = await outreach.listMessagesSince(seat, ago(), 100);
      const answers = messages.filter((message) => !message.is_own);
      expect(answers).toMatchObject([{ chat_id: sent.chat_id, attendee_provider_id: newest!.provider_id }]);
      expect(await outreach.getChat(seat, sent.chat_id!)).toMatchObject({
        chat_id: sent.chat_id,
        attendee_provider_id: newest!.provider_id,
        is_read_only: false,
      });
      await expect(outreach.getChat(seat, 'none')).rejects.toMatchObject({ kind: 'not_found' });
    });

    test('a stranger is the same person to everybody, under an id of each seat', async () => {
      const [one, two] = [await world.connectSeat('CLASSIC'), await world.connectSeat('CLASSIC')];
      const seen = await port.reading.getProfile(one, 'Marie-Curie-1867ab');
      expect(seen).toMatchObject({ first_name: 'Marie', last_name: 'Curie', public_identifier: 'marie-curie-1867ab' });
      const again = await port.reading.getProfile(two, 'marie-curie-1867ab');
      expect(again.provider_id).not.toBe(seen.provider_id);
      expect(await port.reading.getProfile(one, seen.provider_id)).toEqual(seen);
      await expect(port.reading.getProfile(two, seen.provider_id)).rejects.toMatchObject({ kind: 'not_found' });
    });

    test('InMails are counted, per product; without credits none goes out', async () => {
      const seat = await world.connectSeat('SALES_NAVIGATOR');
      await world.control('/limits', { inmail_credits: 2 });
      const left = { classic: null, sales_navigator: 2, recruiter: null };
      expect(await outreach.getInmailBalance(seat)).toEqual(left);
      const inmail = { api: 'sales_navigator', subject: 'A question' } as const;
      for (const who of ['ada-stranger', 'bob-stranger']) {
        await outreach.sendMessage(seat, { provider_id: await meet(seat, who), text: 'Hello', inmail });
      }
      expect((await outreach.getInmailBalance(seat)).sales_navigator).toBe(0);
      const provider_id = await meet(seat, 'cleo-stranger');
      await expect(outreach.sendMessage(seat, { provider_id, text: 'Hello', inmail })).rejects.toMatchObject({
        kind: 'rejected',
        concerns: 'sender',
        code: 'insufficient_credits',
      });
      expect(await actions()).toEqual(['inmail ada-stranger', 'inmail bob-stranger']);
      expect((await world.ledger())[0]).toMatchObject({ subject: 'A question' });
    });

    test('files go along, byte for byte counted; 15 MB is the most, all together', async () => {
      const seat = await world.connectSeat('PREMIUM');
      const file = (size: number, filename = 'offer "1"\r\n.pdf') => ({
        filename,
        content_type: 'application/pdf',
        content: new Uint8Array(size).fill(13),
      });
      const provider_id = await meet(seat, 'grace-friend');
      const attachments = [file(300_000), file(0, 'ünï.pdf')];
      const sent = await outreach.sendMessage(seat, { provider_id, text: 'Here', inmail: null, attachments });
      await outreach.reply(seat, { chat_id: sent.chat_id!, text: 'And', attachments: [file(7)] });
      const sizes = (await world.ledger()).map((entry) => (entry as { attachments?: object[] }).attachments);
      expect(sizes).toMatchObject([[{ size_in_bytes: 300_000 }, { size_in_bytes: 0 }], [{ size_in_bytes: 7 }]]);
      const [first] = await outreach.listMessagesSince(seat, ago(), 10);
      expect(first?.attachments).toMatchObject([{ content_type: 'application/pdf' }, {}]);
      const heavy = { chat_id: sent.chat_id!, text: 'x', attachments: [file(8_000_000), file(7_000_001)] };
      await expect(outreach.reply(seat, heavy)).rejects.toMatchObject({
        kind: 'rejected',
        code: 'attachments_too_large',
      });
      expect(await world.ledger()).toHaveLength(2);
    });

    test('the limit of a day and that of a week, each until its time has passed', async () => {
      const seat = await world.connectSeat('PREMIUM');
      await world.control('/limits', {
        reads_per_minute: 5000,
        visits_per_day: 5000,
        invitations_per_day: 3,
        invitations_per_week: 4,
      });
      const invite = async (n: number) =>
        outreach.invite(seat, { provider_id: await meet(seat, `ada-stranger-ignores-n${n}`), note: null });
      for (const n of [1, 2, 3]) await invite(n);
      await expect(invite(4)).rejects.toMatchObject({ kind: 'rate_limited', code: 'cannot_resend_yet' });
      await world.travel(1.5 * DAY);
      await invite(4);
      await expect(invite(5)).rejects.toMatchObject({ kind: 'rate_limited', code: 'limit_exceeded' });
      await world.travel(8 * DAY);
      await invite(5);
    });

    test('liking twice is one like; a visit is seen once', async () => {
      const seat = await world.connectSeat('CLASSIC');
      const authors = [];
      for (const n of [1, 2, 3, 4, 5, 6]) authors.push(await meet(seat, `ada-writes-n${n}`));
      for (const author of [...authors, ...authors]) await outreach.likeLastPost(seat, author);
      await port.reading.getProfile(seat, 'bob-seen', { is_visit: true });
      const done = await actions();
      expect(done.filter((action) => action.startsWith('like')).length).toBe(new Set(done).size - 1);
      expect(done.filter((action) => action.startsWith('visit'))).toEqual(['visit bob-seen']);
      expect(done.length).toBeGreaterThan(2);
    });
  });
}
