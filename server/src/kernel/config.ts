import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const flag = z.enum(['on', 'off']);

/** `2-6`: two whole numbers of seconds. */
const secondsRange = z
  .string()
  .regex(/^\d{1,4}-\d{1,4}$/, 'two numbers of seconds, as 2-6')
  .transform((text) => {
    const [min = 0, max = 0] = text.split('-').map(Number);
    return { min: Math.min(min, max), max: Math.max(min, max) };
  });

/** Every setting of the program, in one place; `.env.example` explains each. Unknown names are left alone. */
const settingsSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('::'),
  APP_URL: z.url().optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.string().optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(4).max(200).default(20),
  CLICKHOUSE_URL: z
    .url({ protocol: /^https?$/, error: 'an address like http://user:password@host:8123/database' })
    .optional(),
  LEAD_DATABASE: flag.default('on'),
  SAMPLE_LEADS: z.coerce.number().int().min(0).max(100_000_000).optional(),
  SECRET_KEY: z.string().min(32, 'at least 32 characters').optional(),
  SANDBOX: flag.optional(),
  TIME_TRAVEL: flag.default('off'),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default('Overture <overture@localhost>'),
  ADMIN_EMAIL: z.string().optional(),
  PARTNER_EMAIL_DOMAIN: z.string().optional(),
  OUTBOUND_ALLOW: z.string().default(''),
  SIGN_UPS_PER_HOUR: z.coerce.number().int().min(1).default(30),
  CSV_MAX_MB: z.coerce.number().int().min(1).max(2048).default(500),
  RESEARCH_CONCURRENCY: z.coerce.number().int().min(1).max(1000).default(20),
  RESEARCH_CONCURRENCY_PER_ORGANIZATION: z.coerce.number().int().min(1).max(1000).default(12),
  METRICS_TOKEN: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  MICROSOFT_CLIENT_ID: z.string().optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  GOOGLE_AUTH_URL: z.url().optional(),
  GOOGLE_TOKEN_URL: z.url().optional(),
  GOOGLE_API_URL: z.url().optional(),
  MICROSOFT_AUTH_URL: z.url().optional(),
  MICROSOFT_API_URL: z.url().optional(),
  TRUST_PROXY: flag.default('off'),
  LINKEDIN_READ_GAP: secondsRange.default({ min: 2, max: 6 }),
  UNIPILE_API_URL: z.url().optional(),
  UNIPILE_API_KEY: z.string().optional(),
  UNIPILE_WEBHOOK_SECRET: z.string().min(8, 'at least 8 characters').optional(),
  HUNTER_API_URL: z.url().optional(),
  HUNTER_API_KEY: z.string().optional(),
  PROSPEO_API_URL: z.url().optional(),
  PROSPEO_API_KEY: z.string().optional(),
  LUSHA_API_URL: z.url().optional(),
  LUSHA_API_KEY: z.string().optional(),
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
  SERPER_API_KEY: z.string().optional(),
  SERPER_API_URL: z.url().optional(),
  SERPAPI_API_KEY: z.string().optional(),
  SERPAPI_API_URL: z.url().optional(),
  SEARXNG_URL: z.url().optional(),
  NEWS_RSS_URL: z.url().optional(),
  SITES_PROXY_URL: z.url().optional(),
  DNS_SERVERS: z.string().default(''),
});
type Settings = z.output<typeof settingsSchema>;

export interface Config extends Omit<Settings, 'APP_URL' | 'SECRET_KEY' | 'SANDBOX' | 'SAMPLE_LEADS'> {
  APP_URL: string;
  SECRET_KEY: string;
  /** Whether stand-ins answer for vendors that are not configured. Never in production. */
  SANDBOX: 'on' | 'off';
  /** Made-up people an empty lead database starts with. None in production, unless asked for. */
  SAMPLE_LEADS: number;
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
  if (isProduction && settings.TIME_TRAVEL === 'on') {
    throw new ConfigError('TIME_TRAVEL=on is refused when NODE_ENV=production: real people would be written to early.');
  }
  if (isProduction && settings.SANDBOX === 'on')
    throw new ConfigError('SANDBOX=on is refused when NODE_ENV=production.');
  if (isProduction && !settings.SECRET_KEY) {
    throw new ConfigError('SECRET_KEY is required when NODE_ENV=production (32 characters or more).');
  }
  const dataDirectory = resolve(settings.DATA_DIR);
  mkdirSync(dataDirectory, { recursive: true });
  return {
    ...settings,
    DATA_DIR: dataDirectory,
    APP_URL: (settings.APP_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, ''),
    SECRET_KEY: settings.SECRET_KEY ?? generatedSecret(dataDirectory),
    SANDBOX: isProduction ? 'off' : (settings.SANDBOX ?? 'on'),
    SAMPLE_LEADS: settings.SAMPLE_LEADS ?? (isProduction ? 0 : 250_000),

    is_production: isProduction,
  };
}

/** A key made at first start, so that development needs no setting and sealed secrets survive a restart. */
function generatedSecret(dataDirectory: string): string {
  const file = join(dataDirectory, 'secrets.json');
  if (existsSync(file)) {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return z.object({ secret_key: z.string().min(32) }).parse(stored).secret_key;
  }
  const secret = randomBytes(32).toString('base64url');
  writeFileSync(file, `${JSON.stringify({ secret_key: secret }, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(file, 0o600);
  return secret;
}
