import './end-with-proof.ts';
import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { pino } from 'pino';
import { armFailpoints } from '../../../server/src/slices/failpoints/index.ts';
import { runCrmWork } from '../../../server/src/slices/integrations/crm-work.job.ts';
import { createWorkerContext } from '../world/engine-context.ts';

/**
 * The product's work on one account of a CRM, in a process of its own that can be killed: at a place (FAILPOINT), or wherever it is after
 * a while (DIES_AFTER_IN_MS).
 */
const { system } = createWorkerContext({
  mailbox: createSmtpImapMailbox({ outbound_allow: '127.0.0.1' }),
  writing: process.env.CRM_HTTP as string,
  log: pino({ level: process.env.PROOF_LOG ?? 'fatal' }),
  pool_size: 4,
});
armFailpoints(process.env.FAILPOINT, false);
const diesAfter = Number(process.env.DIES_AFTER_IN_MS);
if (diesAfter > 0) setTimeout(() => process.kill(process.pid, 'SIGKILL'), diesAfter);

const signal = new AbortController().signal;
while (!signal.aborted) {
  // A job that failed is tried again.
  await runCrmWork(system, { integration_id: Number(process.env.INTEGRATION_ID) }, signal).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 100));
}
