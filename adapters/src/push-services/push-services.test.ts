import { createECDH } from 'node:crypto';
import { registerPushSandbox } from '@overture/sandbox/push/push-sandbox';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encryptMessage } from './encrypted-message.transform.ts';
import { createPushServices } from './push-services.adapter.ts';
import type { PushMessage } from './push-services.port.ts';
import { makeSenderKey } from './sender-key.transform.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

test('a message is encrypted as in the example of RFC 8291', () => {
  const key = createECDH('prime256v1');
  key.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'));
  const device = {
    public_key: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth_secret: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  };
  const body = encryptMessage(device, 'When I grow up, I want to be a watermelon', {
    key,
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  });
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

describe('a push service', () => {
  let app: FastifyInstance;
  let url = '';
  const port = createPushServices({ outbound_allow: '127.0.0.0/8', requires_https: false });
  const sender = { ...makeSenderKey(), contact: 'https://app.example' };
  beforeAll(async () => {
    app = Fastify();
    registerPushSandbox(app);
    url = await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await port.close();
    await app.close();
  });

  async function makeDevice() {
    const response = await fetch(`${url}/__control/push/devices`, { method: 'POST' });
    const { id, endpoint, p256dh, auth } = (await response.json()) as Record<string, string>;
    return { id, endpoint: endpoint ?? '', public_key: bytes(p256dh ?? ''), auth_secret: bytes(auth ?? '') };
  }
  const messageTo = (device: PushMessage['device'], more: Partial<PushMessage> = {}): PushMessage => ({
    ...{ device, sender, text: 'Zwölf neue Antworten ✓', lives_for_in_seconds: 3600 },
    signal: AbortSignal.timeout(10_000),
    ...more,
  });
  const answerWith = (id: string | undefined, status: number) =>
    fetch(`${url}/__control/push/devices/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status }),
    });

  test('verifies who sends, and the device reads the text', async () => {
    const { id, ...device } = await makeDevice();
    expect(await port.push(messageTo(device))).toEqual({ outcome: 'accepted', retry_after_in_ms: null, reason: null });
    const kept = await (await fetch(`${url}/__control/push/devices/${id}`)).json();
    expect(kept).toEqual({
      messages: [{ text: 'Zwölf neue Antworten ✓', ttl: '3600', contact: 'https://app.example' }],
    });
    const stranger = { ...sender, public_key: makeSenderKey().public_key };
    expect(await port.push(messageTo(device, { sender: stranger }))).toMatchObject({ outcome: 'refused' });
  });

  test.each([
    [404, 'gone'],
    [410, 'gone'],
    [400, 'refused'],
    [403, 'refused'],
    [302, 'refused'],
    [429, 'unavailable'],
    [503, 'unavailable'],
  ])('an answer of %s is %s', async (status, outcome) => {
    const { id, ...device } = await makeDevice();
    await answerWith(id, status);
    expect((await port.push(messageTo(device))).outcome).toBe(outcome);
  });

  test('in production only public hosts over https are asked, and no key that is none', async () => {
    const strict = createPushServices({ outbound_allow: '', requires_https: true });
    const { id: _, ...device } = await makeDevice();
    for (const endpoint of [
      device.endpoint,
      'https://127.0.0.1/x',
      'https://push.example:8443/x',
      'https://a:b@push.example/x',
      'ftp://push.example/x',
      'no address',
      ' https://push.example/x',
      'https://PUSH.example/x',
      'https://push.example/ä',
    ])
      expect((await strict.push(messageTo({ ...device, endpoint }))).outcome, endpoint).toBe('refused');
    for (const keys of [
      { public_key: Buffer.alloc(65) },
      { public_key: Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]) },
      { public_key: Buffer.alloc(0) },
      { auth_secret: Buffer.alloc(15) },
    ])
      expect(port.refuseDevice({ ...device, ...keys })).toBe('The keys are not those of a browser.');
    expect(port.refuseDevice(device)).toBeNull();
    await strict.close();
  });
});
