import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { pino } from 'pino';
import { clockChannel, readClockOffset } from '../../server/src/app/app-info.ts';
import { checkSendingEpoch, rememberDispatches } from '../../server/src/app/sending-epoch.ts';
import { startLoop } from '../../server/src/kernel/jobs.ts';
import { createListener } from '../../server/src/kernel/listen.ts';
import { campaignStepKind } from '../../server/src/slices/campaigns/run/campaign-step.service.ts';
import { runDueSteps } from '../../server/src/slices/campaigns/run/due-steps.job.ts';
import { createOutboundSlice } from '../../server/src/slices/outbound/index.ts';
import { createEngineContext } from './engine-context.ts';

/**
 * A worker of the sending engine in a process of its own: the product's tick, dispatcher and evidence loops, without the
 * rest of the program, so that it starts quickly and can be killed hundreds of times. FAILPOINT says where it dies.
 */
const log = pino({ level: process.env.PROOF_LOG ?? 'fatal' });
const connectionString = process.env.DATABASE_URL as string;
const { system } = createEngineContext({
  connectionString,
  directory: process.env.DATA_DIR as string,
  mailbox: createSmtpImapMailbox({ outbound_allow: '127.0.0.1', answer_timeout_in_ms: 3000 }),
  log,
  pool_size: 12,
});
const followClock = async (): Promise<void> => system.clock.setOffset(await readClockOffset(system));
const listener = createListener(connectionString, log);
listener.on(clockChannel, () => void followClock().catch(() => undefined));
await followClock();
await checkSendingEpoch(system);
await listener.start();
const outbound = createOutboundSlice({
  kinds: [campaignStepKind],
  rememberDispatches,
  max_in_flight: Number(process.env.MAX_IN_FLIGHT ?? 120),
  poll_in_ms: 50,
});
for (const loop of outbound.loops ?? []) startLoop(system, { ...loop, interval_in_ms: 300 });
for (const service of outbound.services ?? []) await service.start(system);
startLoop(system, { name: 'due-steps', interval_in_ms: 50, run: async () => void (await runDueSteps(system)) });
