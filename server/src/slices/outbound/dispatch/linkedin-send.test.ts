import { type LinkedinWorld, startLinkedinWorld } from '@overture/adapters/linkedin/testing/sandbox-world';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findInvitation } from './linkedin-send.service.ts';

let world: LinkedinWorld;
beforeAll(async () => {
  world = await startLinkedinWorld();
});
afterAll(() => world?.close());

test('an invitation listed without the id of its person is found by their public name', async () => {
  const { port } = world;
  const seat = await world.connectSeat('PREMIUM');
  const [nameless, other] = await Promise.all(
    ['Ada-stranger-nameless', 'bob-stranger-nameless'].map((name) => port.reading.getProfile(seat, name)),
  );
  const { invitation_id } = await port.outreach.invite(seat, { provider_id: nameless!.provider_id, note: null });
  expect(await port.outreach.listSentInvitations(seat, 10)).toMatchObject([{ invitation_id, provider_id: null }]);
  expect(await findInvitation(port, seat, nameless!.provider_id)).toBe(invitation_id);
  expect(await findInvitation(port, seat, other!.provider_id)).toBeNull();
});
