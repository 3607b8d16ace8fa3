import './end-with-proof.ts';
import { createUnipileLinkedin } from '@overture/adapters/linkedin/unipile/unipile.adapter';
import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { sql } from 'kysely';
import { pino } from 'pino';
import { checkSendingEpoch, rememberDispatches } from '../../../server/src/app/sending-epoch.ts';
import { createListener } from '../../../server/src/kernel/listen.ts';
import { dispatchEvents } from '../../../server/src/kernel/relay.ts';
import { processLinkedinEvents } from '../../../server/src/slices/accounts/linkedin/linkedin-seats.service.ts';
import { pollLinkedin } from '../../../server/src/slices/accounts/linkedin/poll-linkedin.service.ts';
import { aiSegmentsSlice } from '../../../server/src/slices/ai-segments/index.ts';
import { campaignStepKind } from '../../../server/src/slices/campaigns/run/dispatch/campaign-step.service.ts';
import { requestUpcomingSnippets } from '../../../server/src/slices/campaigns/run/dispatch/snippets.service.ts';
import { campaignRunsSlice } from '../../../server/src/slices/campaigns/run/index.ts';
import { runDueSteps } from '../../../server/src/slices/campaigns/run/planning/due-steps.job.ts';
import { chatMessageKind, chatsSlice } from '../../../server/src/slices/chats/index.ts';
import { createOutboundSlice } from '../../../server/src/slices/outbound/index.ts';
import { createWorkerContext, followClock } from '../world/engine-context.ts';

/**
 * A worker of the sending engine in its own process: the product's tick, dispatcher and evidence loops, without the
 * rest of the program, which makes starts fast enough for hundreds of kills. FAILPOINT names the place where it dies.
 */
const log = pino({ level: process.env.PROOF_LOG ?? 'fatal' });
const connectionString = process.env.DATABASE_URL as string;
const connections = Number(process.env.CONNECTIONS ?? 3);
const seats = process.env.UNIPILE_API_URL;
const SANDBOX_SEATS = { api_key: 'sandbox', webhook_secret: 'not heard here', timeout_in_ms: 2000 };
const smtp = createSmtpImapMailbox({
  outbound_allow: '127.0.0.1',
  answer_timeout_in_ms: 3000,
  max_connections_per_account: connections,
});
const apis = process.env.MAIL_APIS_URL;
// Loaded on demand: it imports the stand-ins of both providers, three hundred modules.
const mailApis = apis ? await import('../world/mail-apis.ts') : null;
const writing = process.env.WRITING_HTTP;
const { system, databases } = createWorkerContext({
  ...(apis && mailApis ? mailApis.connectMailApis(apis, smtp, 1500) : { mailbox: smtp }),
  ...(seats ? { linkedin: createUnipileLinkedin({ api_url: seats, ...SANDBOX_SEATS }) } : {}),
  ...(writing ? { writing } : {}),
  log,
  pool_size: 12,
});
/** The same as kernel/jobs without the job queue: a proof does not need it, and it would slow down every start. */
const loop = (intervalInMs: number, work: () => Promise<unknown>): void => {
  const turn = (): void =>
    void work()
      .catch((error) => log.error({ err: error }))
      .finally(() => setTimeout(turn, intervalInMs));
  turn();
};
const listener = createListener(connectionString, log, databases.health);
listener.on('overture_clock', () => void followClock(system).catch(() => undefined));
await followClock(system);
await checkSendingEpoch(system);
await listener.start();
const outbound = createOutboundSlice({
  kinds: [campaignStepKind, chatMessageKind],
  rememberDispatches,
  max_in_flight: Number(process.env.MAX_IN_FLIGHT ?? 120),
  poll_in_ms: 50,
  connections_per_account: connections,
});
const signal = new AbortController().signal;
for (const { run } of outbound.loops ?? []) loop(300, () => run(system, signal));
for (const service of outbound.services ?? []) await service.start(system);
loop(50, () => runDueSteps(system));
if (writing) {
  loop(300, () => requestUpcomingSnippets(system));
  for (const { run } of aiSegmentsSlice.loops ?? []) loop(200, () => run(system, signal));
}
if (seats) {
  // LinkedIn updates: stored webhooks, polled lists, and their effects on campaigns and chats.
  loop(100, async () => {
    const waiting = await system.systemTransaction(({ db }) =>
      sql<{
        id: number;
      }>`select distinct organization_id as id from linkedin_events where processed_at is null`.execute(db),
    );
    for (const { id } of waiting.rows) await processLinkedinEvents(system.forOrganization(id));
  });
  loop(500, () => pollLinkedin(system, signal));
  loop(50, () => dispatchEvents(system, [campaignRunsSlice.on ?? {}, chatsSlice.on ?? {}]));
}
