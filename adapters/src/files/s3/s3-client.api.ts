import { createHash, createHmac } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { SignatureV4 } from '@smithy/signature-v4';
import { Agent, type Dispatcher } from 'undici';
import type { FilesUnavailableError } from '../files.port.ts';
import { s3Manifest } from './s3.manifest.ts';
import { describeS3Refusal, describeS3Silence, parseS3Error, type S3Place } from './s3-answers.transform.ts';

export type S3Settings = {
  /** Null for Amazon's own address of the region. */
  endpoint: string | null;
  bucket: string;
  region: string;
  access_key_id: string;
  secret_access_key: string;
  /** The bucket in the path instead of in the name of the host. */
  path_style: boolean;
  /** For tests. */
  part_in_bytes?: number;
  first_pause_in_ms?: number;
  timeout_in_ms?: number;
  lookup?: LookupFunction;
};

export type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Empty for the bucket itself. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Buffer;
  /** Statuses besides 2xx that are answers and no failures. */
  accepts?: readonly number[];
  /** The answer is read by someone who may be slow. */
  is_download?: boolean;
};

export type S3Answer = { status: number; headers: Record<string, string>; body: Readable };

type Failure = { failure: FilesUnavailableError; may_pass: boolean; is_silence: boolean };

const { limits } = s3Manifest;
/** What passes: the same request is sent again. */
const TEMPORARY = new Set([429, 500, 502, 503, 504]);
/** Amazon's limit for the time of a request. */
const LONGEST_SKEW_IN_MS = 15 * 60_000;
const CLOCK_ERRORS = new Set(['RequestTimeTooSkewed', 'RequestExpired']);

/** Of `node:crypto`, in the shape that the signer asks for. */
class Sha256 {
  #hash;
  constructor(secret?: unknown) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as Buffer);
  }
  update(data: unknown): void {
    this.#hash.update(data as Buffer);
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {
    throw new Error('A hash of the signer is used once.');
  }
}

/**
 * Requests to one bucket, signed by AWS Signature Version 4. The operator chose the address, so it may be on this machine or in a private
 * network; redirects are not followed, and every answer has its limits of time and size.
 */
export class S3Client {
  readonly place: S3Place;
  readonly #settings: S3Settings;
  readonly #agent: Agent;
  readonly #downloads: Agent;
  readonly #protocol: string;
  /** With the bucket, where it is part of the name. */
  readonly #host: string;
  /** Path of the bucket. */
  readonly #root: string;
  #signer: Promise<SignatureV4> | null = null;
  #offset = 0;
  /** What the last request met that had no answer in all its tries, and until when others need not try. */
  #silence: { until: number; failure: FilesUnavailableError } | null = null;

  constructor(settings: S3Settings) {
    const base = new URL(settings.endpoint ?? `https://s3.${settings.region}.amazonaws.com`);
    const prefix = base.pathname.replace(/\/$/, '');
    this.#settings = settings;
    this.#protocol = base.protocol;
    this.#host = settings.path_style ? base.host : `${settings.bucket}.${base.host}`;
    this.#root = settings.path_style ? `${prefix}/${settings.bucket}` : prefix;
    this.place = { host: base.host, bucket: settings.bucket, region: settings.region };
    const options: Agent.Options = {
      pipelining: 1,
      connect: { timeout: 10_000, ...(settings.lookup ? { lookup: settings.lookup } : {}) },
      maxHeaderSize: 32_768,
      bodyTimeout: limits.silence_in_ms,
    };
    this.#agent = new Agent({ ...options, connections: limits.connections });
    this.#downloads = new Agent(options);
  }

  /** Repeats what fails on its way and what is said to be temporary. @throws FilesUnavailableError */
  async send(request: S3Request): Promise<S3Answer> {
    // While nothing answers, each message with a file would wait as long as the first, and take the place of one without.
    if (this.#silence && performance.now() < this.#silence.until) throw this.#silence.failure;
    const lastTry = performance.now() + limits.patience_in_ms;
    for (let tries = 1; ; tries += 1) {
      const outcome = await this.#attempt(request);
      if (!('failure' in outcome) || !outcome.is_silence) this.#silence = null;
      if (!('failure' in outcome)) return outcome;
      if (!outcome.may_pass || tries === limits.tries || performance.now() > lastTry)
        throw this.#giveUp(request, outcome);
      await pause(pauseAfter(tries, this.#settings.first_pause_in_ms ?? limits.first_pause_in_ms));
    }
  }

  #giveUp({ body }: S3Request, { failure, is_silence }: Failure): FilesUnavailableError {
    // A large part that was too slow says nothing of other requests.
    const isSmall = (body?.length ?? 0) <= limits.small_body_in_bytes;
    if (is_silence && isSmall) this.#silence = { until: performance.now() + limits.rest_in_ms, failure };
    return failure;
  }

  /** The same, with its body as text. */
  async sendForText(request: S3Request): Promise<{ status: number; text: string; headers: Record<string, string> }> {
    const { status, headers, body } = await this.send(request);
    const text = await collectText(body).catch((error) => {
      throw describeS3Silence(this.place, error);
    });
    return { status, headers, text };
  }

  /** How far its clock is ahead of ours, as far as it mattered. */
  get clock_offset_in_ms(): number {
    return this.#offset;
  }

  async close(): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#downloads.destroy()]);
  }

  /** @returns the answer, or why there is none and whether another try may help */
  async #attempt(request: S3Request): Promise<S3Answer | Failure> {
    let answer: S3Answer;
    try {
      answer = await this.#sendOnce(request);
    } catch (error) {
      return { failure: describeS3Silence(this.place, error), may_pass: true, is_silence: true };
    }
    if (answer.status < 300) return answer;
    const error = parseS3Error(await collectText(answer.body).catch(() => ''));
    // A bucket that is gone has the status of a file that is gone.
    if (request.accepts?.includes(answer.status) && error.code !== 'NoSuchBucket')
      return { ...answer, body: Readable.from([]) };
    return this.#explain(answer, error);
  }

  #explain({ status, headers }: S3Answer, error: ReturnType<typeof parseS3Error>): Failure {
    const now = Date.parse(headers.date ?? '') - Date.now() || 0;
    // The answer to HEAD has no body that would name the reason.
    const isSilent = status === 403 && error.code === '' && Math.abs(now - this.#offset) > LONGEST_SKEW_IN_MS;
    const offset = isSilent || CLOCK_ERRORS.has(error.code) ? now : this.#offset;
    // As its own clients do: signed by the clock of the store, the request is taken.
    const may_pass = TEMPORARY.has(status) || offset !== this.#offset;
    this.#offset = offset;
    const failure = describeS3Refusal(this.place, { ...error, status, clock_offset_in_ms: offset });
    return { failure, may_pass, is_silence: false };
  }

  async #sendOnce(given: S3Request): Promise<S3Answer> {
    const { query = {}, body, is_download = false } = given;
    const { path, method, headers } = await this.#sign(given);
    const search = new URLSearchParams(query).toString().replaceAll('+', '%20');
    const sending = ((body?.length ?? 0) / limits.slowest_in_bytes_per_second) * 1000;
    const headersTimeout = Math.ceil((this.#settings.timeout_in_ms ?? limits.timeout_in_ms) + sending);
    // The wait for a free connection counts too: `headersTimeout` begins after it.
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(new Error('it does not answer in time')), headersTimeout);
    const answer = await (is_download ? this.#downloads : this.#agent)
      .request({
        origin: `${this.#protocol}//${this.#host}`,
        path: search === '' ? path : `${path}?${search}`,
        method: method as Dispatcher.HttpMethod,
        headers,
        body: body ?? null,
        headersTimeout,
        signal: ending.signal,
      })
      .finally(() => clearTimeout(timer));
    // Its reader gets the error too. Without a listener, one before the first read would end the process.
    answer.body.on('error', () => undefined);
    return { status: answer.statusCode, headers: plainHeaders(answer.headers), body: answer.body };
  }

  async #sign({ method, key, query = {}, headers = {}, body }: S3Request) {
    this.#signer ??= loadSigner(this.#settings);
    const path = key === '' ? this.#root || '/' : `${this.#root}/${key}`;
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const request = {
      ...{ method, protocol: this.#protocol, hostname: this.#host, path, query },
      headers: { ...headers, host: this.#host, 'x-amz-content-sha256': digest },
    };
    return (await this.#signer).sign(request, { signingDate: new Date(Date.now() + this.#offset) });
  }
}

/** Loaded with the first request: installations without a bucket never need it. */
async function loadSigner({ region, access_key_id, secret_access_key }: S3Settings): Promise<SignatureV4> {
  const { SignatureV4 } = await import('@smithy/signature-v4');
  return new SignatureV4({
    service: 's3',
    region,
    credentials: { accessKeyId: access_key_id, secretAccessKey: secret_access_key },
    sha256: Sha256,
    uriEscapePath: false,
  });
}

/** Doubled with each try, and by chance: many processes do not come back at the same moment. */
const pauseAfter = (tries: number, first: number): number => first * 2 ** (tries - 1) * (0.5 + Math.random());

const plainHeaders = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));

async function collectText(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  const end = performance.now() + limits.whole_body_in_ms;
  let size = 0;
  for await (const chunk of body) {
    if (performance.now() > end) throw new Error('the answer is too slow');
    size += (chunk as Buffer).length;
    if (size > limits.max_answer_in_bytes) throw new Error('the answer is too large');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
