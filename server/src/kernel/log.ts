import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { DatabaseUnavailable } from './db/outage.ts';

export type Log = Logger;

/** JSON lines (to `destination`, else to stdout) in production; one readable line each in development. Secrets never reach a log. */
export function createLog(level: string, pretty: boolean, destination?: DestinationStream): Log {
  const options: LoggerOptions = { level, hooks: { logMethod: demoteOutages }, ...redaction };
  return pretty ? pino(options, { write: writeReadable }) : pino(options, destination ?? pino.destination(1));
}

/**
 * During an outage of the database everything that wants it fails. `kernel/db/health.ts` says so once; what each part
 * then has to say about it is for debugging, unless it is the last that the program says.
 */
const demoteOutages: NonNullable<LoggerOptions['hooks']>['logMethod'] = function (args, method, level) {
  if (level > DEBUG && level < FATAL && isOutage((args[0] as { err?: unknown } | undefined)?.err)) {
    return this.debug(...(args as [object, string]));
  }
  return method.apply(this, args);
};

function isOutage(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  return error instanceof Error && error.cause instanceof DatabaseUnavailable;
}

const DEBUG = 20;
const FATAL = 60;

const HIDDEN = '[hidden]';
const MAX_DEPTH = 8;
const MAX_ENTRIES = 100;

const secretKey =
  /^(?:pass(?:word|wd|phrase)?|token|secret|jwt|cookie|authorization|api[_-]?key|signature|set-cookie)$/i;
const endOfSecretKey = /[_-](?:password|token|secret|key|hash|cookie)$/i;
/** Keys that end so and are none. */
const openKeys = new Set(['job_key', 'repeat_key', 'address_hash', 'event_key']);
/** Addresses whose last part opens something: unsubscribing, privacy notices, downloads, files. */
const tokenInPath = /(\/(?:u|p|exports|attachments|unsubscribe|images|weekly-email|new-leads-email)\/)[\w.~-]{16,}/g;
const tokenInQuery = /([?&](?:token|code|state|signature|secret|key)=)[^&\s"']+/gi;
/** Keys of the API, tokens of apps and secrets of webhooks are known by their first characters. The id of an app is public. */
const ownSecret = /\b(ovt_(?!client_)[a-z]+_|whsec_)[\w+/=]{16,}/g;

/** Hides secrets in logged values, at any depth. */
export const redaction: Pick<LoggerOptions, 'formatters' | 'serializers'> = {
  formatters: { log: (fields) => hide(fields, 0) as Record<string, unknown> },
  serializers: { err: describeError },
};

function hide(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return hideInText(value);
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Error) return describeError(value);
  if (value instanceof Date || Buffer.isBuffer(value)) return Buffer.isBuffer(value) ? '[bytes]' : value;
  if (depth === MAX_DEPTH) return '[deep]';
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((entry) => hide(entry, depth + 1));
  const entries = Object.entries(value).slice(0, MAX_ENTRIES);
  return Object.fromEntries(
    entries.map(([key, entry]) => [key, isSecret(key, entry) ? HIDDEN : hide(entry, depth + 1)]),
  );
}

function isSecret(key: string, value: unknown): boolean {
  if (value === null || value === undefined || typeof value === 'boolean') return false;
  if (secretKey.test(key) || (endOfSecretKey.test(key) && !openKeys.has(key))) return true;
  // Codes of errors are words (`rate_limited`, `23505`, `ECONNRESET`); what is mailed or typed has more digits.
  return /^(?:code|otp|pin)$/i.test(key) && /^\d{6,}$|^[\w-]{40,}$/.test(String(value));
}

export function hideInText(text: string): string {
  return text
    .replace(tokenInPath, `$1${HIDDEN}`)
    .replace(tokenInQuery, `$1${HIDDEN}`)
    .replace(ownSecret, `$1${HIDDEN}`);
}

/** The parts of an error that may be logged. PostgreSQL's `detail`, `where` and the rest quote rows. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return hide(error, 1);
  const { code, status, constraint, table, cause } = error as Error & Record<string, unknown>;
  const word = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? hide(value, 1) : undefined;
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: hideInText(error.message),
    stack: hideInText(error.stack ?? ''),
    code: isSecret('code', code ?? null) ? HIDDEN : word(code),
    status: word(status),
    constraint: word(constraint),
    table: word(table),
    ...(cause instanceof Error && depth < 3 ? { cause: describeError(cause, depth + 1) } : {}),
  };
}

const levelWords: Record<number, string> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'ERROR', 60: 'FATAL' };

function writeReadable(line: string): void {
  const { time, level, msg, pid: _pid, hostname: _hostname, err, ...rest } = JSON.parse(line);
  const details = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
  const stack = err?.stack ? `\n${err.stack}` : '';
  process.stderr.write(
    `${new Date(time).toISOString().slice(11, 19)} ${levelWords[level] ?? level} ${msg}${details}${stack}\n`,
  );
}
