import { beforeEach, describe, expect, test } from 'vitest';
import type { CrmConnection, CrmPort, CrmSearchKeys, CrmTarget, CrmWrite } from './crm.port.ts';
import type { CrmNames } from './testing/crm-names.ts';
import type { CrmWorld } from './testing/crm-world.ts';

/** What every CRM adapter must do. */
export function describeCrm(open: () => CrmWorld, names: CrmNames): void {
  describe(names.email, () => {
    let world: CrmWorld;
    let port: CrmPort;
    let connection: CrmConnection & { email: string };
    let target: CrmTarget;
    let number = 0;

    beforeEach(async () => {
      world = open();
      port = world.port;
      // A quick machine calls more often than a CRM allows; the faults that are put say when one is over its limit.
      const limits = { requests: 1_000_000, window_in_ms: 10_000 };
      await world.control({ clear: true, clear_faults: true, search_lag_in_ms: 0, limits });
      connection = await world.connect();
      target = await world.prepare(connection);
    });

    const person = (changes: Partial<CrmWrite> = {}): CrmWrite => {
      number += 1;
      const values = {
        [names.email]: `ada${number}@lovelace.test`,
        [names.name]: `Lovelace${number}`,
        ...Object.fromEntries(names.required.map((name) => [name, 'Analytical Engines'])),
      };
      return {
        key: `k${number}`,
        id: null,
        reference: `ov-1-${number}`,
        name: `Lovelace${number}`,
        owner_id: null,
        values,
        ...changes,
      };
    };
    const toSearchKeys = (write: CrmWrite, changes: Partial<CrmSearchKeys> = {}): CrmSearchKeys => ({
      key: write.key,
      reference: write.reference,
      known_id: null,
      email: write.values[names.email] ?? null,
      linkedin_url: null,
      name: write.name,
      company: 'Analytical Engines',
      written_since: null,
      ...changes,
    });
    const writeAll = async (writes: CrmWrite[]) => {
      const outcomes = [];
      for (let start = 0; start < writes.length; start += port.manifest.limits.contacts_per_write)
        outcomes.push(
          ...(await port.writeContacts(
            connection,
            target,
            writes.slice(start, start + port.manifest.limits.contacts_per_write),
          )),
        );
      return outcomes;
    };

    test('the account has a name, its fields say what they take', async () => {
      expect(await port.readAccount(connection)).toMatchObject({
        id: expect.stringMatching(/\w/),
        name: expect.stringMatching(/\w/),
      });
      const fields = await port.listFields(connection, world.board_id);
      expect(fields.find(({ name }) => name === names.email)).toMatchObject({ type: 'email' });
      expect(fields.find(({ name }) => name === names.option)?.options?.length).toBeGreaterThan(1);
      expect(fields.some(({ name, label }) => name === 'overture_id' || label === 'Overture ID')).toBe(false);
    });

    test('boards are listed where there are any', async () => {
      const boards = await port.listBoards(connection);
      expect(boards.length > 0).toBe(port.manifest.capabilities.has_boards);
    });

    test('people are created, found by their address and their id, and changed', async () => {
      const [one, two] = [person(), person()];
      const written = await writeAll([one, two]);
      expect(written).toMatchObject([{ outcome: 'created' }, { outcome: 'created' }]);
      const found = await port.findContacts(
        connection,
        target,
        [toSearchKeys(one), toSearchKeys(two)],
        [names.email, names.name],
      );
      const id = found.get(one.key)?.id as string;
      expect(found.size).toBe(2);
      expect(found.get(one.key)?.values[names.email]).toBe(one.values[names.email]);
      const changed = await writeAll([{ ...one, id, values: { [names.extra]: '42' } }]);
      expect(changed).toMatchObject([{ outcome: 'updated', id }]);
      const again = await port.findContacts(
        connection,
        target,
        [toSearchKeys(one, { known_id: id, email: null })],
        [names.extra],
      );
      expect(again.get(one.key)).toMatchObject({ id, values: { [names.extra]: '42' } });
      expect(await world.rows()).toHaveLength(2);
    });

    test('an existing contact is found, and not created twice', async () => {
      const first = person();
      await writeAll([first]);
      const stranger = person({ values: first.values });
      const found = await port.findContacts(connection, target, [toSearchKeys(stranger)], []);
      expect(found.get(stranger.key)?.id).toMatch(/\w/);
    });

    test('one invalid value blocks no other contact, and gives a reason', async () => {
      const [good, bad] = [person(), person()];
      bad.values = { ...bad.values, [names.option]: 'no such option' };
      const outcomes = await writeAll([good, bad]);
      expect(outcomes.find(({ key }) => key === good.key)).toMatchObject({ outcome: 'created' });
      expect(outcomes.find(({ key }) => key === bad.key)).toMatchObject({
        outcome: 'refused',
        reason: expect.stringMatching(/\w{4}/),
      });
      expect(await world.rows()).toHaveLength(1);
    });

    test('a field that is none is a refusal, not a crash', async () => {
      const write = person();
      write.values = { ...write.values, no_such_field: 'x' };
      expect(await writeAll([write])).toMatchObject([{ outcome: 'refused' }]);
    });

    test('429 carries the time to retry; nothing was written', async () => {
      await world.control({ fault: { status: 429, retry_after_in_seconds: 3_600, times: 50 } });
      const failure = await writeAll([person()]).catch((error: unknown) => error);
      expect(failure).toMatchObject({ kind: 'rate_limited' });
      expect((failure as { until: Date }).until.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
      await world.control({ clear_faults: true });
      expect(await world.rows()).toHaveLength(0);
    });

    test('a write whose answer is lost is found again before it is repeated, even while the search is behind', async () => {
      const since = new Date();
      await world.control({ search_lag_in_ms: world.type === 'PIPEDRIVE' ? 600_000 : 0 });
      const write = person();
      await world.control({ fault: { drop: 'after', text: write.values[names.email], times: 1 } });
      const failure = await writeAll([write]).catch((error: unknown) => [
        { outcome: (error as { kind: string }).kind },
      ]);
      const isSafeToRepeat = failure[0]?.outcome === 'created';
      expect(['created', 'unknown', 'unknown_outcome']).toContain(failure[0]?.outcome);
      if (!isSafeToRepeat) {
        const found = await port.findContacts(connection, target, [toSearchKeys(write, { written_since: since })], []);
        expect(found.get(write.key)?.id).toMatch(/\w/);
      }
      expect(await world.rows()).toHaveLength(1);
    });

    test('an unreadable response leaves the outcome unconfirmed', async () => {
      const write = person();
      await world.control({ fault: { garbage: true, text: write.values[names.email], times: 10 } });
      const failure = await writeAll([write]).catch((error: unknown) => [
        { outcome: (error as { kind: string }).kind },
      ]);
      expect(failure[0]?.outcome).not.toBe('created');
    });

    test('an expired token is exchanged for a new one, a withdrawn consent is final', async () => {
      await world.control({ expire: connection.email }, '/oauth');
      const look = () =>
        port.readAccount(connection).catch((error: unknown) => ({ id: (error as { kind: string }).kind }));
      expect((await look()).id).not.toBe('auth_expired');
      await world.control({ revoke: connection.email }, '/oauth');
      expect((await look()).id).toBe('auth_expired');
    });

    test('a revoked sign-in cannot be renewed', async () => {
      const { refresh_token } = await port.oauth.exchangeCode(await world.askForCode('leaving@corp.test'));
      await port.oauth.revokeTokens(refresh_token);
      await expect(port.oauth.refreshTokens(refresh_token)).rejects.toMatchObject({ kind: 'auth_expired' });
    });

    test('a code works once', async () => {
      const given = await world.askForCode('twice@corp.test');
      await port.oauth.exchangeCode(given);
      await expect(port.oauth.exchangeCode(given)).rejects.toMatchObject({ kind: 'rejected' });
    });

    test('notes and interest are written, and found before they are repeated', async () => {
      const write = person();
      const [created] = await writeAll([write]);
      const record_id = (created as { id: string }).id;
      const note = {
        record_id,
        title: 'Replied by email',
        text: 'Tell me <more> & soon',
        at: new Date(),
        marker: 'Overture #77',
      };
      expect(await port.hasNote(connection, note)).toBe(false);
      await port.writeNote(connection, note);
      expect(await port.hasNote(connection, note)).toBe(true);
      expect(await port.hasNote(connection, { ...note, marker: 'Overture #7' })).toBe(false);
      const stage = (await port.listStages(connection, world.board_id))[1]?.id ?? null;
      const deal = { record_id, title: 'Ada Lovelace', stage, owner_id: null };
      expect(await port.hasDeal(connection, target, deal)).toBe(false);
      await port.openDeal(connection, target, deal);
      expect(await port.hasDeal(connection, target, deal)).toBe(true);
      expect(await port.findOwner(connection, connection.email)).toMatch(/\w/);
    });

    test('what a lead wrote is text in a note: no markup of theirs is drawn there', async () => {
      const [created] = await writeAll([person()]);
      const record_id = (created as { id: string }).id;
      const text = 'See <img src="https://tracker.test/a.png"> & <a href="https://phish.test">this</a>';
      await port.writeNote(connection, { record_id, title: 'Replied', text, at: new Date(), marker: 'Overture #78' });
      const [note] = await world.rows(world.note_kind);
      const stored = JSON.stringify(note?.fields);
      // Tasks are plain text, and escaped text would be shown with its escapes.
      const written = world.type === 'SALESFORCE' ? JSON.stringify(text).slice(1, -1) : '&lt;img src=';
      expect(stored).toContain(written);
      if (world.type !== 'SALESFORCE') expect(stored).not.toMatch(/<img|<a /);
    });

    test('a note of ours is found behind more than a hundred of others', async () => {
      const [created] = await writeAll([person()]);
      const record_id = (created as { id: string }).id;
      const insert = { kind: world.note_kind, fields: names.note(record_id) };
      for (let count = 0; count < 101; count += 1) await world.control({ insert });
      const note = { record_id, title: 'Replied', text: 'Yes.', at: new Date(), marker: 'Overture #79' };
      await port.writeNote(connection, note);
      expect(await port.hasNote(connection, note)).toBe(true);
    });

    test('what is made has an owner, and its deal or status follows the stages it is set to; one that was closed stays', async () => {
      const owners = await port.listOwners(connection);
      const [owner] = owners;
      expect(owner).toEqual({
        id: expect.stringMatching(/\w/),
        name: 'Ann Sample',
        email: expect.stringContaining('@'),
      });
      expect(await port.findOwner(connection, connection.email)).toBe(owner?.id);
      const owner_id = owner?.id ?? null;
      const write = person({ owner_id });
      const [created] = await writeAll([write]);
      expect(JSON.stringify(await world.rows())).toContain(owner_id);
      const [, second, third] = await port.listStages(connection, world.board_id);
      const record_id = (created as { id: string }).id;
      const deal = { record_id, title: 'Ada Lovelace', owner_id };
      const stageOf = async (): Promise<string> => JSON.stringify(await world.rows(world.deal_kind));
      const wordOf = (stage: string | undefined): string => stage?.split('/').at(-1) ?? '';
      await port.setStage(connection, target, { ...deal, stage: second?.id ?? '' });
      expect(await stageOf()).toContain(wordOf(second?.id));
      for (const _ of [1, 2]) await port.setStage(connection, target, { ...deal, stage: third?.id ?? '' });
      expect(await stageOf()).toContain(wordOf(third?.id));
      expect(await world.rows(world.deal_kind)).toHaveLength(1);
      // Its statuses may be any text.
      if (world.type !== 'SALESFORCE')
        await expect(port.setStage(connection, target, { ...deal, stage: 'no/such stage' })).rejects.toMatchObject({
          kind: expect.stringMatching(/rejected|not_found/),
        });
      if (port.manifest.capabilities.interest === 'status') return;
      const [row] = await world.rows(world.deal_kind);
      const properties = { ...(row?.fields.properties as object), hs_is_closed: 'true' };
      const fields = world.type === 'HUBSPOT' ? { properties } : { status: 'won' };
      await world.control({ update: { kind: world.deal_kind, id: row?.id, fields } });
      await port.setStage(connection, target, { ...deal, stage: second?.id ?? '' });
      expect(await stageOf()).toContain(wordOf(third?.id));
    });

    test('whose a person is, is read back', async () => {
      const [owner] = await port.listOwners(connection);
      const [owned, own] = [person({ owner_id: owner?.id ?? null }), person()];
      await writeAll([owned, own]);
      const { people } = await port.listPeople(connection, target, { since: null, next: null });
      const ownerOf = ({ values }: CrmWrite) => people.find(({ email }) => email === values[names.email])?.owner_id;
      expect([ownerOf(owned), ownerOf(own)]).toEqual([owner?.id, null]);
    });

    test('a deleted contact is gone; deleting it again changes nothing', async () => {
      const [removed, other] = [person(), person()];
      const outcomes = await writeAll([removed, other]);
      const { id } = outcomes.find(({ key }) => key === removed.key) as { id: string };
      await port.deleteContact(connection, id);
      await port
        .deleteContact(connection, id)
        .catch((error: unknown) => expect(error).toMatchObject({ kind: 'not_found' }));
      const found = await port.findContacts(connection, target, [toSearchKeys(removed, { known_id: id })], []);
      expect(found.get(removed.key)).toBeUndefined();
    });

    test('do not contact is written, and read back with everybody else', async () => {
      const writes = [person(), person(), person()];
      const outcomes = await writeAll(writes);
      const [first] = writes;
      const email = first?.values[names.email] ?? null;
      await port.markDoNotContact(connection, target, { record_id: (outcomes[0] as { id: string }).id, email });
      const people = [];
      let next: string | null = null;
      do {
        const page: Awaited<ReturnType<CrmPort['listPeople']>> = await port.listPeople(connection, target, {
          since: null,
          next,
        });
        people.push(...page.people);
        next = page.next;
      } while (next !== null);
      expect(people).toHaveLength(3);
      expect(people.filter((one) => one.is_do_not_contact).map((one) => one.email)).toEqual([email]);
    });
  });
}
