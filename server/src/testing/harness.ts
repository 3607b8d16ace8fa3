import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAppDocuments } from '@overture/adapters/app-documents/app-documents.adapter';
import { createContactFinder } from '@overture/adapters/contact-finder/contact-finder.adapter';
import type { ContactFinderPort } from '@overture/adapters/contact-finder/contact-finder.port';
import type { DnsPort } from '@overture/adapters/dns/dns.port';
import { createMissingScanner } from '@overture/adapters/file-scanner/off.adapter';
import { createOpenid } from '@overture/adapters/identity/openid/openid.adapter';
import { createSaml } from '@overture/adapters/identity/saml/saml.adapter';
import { parseOutboundAllow } from '@overture/adapters/kit/address-guard';
import type { LeadDatabasePort } from '@overture/adapters/lead-database/lead-database.port';
import { createOffLeadDatabase } from '@overture/adapters/lead-database/off.adapter';
import type { LinkedinPort } from '@overture/adapters/linkedin/linkedin.port';
import { createMissingLinkedin } from '@overture/adapters/linkedin/not-configured.adapter';
import type { LlmPort } from '@overture/adapters/llm/llm.port';
import type { MailboxPort } from '@overture/adapters/mailbox/mailbox.port';
import type { MailerPort, SystemMail } from '@overture/adapters/mailer/mailer.port';
import { createOutreachTools } from '@overture/adapters/outreach-tools/outreach-tools.adapter';
import type { OutreachToolsPort } from '@overture/adapters/outreach-tools/outreach-tools.port';
import { createPictures } from '@overture/adapters/pictures/pictures.adapter';
import type { PicturesPort } from '@overture/adapters/pictures/pictures.port';
import { createPushServices } from '@overture/adapters/push-services/push-services.adapter';
import type { SourcesPort } from '@overture/adapters/sources/sources.port';
import { createSlack } from '@overture/adapters/team-chat/slack/slack.adapter';
import type { TeamChatPort } from '@overture/adapters/team-chat/team-chat.port';
import { createWebhookReceivers } from '@overture/adapters/webhook-receivers/webhook-receivers.adapter';
import type { WebhookReceiversPort } from '@overture/adapters/webhook-receivers/webhook-receivers.port';
import type { Endpoint, EndpointInput, EndpointOutput } from '@overture/contract/endpoint';
import type { ErrorBody } from '@overture/contract/errors';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { runAdapterWork } from '../app/adapter-threads.ts';
import { createPayments } from '../app/adapters.ts';
import { createSenderDns } from '../app/contact-adapters.ts';
import { createCrms } from '../app/crm-adapters.ts';
import { openFilePlaces } from '../app/files/file-places.ts';
import { createGoogleClient, createMailboxes } from '../app/mailbox-adapters.ts';
import { createProgram, type ProcessRole, type Program } from '../app/program.ts';
import { createLlm, createResearchSources } from '../app/research-adapters.ts';
import { type Config, loadConfig } from '../kernel/config.ts';
import { openLogins } from '../kernel/db/logins.ts';
import { apiBase } from '../kernel/http/bind.ts';
import type { Log } from '../kernel/log.ts';
import { hashPassword } from '../kernel/password-hash.ts';
import { createOwner } from '../slices/auth/registration/registration.service.ts';
import { startSession } from '../slices/sessions/index.ts';
import { findUser } from '../slices/users/index.ts';
import { recordAnswers } from './answer-recorder.ts';
import { createTestDatabase, type TestDatabase, toLogins } from './database.ts';

/** A response of the API as a test reads it: `data` is not parsed, so the test asserts the raw wire shape. */
interface TestAnswer<Ok> {
  status: number;
  data: Ok;
  error: ErrorBody;
  headers: Record<string, unknown>;
}

export interface TestClient {
  token: string | null;
  call<E extends Endpoint>(
    endpoint: E,
    input?: EndpointInput<E>,
    files?: TestFile[],
  ): Promise<TestAnswer<EndpointOutput<E>>>;
}

interface SignedUp {
  user_id: number;
  organization_id: number;
  email: string;
}

interface TestFile {
  field: string;
  filename: string;
  content: Buffer | string;
  content_type: string;
}

export interface TestServer {
  program: Program;
  config: Config;
  connectionString: string;
  /** The owner of the tables, for what a test arranges and looks at; the program has no such connection. */
  owner: pg.Pool;
  /** System mails sent so far (codes, links), newest last. */
  mails: SystemMail[];
  /** A client with no session. */
  anonymous: TestClient;
  /** A new person with an organization of their own, signed in. */
  signUp(name?: string): Promise<TestClient & SignedUp>;
}

export interface HarnessOptions {
  roles?: ProcessRole[];
  environment?: Record<string, string>;
  mailbox?: MailboxPort;
  lead_database?: LeadDatabasePort;
  linkedin?: LinkedinPort;
  contact_finder?: ContactFinderPort;
  dns?: DnsPort;
  llm?: LlmPort;
  pictures?: PicturesPort;
  sources?: SourcesPort;
  outreach_tools?: OutreachToolsPort;
  team_chat?: TeamChatPort;
  webhook_receivers?: WebhookReceiversPort;
  /** Where a test hurts the database it brings its own. */
  database?: TestDatabase;
  log?: Log;
  session_memory_in_ms?: number;
  /** For a file that counts what all organizations have, or changes what they share. */
  is_alone?: boolean;
}

let shared: ReturnType<typeof startTestServer> | undefined;

/**
 * The real program on a real database, for the tests of a file. Files without options share both in their worker, which stops
 * them at its end: they see the organizations of others, as customers of one installation do. Any option starts a program and a
 * database for the file alone, stopped after it. Reads are lazy: use inside tests.
 */
export function useTestServer(options?: HarnessOptions): TestServer {
  let started: (TestServer & { stop(): Promise<void> }) | null = null;
  beforeAll(async () => {
    if (options) {
      started = await startTestServer(options);
      return;
    }
    shared ??= startTestServer();
    started = await shared;
    started.mails.length = 0;
    await started.owner.query('truncate rate_limits');
  });
  afterAll(async () => {
    if (options) await started?.stop();
  });
  return new Proxy({} as TestServer, { get: (_, key) => started?.[key as keyof TestServer] });
}

/** No provider, and a name server that never answers: tests of contact look-ups bring their own. */
const NO_CONTACT_PROVIDERS = {
  hunter: null,
  prospeo: null,
  lusha: null,
  outbound_allow: '',
  dns_servers: ['127.0.0.1:9'],
  smtp_probe: null,
};

/** Providers that must be asked are asked often: a test waits for its mail, not for the next look. */
function makeMailboxes(config: Config, given: MailboxPort | undefined): ReturnType<typeof createMailboxes> {
  const { mailbox, mail_oauth, placement } = createMailboxes(config, null, config.OUTBOUND_ALLOW);
  const inHaste: MailboxPort = {
    ...mailbox,
    openMailboxSync: (connection, cursor, handlers, options) =>
      mailbox.openMailboxSync(connection, cursor, handlers, { ...options, poll_inbox_interval_in_ms: 200 }),
  };
  return { mailbox: given ?? inHaste, mail_oauth, placement };
}

/** Servers of one database share its logins, despite different keys. */
const LOGIN_KEY = 'a key for the logins of tests, one for all';

let people = 0;

export async function startTestServer(options: HarnessOptions = {}): Promise<TestServer & { stop(): Promise<void> }> {
  const database = options.database ?? (await createTestDatabase());
  const directory = await mkdtemp(join(tmpdir(), 'overture-data-'));
  const config = loadConfig({
    NODE_ENV: 'test',
    DATA_DIR: directory,
    PORT: '0',
    HOST: '127.0.0.1',
    APP_URL: 'http://localhost',
    SIGN_UPS_PER_HOUR: '100000',
    REQUESTS_PER_SECOND: '100000',
    KEY_REQUESTS_PER_SECOND: '100000',
    STRANGER_REQUESTS_PER_MINUTE: '10000000',
    OUTBOUND_ALLOW: '127.0.0.1,localhost',
    DNS_SERVERS: NO_CONTACT_PROVIDERS.dns_servers.join(),
    BILLING: 'manual',
    DATABASE_POOL_SIZE: '12',
    ...options.environment,
  });
  const log = options.log ?? pino({ level: process.env.TEST_LOG ?? 'fatal' });
  const mails: SystemMail[] = [];
  const mailer: MailerPort = {
    sendSystemMail: async (mail) => {
      await mail.before_handover?.();
      mails.push(mail);
    },
    check: async () => undefined,
    close: async () => undefined,
  };
  const program = await createProgram({
    config,
    log,
    logins: options.database
      ? await openLogins(
          {
            address: database.connectionString,
            replica_address: config.DATABASE_REPLICA_URL,
            secret_key: LOGIN_KEY,
            runs_jobs: true,
            is_embedded: true,
          },
          log,
        )
      : toLogins(database.connectionString),
    roles: options.roles ?? ['web', 'live'],
    concurrency: 2,
    session_memory_in_ms: options.session_memory_in_ms ?? 0,
    installation: { sandboxed: [], sandbox_url: null, sandbox_mail: null, onClockMoved: async () => undefined },
    ports: {
      mailer,
      contact_finder: options.contact_finder ?? createContactFinder(NO_CONTACT_PROVIDERS),
      crm: createCrms(config, null, config.OUTBOUND_ALLOW),
      lead_database: options.lead_database ?? createOffLeadDatabase('The lead database is not started.'),
      linkedin: options.linkedin ?? createMissingLinkedin(),
      identity: createOpenid({ allow: parseOutboundAllow(config.OUTBOUND_ALLOW) }),
      saml: createSaml({ allow: parseOutboundAllow(config.OUTBOUND_ALLOW), runWork: runAdapterWork }),
      google_client: createGoogleClient(config, null),
      llm: options.llm ?? createLlm(config, null),
      outreach_tools:
        options.outreach_tools ?? createOutreachTools({ outbound_allow: config.OUTBOUND_ALLOW, stand_in: null }),
      payments: createPayments(config, null, config.OUTBOUND_ALLOW),
      pictures: options.pictures ?? createPictures({ outbound_allow: config.OUTBOUND_ALLOW }),
      sources: options.sources ?? createResearchSources(config, null, config.OUTBOUND_ALLOW, createMissingLinkedin()),
      app_documents: createAppDocuments({ outbound_allow: config.OUTBOUND_ALLOW, requires_https: false }),
      team_chat: options.team_chat ?? createSlack({ outbound_allow: config.OUTBOUND_ALLOW }),
      file_scanner: createMissingScanner(),
      push_services: createPushServices({ outbound_allow: config.OUTBOUND_ALLOW, requires_https: false }),
      webhook_receivers:
        options.webhook_receivers ??
        createWebhookReceivers({ outbound_allow: config.OUTBOUND_ALLOW, requires_https: false }),
      ...makeMailboxes(config, options.mailbox),
      dns: options.dns ?? createSenderDns(config, null),
      files: openFilePlaces(config).files,
    },
  });
  if (process.env.RECORD_ANSWERS) recordAnswers(program.app, process.env.RECORD_ANSWERS);
  await program.listen();
  const owner = new pg.Pool({ connectionString: database.connectionString, max: 4, options: '-c timezone=UTC' });
  owner.on('error', () => undefined); // a test may end its connections
  const server = {
    program,
    config,
    connectionString: database.connectionString,
    owner,
    mails,
    anonymous: createClient(program, null),
    async signUp(name?: string) {
      const { token, ...person } = await signUp(program, name);
      return { ...createClient(program, token), ...person };
    },
    async stop() {
      await program.stop();
      await owner.end();
      await database.expectNoConnections();
      await database.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
  return server;
}

/** A client that speaks to the program in process, through the same routes and validation as over the wire. */
export function createClient(program: Program, token: string | null): TestClient {
  return {
    token,
    async call(endpoint, input = {} as never, files = []) {
      const { params, query, body } = input as {
        params?: Record<string, unknown>;
        query?: Record<string, unknown>;
        body?: unknown;
      };
      const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
      const multipart = endpoint.multipart ? encodeMultipart(body as Record<string, unknown>, files) : null;
      const response = await program.app.inject({
        method: endpoint.method,
        url: apiBase + path,
        query: encodeQuery(query ?? {}),
        headers: { ...(token ? { jwt: token } : {}), ...(multipart ? { 'content-type': multipart.content_type } : {}) },
        ...(multipart
          ? { payload: multipart.payload }
          : endpoint.method === 'GET'
            ? {}
            : { payload: (body ?? {}) as object }),
      });
      const isJson = String(response.headers['content-type']).includes('json');
      const parsed = isJson ? response.json() : response.body;
      return { status: response.statusCode, data: parsed, error: parsed, headers: response.headers };
    },
  };
}

function encodeQuery(query: Record<string, unknown>): Record<string, string | string[]> {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object')) return [key, value.map(String)];
      return [key, typeof value === 'object' ? JSON.stringify(value) : String(value)];
    }),
  );
}

function encodeMultipart(
  fields: Record<string, unknown>,
  files: TestFile[],
): { content_type: string; payload: Buffer } {
  const boundary = 'overture-test-boundary';
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(fields ?? {})) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    parts.push(Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`));
  }
  for (const file of files) {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${file.field}"; filename="${file.filename}"\r\ncontent-type: ${file.content_type}\r\n\r\n`;
    parts.push(Buffer.from(head), Buffer.from(file.content as string), Buffer.from('\r\n'));
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { content_type: `multipart/form-data; boundary=${boundary}`, payload: Buffer.concat(parts) };
}

/**
 * Thousands sign up in a run: the person, organization and session are those that a confirmed code makes, without the mail, the hash
 * of 17 ms and the answer of the call, which took half the work of a test that hardly does more.
 */
let passwordHash: Promise<string> | undefined;

async function signUp({ system }: Program, name = 'Ada Jansen'): Promise<{ token: string } & SignedUp> {
  people += 1;
  const email = `person${people}@company${people}.example`;
  passwordHash ??= hashPassword('correct horse');
  const hash = await passwordHash;
  const person = await system.systemTransaction(async (tx) => {
    const user_id = await createOwner(tx, { email, name, referral_code: null, time_zone: null }, hash);
    const user = user_id && (await findUser(tx, user_id));
    if (!user) throw new Error(`${email} is taken already`);
    return { user_id: user.id, organization_id: user.organization_id, email };
  });
  const { token } = await startSession(system, { ...person, method: 'code', has_second_factor: false });
  return { token, ...person };
}
