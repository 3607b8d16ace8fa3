import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A refusal in the words of S3. */
export class S3Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly more: Record<string, string>;
  constructor(status: number, code: string, message: string, more: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.more = more;
  }
}

export interface SignedRequest {
  method: string;
  /** As it was sent, without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
}

export interface KnownKey {
  id: string;
  secret: string;
  region: string;
}

const LONGEST_SKEW_IN_MS = 15 * 60_000;
const FORM =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/([^/,]+)\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/** RFC 3986: all but unreserved characters are encoded, with capital letters. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Checks a request as "Authenticating Requests: Using the Authorization Header (AWS Signature Version 4)" of the S3 API reference says.
 * @returns the digest that the body must have
 * @throws S3Problem
 */
export function checkSignature(request: SignedRequest, known: KnownKey, now: Date): string {
  const { headers } = request;
  const [, id, day, region, service, signedList, signature] = FORM.exec(headers.authorization ?? '') ?? [];
  if (id === undefined) throw new S3Problem(403, 'AccessDenied', 'Anonymous access is forbidden.');
  if (id !== known.id)
    throw new S3Problem(403, 'InvalidAccessKeyId', 'The access key ID you provided does not exist in our records.');
  const scope = [day, region, service, 'aws4_request'];
  if (region !== known.region || service !== 's3')
    throw new S3Problem(
      400,
      'AuthorizationHeaderMalformed',
      `The region '${region}' is wrong; expecting '${known.region}'`,
      {
        Region: known.region,
      },
    );
  const date = String(headers['x-amz-date'] ?? '');
  checkTime(date, day!, now);
  const digest = String(headers['x-amz-content-sha256'] ?? '');
  if (!/^[0-9a-f]{64}$/.test(digest))
    throw new S3Problem(400, 'InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  const signed = signedList!.split(';');
  const unsigned = Object.keys(headers).filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !signed.includes(name),
  );
  if (unsigned.length > 0)
    throw new S3Problem(
      403,
      'AccessDenied',
      `There were headers present in the request which were not signed: ${unsigned}`,
    );
  const canonical = describeRequest(request, signed, digest);
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonical)].join('\n');
  const key = scope.reduce<string | Buffer>((secret, part) => hmac(secret, part!), `AWS4${known.secret}`);
  if (hmac(key, text).toString('hex') !== signature)
    throw new S3Problem(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided.',
    );
  return digest;
}

function checkTime(date: string, day: string, now: Date): void {
  const [, year, month, of, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  if (year === undefined || !date.startsWith(day))
    throw new S3Problem(403, 'AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header');
  const sent = Date.UTC(Number(year), Number(month) - 1, Number(of), Number(hour), Number(minute), Number(second));
  if (Math.abs(sent - now.getTime()) > LONGEST_SKEW_IN_MS)
    throw new S3Problem(
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    );
}

/** The canonical request. */
export function describeRequest(
  { method, path, query, headers }: SignedRequest,
  signed: string[],
  digest: string,
): string {
  const segments = path.split('/').map((segment) => encode(decodeURIComponent(segment)));
  const pairs = [...query].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const lines = signed.map(
    (name) => `${name}:${[headers[name] ?? ''].flat().join(',').trim().replaceAll(/ +/g, ' ')}\n`,
  );
  return [method, segments.join('/'), pairs.join('&'), lines.join(''), signed.join(';'), digest].join('\n');
}
