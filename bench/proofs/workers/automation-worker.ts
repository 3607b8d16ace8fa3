import './end-with-proof.ts';
import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { pino } from 'pino';
import { decideRuns } from '../../../server/src/slices/automations/runs/decide-runs.service.ts';
import { runAutomations } from '../../../server/src/slices/automations/runs/run-automations.service.ts';
import { createWorkerContext } from '../world/engine-context.ts';

/** The loops of automations in a process of its own, which ends itself with SIGKILL after a while (DIES_AFTER_IN_MS). */
const { system } = createWorkerContext({
  mailbox: createSmtpImapMailbox({ outbound_allow: '127.0.0.1' }),
  slack: process.env.SLACK_URL as string,
  log: pino({ level: process.env.PROOF_LOG ?? 'fatal' }),
  pool_size: 8,
});
const diesAfter = Number(process.env.DIES_AFTER_IN_MS);
if (diesAfter > 0) setTimeout(() => process.kill(process.pid, 'SIGKILL'), diesAfter);
const { signal } = new AbortController();
const repeat = async (loop: typeof runAutomations): Promise<void> => {
  while (!signal.aborted) {
    await loop(system, signal);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
await Promise.all([repeat(decideRuns), repeat(runAutomations)]);
