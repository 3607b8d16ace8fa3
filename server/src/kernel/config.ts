import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { VENDOR_SETTINGS, type VendorSetting } from '@overture/adapters/vendor-settings';
import { parseBlocklists } from '@overture/domain/deliverability/blocklists';
import { BILLING_MODES } from '@overture/domain/money/pricing';
import { SECOND_FACTOR_POLICIES } from '@overture/domain/security/second-factor';
import { parseSignUps } from '@overture/domain/security/sign-ups';
import { INTERFACE_LANGUAGES } from '@overture/domain/text/interface-languages';
import { trimTrailing } from '@overture/domain/text/text';
import { z } from 'zod';
import { trustedProxies } from './http/trust-proxy.ts';
import { describeWeakKey } from './secret-key.rules.ts';
import { loadGeneratedKeys } from './secret-keys.ts';
import { parseHeaders } from './tracing/open-tracing.ts';

const flag = z.enum(['on', 'off']);

/** `2-6`: two whole numbers of seconds. */
const secondsRange = z
  .string()
  .regex(/^\d{1,4}-\d{1,4}$/, 'two numbers of seconds, as 2-6')
  .transform((text) => {
    const [min = 0, max = 0] = text.split('-').map(Number);
    return { min: Math.min(min, max), max: Math.max(min, max) };
  });

/** Vendors declare theirs in their manifests. */
const vendorSettings = Object.fromEntries(
  VENDOR_SETTINGS.map(({ name, is_address }) => [name, (is_address ? z.url() : z.string()).optional()]),
) as Record<VendorSetting, z.ZodOptional<z.ZodString | z.ZodURL>>;

/** Every setting of the program, in one place; `.env.example` explains each. Unknown names are ignored. */
const settingsSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HEALTH_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
  HOST: z.string().optional(),
  APP_URL: z.url().optional(),
  APP_CNAME_TARGET: z.string().optional(),
  INTERNAL_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  INTERNAL_HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  FILES_STORE: z.enum(['folder', 's3']).default('folder'),
  FILES_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket: 3 to 63 of a-z, 0-9, dots and dashes')
    .optional(),
  FILES_S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'an address like https://s3.example.com' }).optional(),
  FILES_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'a region like eu-central-1')
    .default('us-east-1'),
  FILES_S3_ACCESS_KEY_ID: z.string().optional(),
  FILES_S3_SECRET_ACCESS_KEY: z.string().optional(),
  FILES_S3_PATH_STYLE: flag.default('on'),
  CLAMD_ADDRESS: z
    .string()
    .regex(
      /^(?:\/[^\s]{1,100}|[^\s/]{1,250}:\d{1,5})$/,
      'host:port, or the path of a socket like /run/clamav/clamd.ctl',
    )
    .optional(),
  DATABASE_URL: z.string().optional(),
  MIGRATION_DATABASE_URL: z.string().optional(),
  DATABASE_DIRECT_URL: z.string().optional(),
  DATABASE_REPLICA_URL: z.string().optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'an address like rediss://:password@host:6379' }).optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(4).max(200).default(20),
  CLICKHOUSE_URL: z
    .url({ protocol: /^https?$/, error: 'an address like http://user:password@host:8123/database' })
    .optional(),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,64}$/, 'the name of a cluster: letters, digits, dots, dashes')
    .optional(),
  LEAD_DATABASE: flag.default('on'),
  SAMPLE_LEADS: z.coerce.number().int().min(0).max(100_000_000).optional(),
  SECRET_KEY: z.string().min(32, 'at least 32 characters').optional(),
  SECRET_KEY_PREVIOUS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((key) => key.trim() || []))
    .refine((keys) => keys.every((key) => key.length >= 32), 'keys of at least 32 characters, separated by commas'),
  SANDBOX: flag.optional(),
  TIME_TRAVEL: flag.default('off'),
  SMTP_URL: z.string().optional(),
  MAIL_LANGUAGE: z.enum(INTERFACE_LANGUAGES).default('en'),
  MAIL_FROM: z.string().default('Overture <mail@localhost>'),
  ADMIN_EMAIL: z.string().optional(),
  INIT_ADMIN_EMAIL: z.email().optional(),
  INIT_ADMIN_PASSWORD: z.string().optional(),
  INIT_ADMIN_NAME: z.string().default('Admin'),
  INIT_ORGANIZATION: z.string().optional(),
  INIT_API_KEY_FILE: z.string().optional(),
  PARTNER_EMAIL_DOMAIN: z.string().optional(),
  OUTBOUND_ALLOW: z.string().default(''),
  REQUESTS_PER_SECOND: z.coerce.number().int().min(1).max(1_000_000).default(100),
  KEY_REQUESTS_PER_SECOND: z.coerce.number().int().min(1).max(1_000_000).default(20),
  STRANGER_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).max(100_000_000).default(6000),
  UPLOAD_GB_PER_DAY: z.coerce.number().min(0.001).max(100_000).default(20),
  REQUIRE_SECOND_FACTOR: z.enum(SECOND_FACTOR_POLICIES).optional(),
  OUTBOUND_PLAIN: z.string().default(''),
  SIGN_UPS: z
    .string()
    .default('open')
    .transform((text, context) => {
      const parsed = parseSignUps(text);
      if (parsed) return parsed;
      context.addIssue({ code: 'custom', message: 'open, invited, closed, or domains:a.example,b.example' });
      return z.NEVER;
    }),
  BILLING: z.enum(BILLING_MODES).optional(),
  STRIPE_API_KEY: z.string().optional(),
  STRIPE_API_URL: z.url().optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((secret) => secret.trim() || [])),
  STRIPE_TAX: flag.default('off'),
  SIGN_UPS_PER_HOUR: z.coerce.number().int().min(1).default(30),
  CSV_MAX_MB: z.coerce.number().int().min(1).max(2048).default(500),
  RESEARCH_CONCURRENCY: z.coerce.number().int().min(1).max(1000).default(20),
  RESEARCH_CONCURRENCY_PER_ORGANIZATION: z.coerce.number().int().min(1).max(1000).default(12),
  METRICS_TOKEN: z.string().optional(),
  STATUS_PAGE: flag.default('off'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'an address like http://127.0.0.1:4318' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .transform((text, context) => {
      const headers = parseHeaders(text);
      if (headers) return headers;
      context.addIssue({ code: 'custom', message: 'name=value,name=value' });
      return z.NEVER;
    }),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('overture'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  MICROSOFT_CLIENT_ID: z.string().optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  GOOGLE_AUTH_URL: z.url().optional(),
  GOOGLE_TOKEN_URL: z.url().optional(),
  GOOGLE_API_URL: z.url().optional(),
  GOOGLE_ISSUER: z.url().optional(),
  MICROSOFT_AUTH_URL: z.url().optional(),
  MICROSOFT_API_URL: z.url().optional(),
  TRUST_PROXY: trustedProxies.default(false),
  LINKEDIN_READ_GAP: secondsRange.default({ min: 2, max: 6 }),
  UNIPILE_API_URL: z.url().optional(),
  UNIPILE_API_KEY: z.string().optional(),
  UNIPILE_WEBHOOK_SECRET: z.string().min(8, 'at least 8 characters').optional(),
  SMTP_PROBE: flag.default('off'),
  LLM_BASE_URL: z.url().optional(),
  LLM_API_KEY: z.string().optional(),
  LLM_MODEL: z.string().optional(),
  LLM_STRUCTURED_OUTPUTS: flag.default('off'),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_API_URL: z.url().optional(),
  ANTHROPIC_API_KEY: z.string().optional(),
  ANTHROPIC_API_URL: z.url().optional(),
  GOOGLE_AI_API_KEY: z.string().optional(),
  GOOGLE_AI_API_URL: z.url().optional(),
  SITES_PROXY_URL: z.url().optional(),
  DNS_SERVERS: z.string().default(''),
  BLOCKLISTS: z
    .string()
    .default('')
    .transform((text, context) => {
      const lists = parseBlocklists(text);
      if (lists) return lists;
      context.addIssue({
        code: 'custom',
        message: 'domain:zone or address:zone, each with =name or without, at most 20',
      });
      return z.NEVER;
    }),
  ...vendorSettings,
});
type Settings = z.output<typeof settingsSchema>;

export interface Config
  extends Omit<Settings, 'APP_URL' | 'HOST' | 'SECRET_KEY' | 'SANDBOX' | 'SAMPLE_LEADS' | 'REQUIRE_SECOND_FACTOR'> {
  APP_URL: string;
  /** Where it listens: for everybody in production unless a number of proxies is trusted, else for this machine alone. */
  HOST: string;
  /** Whether no address was configured, and TRUST_PROXY keeps it on this machine. */
  is_host_kept_private: boolean;
  SECRET_KEY: string;
  /** Former keys, newest first: they still open and verify, and seal nothing. */
  SECRET_KEY_PREVIOUS: string[];
  /** Whether the key was generated and is stored in DATA_DIR. */
  has_generated_key: boolean;
  /** Whether stand-ins answer for vendors that are not configured. Never in production. */
  SANDBOX: 'on' | 'off';
  /** Made-up people an empty lead database starts with. None in production, unless asked for. */
  SAMPLE_LEADS: number;
  /** The payment provider: see the setting. Real installations sell nothing by default. */
  BILLING: (typeof BILLING_MODES)[number];
  /** Whom the installation asks for a second factor: its ADMINs in production, unless it says otherwise. */
  REQUIRE_SECOND_FACTOR: (typeof SECOND_FACTOR_POLICIES)[number];
  is_production: boolean;
}

export class ConfigError extends Error {}

/** Reads the settings; throws `ConfigError` with one line per wrong setting. Creates `DATA_DIR`. */
export function loadConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`These settings are not right (see .env.example):\n${lines.join('\n')}`);
  }
  const settings = parsed.data;
  const isProduction = settings.NODE_ENV === 'production';
  refuseUnsafe(settings, isProduction);
  const dataDirectory = resolve(settings.DATA_DIR);
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  closeToOthers(dataDirectory);
  return {
    ...settings,
    DATA_DIR: dataDirectory,
    APP_URL: trimTrailing(settings.APP_URL ?? `http://localhost:${settings.PORT}`, '/'),
    HOST: settings.HOST ?? chooseHost(settings, isProduction),
    is_host_kept_private: isProduction && settings.HOST === undefined && typeof settings.TRUST_PROXY === 'number',
    ...chooseKeys(settings, dataDirectory),
    SANDBOX: isProduction ? 'off' : (settings.SANDBOX ?? 'on'),
    SAMPLE_LEADS: settings.SAMPLE_LEADS ?? (isProduction ? 0 : 250_000),
    BILLING: chooseBilling(settings, isProduction),
    REQUIRE_SECOND_FACTOR: settings.REQUIRE_SECOND_FACTOR ?? (isProduction ? 'admins' : 'off'),
    is_production: isProduction,
  };
}

/** Addresses that are nothing without another one. */
const NEEDS = [
  ['MIGRATION_DATABASE_URL', 'DATABASE_URL', 'the login the program works as'],
  ['DATABASE_DIRECT_URL', 'DATABASE_URL', 'the address of the pooler'],
  ['DATABASE_REPLICA_URL', 'DATABASE_URL', 'the address of its primary'],
  ['CLICKHOUSE_CLUSTER', 'CLICKHOUSE_URL', 'the address of its servers'],
] as const;

/** Settings that are each right and must not be used like that: most of them are harmless until real people depend on it. */
function refuseUnsafe(settings: Settings, isProduction: boolean): void {
  if (isProduction) refuseUnsafeInProduction(settings);
  for (const [name, needed, why] of NEEDS)
    if (settings[name] && !settings[needed]) throw new ConfigError(`${name} needs ${needed}: ${why}.`);
  refuseHalfBucket(settings);
  const weakness = isProduction && settings.SECRET_KEY ? describeWeakKey(settings.SECRET_KEY) : null;
  if (weakness) throw new ConfigError(describeRefusedKey(weakness));
}

/** With a part of its settings, files would be saved in the folder although the operator believes them in the bucket. */
function refuseHalfBucket(settings: Settings): void {
  const needed = ['FILES_S3_BUCKET', 'FILES_S3_ACCESS_KEY_ID', 'FILES_S3_SECRET_ACCESS_KEY'] as const;
  const missing = needed.filter((name) => settings[name] === undefined);
  const isWanted =
    settings.FILES_STORE === 's3' || settings.FILES_S3_ENDPOINT !== undefined || missing.length < needed.length;
  if (isWanted && missing.length > 0) throw new ConfigError(`A bucket for files also needs ${missing.join(' and ')}.`);
}

function refuseUnsafeInProduction(settings: Settings): void {
  if (settings.TIME_TRAVEL === 'on') {
    throw new ConfigError('TIME_TRAVEL=on is refused when NODE_ENV=production: real people would be written to early.');
  }
  if (settings.SANDBOX === 'on') throw new ConfigError('SANDBOX=on is refused when NODE_ENV=production.');
  if (!settings.SECRET_KEY) {
    throw new ConfigError('SECRET_KEY is required when NODE_ENV=production (32 characters or more).');
  }
  if (settings.APP_URL && !isTlsOrLoopback(settings.APP_URL)) {
    throw new ConfigError(
      'APP_URL must begin with https:// when NODE_ENV=production: over http sessions and passwords can be read on their way.',
    );
  }
}

/** A number of proxies says nothing of their addresses: only what comes from this machine is certain to come through them. */
function chooseHost({ TRUST_PROXY }: Settings, isProduction: boolean): string {
  return isProduction && typeof TRUST_PROXY !== 'number' ? '::' : '127.0.0.1';
}

/** Real installations sell nothing by default. Elsewhere the sandbox takes the money, or payment is off. */
function chooseBilling(settings: Settings, isProduction: boolean): Config['BILLING'] {
  if (isProduction && settings.BILLING === 'stripe' && !settings.STRIPE_API_KEY)
    throw new ConfigError('BILLING=stripe needs STRIPE_API_KEY (and STRIPE_WEBHOOK_SECRET, to hear of payments).');
  if (settings.BILLING) return settings.BILLING;
  if (settings.STRIPE_API_KEY) return 'stripe';
  if (isProduction) return 'unlimited';
  return settings.SANDBOX === 'off' ? 'manual' : 'stripe';
}

/** Without TLS only this very machine is spoken to. */
function isTlsOrLoopback(appUrl: string): boolean {
  const { protocol, hostname } = new URL(appUrl);
  return protocol === 'https:' || /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** Set on folders that everybody may write to, as /tmp: closing one would stop the rest of the machine. */
const STICKY = 0o1000;

/** Leads and mails lie in it: other users of the machine have no business there, even where an older version let them in. */
function closeToOthers(directory: string): void {
  if (statSync(directory).mode & STICKY) {
    throw new ConfigError(`DATA_DIR must be a folder of its own: ${directory} belongs to everybody on this machine.`);
  }
  try {
    chmodSync(directory, 0o700);
  } catch {
    // The owner of a mounted folder has decided its permissions.
  }
}

function describeRefusedKey(weakness: string): string {
  return `SECRET_KEY can be guessed: ${weakness}. Make one with: openssl rand -hex 32
  If this key was in use, set it as SECRET_KEY_PREVIOUS and run: npm run overture -- rotate-key`;
}

function chooseKeys(
  settings: Settings,
  dataDirectory: string,
): Pick<Config, 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS' | 'has_generated_key'> {
  const { SECRET_KEY, SECRET_KEY_PREVIOUS } = settings;
  if (SECRET_KEY) return { SECRET_KEY, SECRET_KEY_PREVIOUS, has_generated_key: false };
  const stored = loadGeneratedKeys(dataDirectory);
  const previous = stored.previous.map((former) => former.secret_key);
  return {
    SECRET_KEY: stored.secret_key,
    SECRET_KEY_PREVIOUS: [...previous, ...SECRET_KEY_PREVIOUS],
    has_generated_key: true,
  };
}
