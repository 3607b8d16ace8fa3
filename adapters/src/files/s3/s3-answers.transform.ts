import { XMLParser } from 'fast-xml-parser';
import { isFileKey } from '../file-keys.ts';
import { FilesUnavailableError, type ListedFile } from '../files.port.ts';
import { s3Manifest } from './s3.manifest.ts';

/** An answer that is no success. */
export type S3Refusal = {
  status: number;
  code: string;
  message: string;
  region: string | null;
  clock_offset_in_ms: number;
};
/** What an operator may have to change. */
export type S3Place = { host: string; bucket: string; region: string };

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: true,
});

function parseXml(text: string): Record<string, unknown> {
  try {
    return parser.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Of the body of an error; empty texts where it is none. */
export function parseS3Error(text: string): Pick<S3Refusal, 'code' | 'message' | 'region'> {
  const error = fieldsOf(parseXml(text).Error);
  return { code: textOf(error.Code), message: textOf(error.Message), region: textOf(error.Region) || null };
}

/** Keys that we made; other objects of the bucket are not ours. `next` continues the list; null at its end. */
export function parseS3List(text: string): { files: ListedFile[]; next: string | null } {
  const { Contents = [], IsTruncated, NextContinuationToken } = fieldsOf(parseXml(text).ListBucketResult);
  const objects = [Contents].flat().map((one) => {
    const { Key, Size } = fieldsOf(one);
    return { key: textOf(Key), size_in_bytes: Number(Size) };
  });
  const next = textOf(NextContinuationToken);
  if (IsTruncated === 'true' && next === '')
    throw new FilesUnavailableError('The store does not say how a list continues: it does not answer as S3.');
  return { files: objects.filter(({ key }) => isFileKey(key)), next: IsTruncated === 'true' ? next : null };
}

/** @returns null when the answer begins no upload */
export function parseUploadId(text: string): string | null {
  return textOf(fieldsOf(parseXml(text).InitiateMultipartUploadResult).UploadId) || null;
}

type Words = (place: S3Place, refusal: S3Refusal) => string;

const wrongRegion: Words = ({ bucket, region }, refusal) =>
  `The bucket ${bucket} is in another region than ${region}${refusal.region ? `: set FILES_S3_REGION=${refusal.region}` : ': look at FILES_S3_REGION and FILES_S3_ENDPOINT'}.`;
const unknownKey: Words = ({ host }) => `${host} does not know the key in FILES_S3_ACCESS_KEY_ID.`;
const wrongClock: Words = ({ host }, { clock_offset_in_ms }) =>
  `The clock of this machine differs from that of ${host} by ${Math.round(Math.abs(clock_offset_in_ms) / 1000)} s. Set it right, for example with an NTP service.`;
const isFull: Words = ({ bucket, host }) => `The bucket ${bucket} at ${host} is full, or its quota is used up.`;

/** By the code of the error, or by the status where there is no code. */
const WORDS: Record<string, Words> = {
  NoSuchBucket: ({ bucket, host }) => `There is no bucket ${bucket} at ${host} (FILES_S3_BUCKET).`,
  InvalidAccessKeyId: unknownKey,
  InvalidToken: unknownKey,
  SignatureDoesNotMatch: () =>
    'The secret does not belong to the key: look at FILES_S3_SECRET_ACCESS_KEY, and whether a proxy changes requests.',
  AccessDenied: ({ bucket }) =>
    `The key has no right to this in the bucket ${bucket}. It needs ${s3Manifest.rights.join(', ')}.`,
  AllAccessDisabled: ({ bucket }) => `The owner of the bucket ${bucket} has blocked it.`,
  RequestTimeTooSkewed: wrongClock,
  RequestExpired: wrongClock,
  AuthorizationHeaderMalformed: wrongRegion,
  PermanentRedirect: wrongRegion,
  InvalidBucketName: ({ bucket }) => `${bucket} is no name of a bucket (FILES_S3_BUCKET).`,
  QuotaExceeded: isFull,
  XMinioStorageFull: isFull,
  507: isFull,
  SlowDown: ({ host }) => `${host} asks for fewer requests.`,
  403: ({ bucket, host }) => `${host} refuses the key for the bucket ${bucket}, or the bucket is blocked.`,
  301: wrongRegion,
};
const FULL = ['QuotaExceeded', 'XMinioStorageFull', '507'];

/** For an operator: what is wrong, and which setting. No secret and no key of a file is in it. */
export function describeS3Refusal(place: S3Place, refusal: S3Refusal): FilesUnavailableError {
  const name = [refusal.code, String(refusal.status)].find((one) => WORDS[one] !== undefined);
  const text =
    name === undefined
      ? `${place.host} answered ${refusal.status}${refusal.code === '' ? ', and not as S3 does' : ` (${refusal.code}: ${refusal.message})`}.`
      : WORDS[name]!(place, refusal);
  return new FilesUnavailableError(text, {
    code: refusal.code || String(refusal.status),
    is_full: name !== undefined && FULL.includes(name),
  });
}

/** The connection failed before an answer, or in its midst. */
export function describeS3Silence({ host }: S3Place, error: unknown): FilesUnavailableError {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  const reasons: Record<string, string> = {
    ENOTFOUND: 'its name is unknown',
    EAI_AGAIN: 'its name could not be looked up',
    ECONNREFUSED: 'it refuses the connection',
    ECONNRESET: 'it ended the connection',
    UND_ERR_SOCKET: 'it ended the connection',
    UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
    UND_ERR_HEADERS_TIMEOUT: 'it does not answer in time',
    UND_ERR_BODY_TIMEOUT: 'it stopped in the middle of an answer',
  };
  const reason = reasons[code] ?? (message || code);
  return new FilesUnavailableError(`${host} (FILES_S3_ENDPOINT) cannot be reached: ${reason}.`, { code, cause: error });
}
