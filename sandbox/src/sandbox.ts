import Fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { registerBookingsSandbox } from './bookings/bookings-sandbox.ts';
import { startClamdServer } from './clamd/clamd-server.ts';
import { createClock } from './clock.ts';
import { registerContactRoutes } from './contacts/contacts.routes.ts';
import { registerDnsRoutes } from './contacts/dns.routes.ts';
import type { AddedTexts } from './contacts/dns-records.ts';
import { startDnsServer } from './contacts/dns-server.ts';
import { type CrmSandboxOptions, registerCrmSandbox } from './crm/crm-sandbox.ts';
import { type GoogleSandboxOptions, registerGoogleSandbox } from './google/google-sandbox.ts';
import { type IdentitySandboxOptions, registerIdentitySandbox } from './identity/identity-sandbox.ts';
import { type LinkedinSandboxOptions, registerLinkedinSandbox } from './linkedin/linkedin-sandbox.ts';
import { registerLlmRoutes } from './llm/llm.routes.ts';
import { registerMailControl } from './mail/mail.control.ts';
import { registerMailRoutes } from './mail/mail.routes.ts';
import { type MailSandboxOptions, startMailSandbox } from './mail/mail-sandbox.ts';
import { type MicrosoftSandboxOptions, registerMicrosoftSandbox } from './microsoft/microsoft-sandbox.ts';
import { registerOutreachTools } from './outreach-tools/outreach-tools-sandbox.ts';
import { registerPushSandbox } from './push/push-sandbox.ts';
import { registerSlackSandbox } from './slack/slack-sandbox.ts';
import { registerStripeSandbox, type StripeSandboxOptions } from './stripe/stripe-sandbox.ts';
import { registerWebRoutes } from './web/web.routes.ts';

export type SandboxOptions = {
  port: number;
  dns_port?: number;
  clamd_port?: number;
  linkedin?: LinkedinSandboxOptions;
  google?: GoogleSandboxOptions;
  microsoft?: MicrosoftSandboxOptions;
  stripe?: StripeSandboxOptions;
  identity?: IdentitySandboxOptions;
  crm?: CrmSandboxOptions;
  mail: MailSandboxOptions;
};

type SandboxAddresses = {
  http_url: string;
  smtp: { host: string; port: number };
  imap: { host: string; port: number };
  /** A name server (UDP) in whose world every domain has a mail exchanger. */
  dns: { host: string; port: number };
  /** A virus scanner that knows the test file of EICAR. */
  clamd: { host: string; port: number };
  /** Every address is an account with this password, until a control call changes it. */
  password: string;
};

export type Sandbox = { addresses: SandboxAddresses; close(): Promise<void> };

const clockBody = z.strictObject({
  offset_in_seconds: z
    .number()
    .min(0)
    .max(100 * 365 * 86_400),
});

/** All stand-in servers of the sandbox, on loopback only. Port 0 takes a free one. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const clock = createClock();
  const mail = await startMailSandbox(options.mail, clock);
  const texts: AddedTexts = new Map();
  const dns = await startDnsServer(options.dns_port ?? 0, texts);
  const clamd = await startClamdServer({ port: options.clamd_port ?? 0 });
  const app = Fastify({ bodyLimit: 32_000_000, forceCloseConnections: true });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof z.ZodError)
      return reply.code(400).send({ error: 'Invalid request.', details: z.flattenError(error) });
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    return reply.code(status).send({ error: error instanceof Error ? error.message : 'Failed.' });
  });
  refuseForeignOrigins(app);
  app.get('/__control/clock', async () => ({ now: new Date(clock.now()).toISOString() }));
  app.post('/__control/clock', async (request) => {
    clock.setOffset(clockBody.parse(request.body).offset_in_seconds);
    // Answered after all events due in between, and the caller can continue from there.
    await mail.schedule.runDue();
    return { now: new Date(clock.now()).toISOString(), waiting: mail.schedule.size() };
  });
  registerMailControl(app, mail);
  registerMailRoutes(app, mail);
  const linkedin = options.linkedin ?? { state_file: null };
  await registerLinkedinSandbox(app, linkedin, clock, mail.schedule, mail.prospects.options);
  await registerGoogleSandbox(app, options.google ?? { state_file: null }, clock, mail);
  await registerMicrosoftSandbox(app, options.microsoft ?? { state_file: null }, clock, mail);
  await registerStripeSandbox(app, options.stripe ?? { state_file: null }, clock, mail.schedule);
  await registerIdentitySandbox(app, options.identity ?? { state_file: null });
  await registerCrmSandbox(app, options.crm ?? { state_folder: null }, clock);
  registerSlackSandbox(app);
  registerBookingsSandbox(app);
  registerPushSandbox(app);
  registerOutreachTools(app, clock);
  await registerDnsRoutes(app, texts);
  registerLlmRoutes(app);
  registerWebRoutes(app, clock);
  registerContactRoutes(app, clock);
  const http_url = await app.listen({ port: options.port, host: '127.0.0.1' });
  return {
    addresses: {
      http_url,
      smtp: { host: '127.0.0.1', port: mail.smtp_port },
      imap: { host: '127.0.0.1', port: mail.imap_port },
      dns: { host: '127.0.0.1', port: dns.port },
      clamd: { host: '127.0.0.1', port: clamd.port },
      password: options.mail.password,
    },
    async close() {
      await app.close();
      await dns.close();
      await clamd.close();
      await mail.close();
    },
  };
}

/** A web page that a developer visits must not be able to steer the sandbox: browsers send Origin with such requests. */
function refuseForeignOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin, host } = request.headers;
    if (origin !== undefined && origin !== `http://${host}`) return reply.code(403).send({ error: 'Foreign origin.' });
  });
}
