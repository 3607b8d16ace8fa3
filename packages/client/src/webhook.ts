import type { WebhookEvent } from './calls.ts';

/** A message that is not from Overture, or whose time is too far from yours. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

export interface WebhookRequest {
  /** Signing secret of the endpoint: `whsec_...`. */
  secret: string;
  /** Headers of the request, as `fetch` or Node.js gives them. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as it came, before anything parsed it. */
  body: string | Uint8Array;
  /** By how much the time of a message may differ from your clock, before or after; 300 by default. */
  tolerance_in_seconds?: number;
}

/** Checks the signature and the age of a message and returns it. @throws WebhookError */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    findHeader(request.headers, name),
  );
  if (!id || !timestamp || !signatures) throw new WebhookError('The headers of a webhook are missing.');
  const age = Date.now() / 1000 - Number(timestamp);
  const tolerance = request.tolerance_in_seconds ?? 300;
  if (age < -tolerance) throw new WebhookError('The message is from the future. Check the clock of this machine.');
  if (!(age <= tolerance)) throw new WebhookError('The message is too old.');
  const body = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body;
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  const key = await importSecret(request.secret);
  // An endpoint whose secret was rotated gets two signatures; a handful is far more than any message has.
  for (const signature of signatures.split(' ').slice(0, 10)) {
    const [version, value = ''] = signature.split(',');
    const bytes = version === 'v1' ? decodeBase64(value) : null;
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed)))
      return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
  }
  throw new WebhookError('The signature is wrong.');
}

function findHeader(headers: WebhookRequest['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : value?.[0];
}

async function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''));
  if (!bytes || bytes.length === 0) throw new WebhookError('The secret is not one of a webhook.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
