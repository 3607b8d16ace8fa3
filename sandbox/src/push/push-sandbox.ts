import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';

interface Device {
  key: ECDH;
  auth: Buffer;
  /** What the next messages are answered with. */
  status: number;
  messages: { text: string; ttl: string; contact: string }[];
}

const statusBody = z.strictObject({ status: z.number().int().min(200).max(599) });
const claimsSchema = z.object({ aud: z.string(), exp: z.number(), sub: z.string() });
const MOST_DEVICES = 100;
const MOST_MESSAGES = 100;
const DAY_IN_SECONDS = 86_400;

/**
 * A push service with its browsers. `POST /__control/push/devices` makes a browser and answers what it would subscribe with; messages are
 * taken at its endpoint as RFC 8030 says, with the signature of RFC 8292 checked and the text of RFC 8291 decrypted.
 */
export function registerPushSandbox(app: FastifyInstance): void {
  const devices = new Map<string, Device>();
  app.post('/__control/push/devices', async (request) => {
    if (devices.size >= MOST_DEVICES) devices.delete([...devices.keys()][0] ?? '');
    const id = randomBytes(12).toString('base64url');
    const key = createECDH('prime256v1');
    const device = { key, auth: randomBytes(16), status: 201, messages: [] };
    const public_key = key.generateKeys('base64url');
    devices.set(id, device);
    const endpoint = `${request.protocol}://${request.host}/push/${id}`;
    return { id, endpoint, p256dh: public_key, auth: device.auth.toString('base64url') };
  });
  app.get<{ Params: { id: string } }>('/__control/push/devices/:id', async ({ params }, reply) => {
    const device = devices.get(params.id);
    return device ? { messages: device.messages } : reply.code(404).send({ error: 'Unknown device.' });
  });
  app.post<{ Params: { id: string } }>('/__control/push/devices/:id', async ({ params, body }, reply) => {
    const device = devices.get(params.id);
    if (!device) return reply.code(404).send({ error: 'Unknown device.' });
    device.status = statusBody.parse(body).status;
    return { success: true };
  });
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/octet-stream',
      { bodyLimit: 4096, parseAs: 'buffer' },
      (_request, body, done) => done(null, body),
    );
    scope.post<{ Params: { id: string } }>('/push/:id', async (request, reply) => {
      const device = devices.get(request.params.id);
      if (!device) return refuse(reply, 410, 'Unknown device.');
      if (device.status >= 300) return refuse(reply, device.status, 'As asked for.');
      const { authorization = '', 'content-encoding': coding } = request.headers;
      const ttl = String(request.headers.ttl ?? '');
      const contact = checkSender(authorization, `${request.protocol}://${request.host}`);
      if (contact === null) return refuse(reply, 403, 'The signature is wrong.');
      if (coding !== 'aes128gcm' || !/^\d+$/.test(ttl)) return refuse(reply, 400, 'A header is missing.');
      const text = decrypt(device, request.body as Buffer);
      if (device.messages.length >= MOST_MESSAGES) device.messages.shift();
      device.messages.push({ text, ttl, contact });
      return reply.code(201).send();
    });
  });
}

const refuse = (reply: FastifyReply, status: number, error: string) => reply.code(status).send({ error });

/** Who sends, if the header is signed for this push service and not for longer than a day; otherwise null. */
function checkSender(authorization: string, audience: string): string | null {
  const found = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization);
  if (!found) return null;
  const [, head = '', body = '', signature = '', key = ''] = found;
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const signed = Buffer.from(`${head}.${body}`);
  const isSigned = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp, sub } = claimsSchema.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
  const left = exp - Date.now() / 1000;
  return isSigned && aud === audience && left > 0 && left <= DAY_IN_SECONDS ? sub : null;
}

function decrypt({ key, auth }: Device, body: Buffer): string {
  const [salt, length] = [body.subarray(0, 16), body[20] ?? 0];
  const sender = body.subarray(21, 21 + length);
  const record = body.subarray(21 + length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), key.getPublicKey(), sender]);
  const shared = Buffer.from(hkdfSync('sha256', key.computeSecret(sender), auth, info, 32));
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${name}\0`, bytes));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}
