import type { ContactFinderPort } from '@overture/adapters/contact-finder/contact-finder.port';
import type { DnsPort } from '@overture/adapters/dns/dns.port';
import { type LinkedinWorld, startLinkedinWorld } from '@overture/adapters/linkedin/testing/sandbox-world';
import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { MailSandbox } from '../../../sandbox/src/mail/mail-sandbox.ts';
import type { OutboundKind } from '../slices/action-kinds/index.ts';
import { signUpAgency } from '../slices/agency/agency.factory.ts';
import { campaignStepKind } from '../slices/campaigns/index.ts';
import { type DispatcherOptions, startDispatcher } from '../slices/outbound/dispatch/dispatcher.service.ts';
import { type HarnessOptions, startTestServer, type TestServer } from './harness.ts';
import { startWebhookServer } from './linkedin-programs.ts';
import { type MailWorld, type MailWorldOptions, startMailWorld } from './mail-world.ts';
import { startSilentMail } from './silent-mail.ts';
import { registerWebhook, stripeEnvironment } from './stripe-world.ts';

/**
 * The five worlds of server tests: stand-ins and a program that uses them, started once for a test file and stopped after it. What they
 * return can be used from the first `beforeAll` on that follows.
 */

type Started = TestServer & { stop(): Promise<void> };

function useStarted<Thing extends object>(start: () => Promise<Thing>, stop: (thing: Thing) => Promise<void>): Thing {
  let started: Thing | undefined;
  beforeAll(async () => {
    started = await start();
  }, 60_000);
  afterAll(async () => {
    if (started) await stop(started);
  });
  return new Proxy({} as Thing, { get: (_, key) => started?.[key as keyof Thing] });
}

const useServer = (start: () => Promise<Started>): TestServer => useStarted(start, (server) => server.stop());

interface MailServerOptions extends Pick<HarnessOptions, 'roles' | 'webhook_receivers'> {
  mail?: MailWorldOptions;
  environment?: Record<string, string> | ((world: MailWorld) => Record<string, string>);
}

/** Mailboxes by password and by consent, CRMs and sign-ins of Google and Microsoft. */
export function useMailWorld({ mail, environment, ...options }: MailServerOptions = {}): {
  world: MailWorld;
  server: TestServer;
} {
  const world = useStarted(
    () => startMailWorld(mail),
    (started) => started.close(),
  );
  const server = useServer(() => {
    const more = typeof environment === 'function' ? environment(world) : environment;
    return startTestServer({ ...options, environment: { ...world.environment, ...more } });
  });
  return { world, server };
}

/** Settings of a program that asks the name server of the world. */
export function resolveNames({ sandbox }: MailWorld): Record<string, string> {
  const { host, port } = sandbox.addresses.dns;
  return { DNS_SERVERS: `${host}:${port}`, TIME_TRAVEL: 'on' };
}

interface BillingOptions {
  environment?: Record<string, string>;
  /** False: the payment provider reports nothing, and the program has to ask. */
  has_webhook?: boolean;
}

/** A program that sells through the stand-in of the payment provider. */
export function useBillingWorld({ environment, has_webhook = true }: BillingOptions = {}): {
  world: MailWorld;
  server: TestServer;
} {
  const world = useStarted(startMailWorld, (started) => started.close());
  const server = useServer(async () => {
    const started = await startTestServer({
      roles: ['web', 'worker'],
      environment: { ...stripeEnvironment(world), ...environment },
    });
    const status = has_webhook ? await registerWebhook(world, started) : 200;
    if (status !== 200) throw new Error(`the stand-in refused the webhook: ${status}`);
    return started;
  });
  return { world, server };
}

type Agency = Awaited<ReturnType<typeof signUpAgency>>;

/** The world of billing, with a new agency for each test. */
export function useAgencyWorld(options?: BillingOptions): { world: MailWorld; server: TestServer; agency: Agency } {
  const { world, server } = useBillingWorld(options);
  let agency: Agency | undefined;
  beforeEach(async () => {
    agency = await signUpAgency(server);
  });
  return {
    world,
    server,
    agency: new Proxy({} as Agency, { get: (_, key) => agency?.[key as keyof Agency] }),
  };
}

/** LinkedIn and the messengers: `server` is called back by the provider, `polling` only asks it. */
export function useLinkedinWorld(): { world: LinkedinWorld; server: TestServer; polling: TestServer } {
  const world = useStarted(startLinkedinWorld, (started) => started.close());
  const server = useServer(() => startWebhookServer(world, { TIME_TRAVEL: 'on' }));
  const polling = useServer(() => startTestServer({ roles: ['web'], linkedin: world.port }));
  afterEach(() => world.control('/webhooks', { repeat: 1 }));
  return { world, server, polling };
}

function startCampaignServer(answer_timeout_in_ms: number, ports: Partial<HarnessOptions> = {}): Promise<Started> {
  return startTestServer({
    roles: ['web'],
    environment: { TIME_TRAVEL: 'on' },
    mailbox: createSmtpImapMailbox({ outbound_allow: '127.0.0.1', answer_timeout_in_ms }),
    ...ports,
  });
}

function useDispatcher(server: TestServer, kinds: readonly OutboundKind[], options: DispatcherOptions): void {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  useStarted(
    async () => startDispatcher(server.program.system, byName, options),
    (dispatcher) => dispatcher.stop(),
  );
}

interface CampaignWorldOptions {
  has_linkedin?: boolean;
  /** What each mail takes the mail server. */
  slow_in_ms?: number;
  /** After so long without a reply of it a mail is unconfirmed. */
  answer_timeout_in_ms?: number;
  poll_in_ms?: number;
  dispatcher?: DispatcherOptions;
  /** What leaves besides steps of campaigns. */
  more_kinds?: readonly OutboundKind[];
  dns?: DnsPort;
  contact_finder?: ContactFinderPort;
}

/** Campaigns on a movable clock, sent to a mail server and, if wanted, to LinkedIn: leads neither reply nor accept. */
export function useCampaignWorld({
  has_linkedin = false,
  slow_in_ms = 10,
  answer_timeout_in_ms = 30_000,
  poll_in_ms = 40,
  dispatcher = {},
  more_kinds = [],
  ...ports
}: CampaignWorldOptions = {}): { server: TestServer; mail: MailSandbox; linkedin: LinkedinWorld } {
  const start = has_linkedin ? startLinkedinWorld : async () => null;
  const linkedin = useStarted(
    async () => ({ world: await start() }),
    async ({ world }) => world?.close(),
  );
  const mail = useStarted(
    () => startSilentMail(slow_in_ms),
    (started) => started.close(),
  );
  const server = useServer(async () => {
    await linkedin.world?.control('/people', { accepts: 0, declines: 0 });
    return startCampaignServer(answer_timeout_in_ms, {
      ...(linkedin.world && { linkedin: linkedin.world.port }),
      ...ports,
    });
  });
  useDispatcher(server, [campaignStepKind, ...more_kinds], { poll_in_ms, ...dispatcher });
  return {
    server,
    mail,
    linkedin: new Proxy({} as LinkedinWorld, { get: (_, key) => linkedin.world?.[key as keyof LinkedinWorld] }),
  };
}

/** Campaigns on a movable clock; `mail.mailsTo` shows what was sent as its readers see it. */
export function useReadMailWorld(kind: OutboundKind = campaignStepKind): { server: TestServer; mail: MailWorld } {
  const mail = useStarted(startMailWorld, (started) => started.close());
  const server = useServer(() => startCampaignServer(30_000));
  useDispatcher(server, [kind], { poll_in_ms: 40 });
  return { server, mail };
}

/** What `read` returns once it is there. @throws Error naming what never happened */
export async function until<Value>(
  what: string,
  read: () => Promise<Value | null | undefined | false>,
  limit_in_ms = 45_000,
): Promise<Value> {
  const deadline = performance.now() + limit_in_ms;
  for (;;) {
    const value = await read();
    if (value) return value;
    if (performance.now() > deadline) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
