import { ClickHouseError } from '@clickhouse/client';
import { ProviderError } from '../../../kit/errors.ts';
import { OLDEST_SERVER } from '../clickhouse.manifest.ts';
import { toProviderError } from '../clickhouse-error.transform.ts';
import { OTHER_CLUSTER } from '../schema/cluster-words.transform.ts';

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/;

/** How servers of years ago say what is wrong (read off 18.16); the client does not know it for an answer. */
const ANSWER_OF_OLD = /^Code: \d+, e\.(?:displayText|what)\(\)/;

const tooOld = (host: string): Words => [
  'server_too_old',
  `The ClickHouse server at ${host} is too old. Overture needs ${OLDEST_SERVER} or newer.`,
];

/**
 * What a server or the way to it said, in words of the settings. User and password of the address are never part of them.
 * @param error what a statement threw: the cause of a ProviderError counts
 */
export function explainServerFailure(error: unknown, url: URL): ProviderError {
  // Our own words: the server answered, and its tables are not what the settings say.
  if (error instanceof ProviderError && error.code === OTHER_CLUSTER) return error;
  const cause = error instanceof ProviderError && error.cause !== undefined ? error.cause : error;
  const [code, reason] = cause instanceof ClickHouseError ? refusal(cause, url) : absence(cause, url);
  const plain = toProviderError(error, false);
  if (reason === null && plain.kind === 'unavailable') return plain;
  return new ProviderError(
    'unavailable',
    reason ?? `The ClickHouse server at ${url.host} refused a statement (${code}).`,
    {
      concerns: 'service',
      code,
      cause,
    },
  );
}

type Words = [code: string, reason: string | null];

function refusal(error: ClickHouseError, { host, pathname }: URL): Words {
  const code = error.type ?? error.code;
  const database = decodeURIComponent(pathname.slice(1)) || 'default';
  switch (code) {
    case 'AUTHENTICATION_FAILED':
    case 'REQUIRED_PASSWORD':
    case 'WRONG_PASSWORD':
    case 'UNKNOWN_USER':
      return ['wrong_password', `The ClickHouse server at ${host} refused the user or the password of CLICKHOUSE_URL.`];
    case 'UNKNOWN_DATABASE':
      return [
        'no_database',
        `The ClickHouse server at ${host} has no database "${database}". Create it there, or name another one in CLICKHOUSE_URL.`,
      ];
    case 'ACCESS_DENIED':
    case 'READONLY':
    case 'DATABASE_ACCESS_DENIED':
      return [
        'no_rights',
        `The user of CLICKHOUSE_URL may not do what is needed on the ClickHouse server at ${host}: make, alter and drop tables of the database "${database}", read and add rows, and change settings of a query.`,
      ];
    // The version query also asks for settings: an unknown setting is newer than the server.
    case 'UNKNOWN_SETTING':
      return tooOld(host);
    default:
      return [code, null];
  }
}

function absence(error: unknown, { host }: URL): Words {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { code: '', message: '' };
  const name = code ?? '';
  if (ANSWER_OF_OLD.test(message)) return tooOld(host);
  if (CERTIFICATE.test(name)) {
    return ['certificate', `The certificate of the ClickHouse server at ${host} cannot be trusted (${name}).`];
  }
  if (name === 'EPROTO' || /wrong version number|packet length too long/.test(message)) {
    return ['no_https', `The ClickHouse server at ${host} does not speak HTTPS on this port. See CLICKHOUSE_URL.`];
  }
  if (name === 'ENOTFOUND' || name === 'EAI_AGAIN') {
    return ['unreachable', `The ClickHouse server of CLICKHOUSE_URL is not found: there is no machine at ${host}.`];
  }
  return ['unreachable', `The ClickHouse server at ${host} (CLICKHOUSE_URL) does not answer. Retrying automatically.`];
}

/** Compares the first two numbers of versions. A version that is none counts as new: it is not ours to judge. */
export function isOlder(version: string, oldest: string): boolean {
  const rank = (text: string): number => {
    const [major = Number.NaN, minor = Number.NaN] = text.split('.').map(Number);
    return major * 1000 + minor;
  };
  return rank(version) < rank(oldest);
}
