import './end-with-proof.ts';
import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { pino } from 'pino';
import { startResearchEngine } from '../../../server/src/slices/enrichment/engine/research-engine.service.ts';
import type { CellInput, CellOutcome } from '../../../server/src/slices/research/index.ts';
import { createWorkerContext } from '../world/engine-context.ts';

/** The product's research engine in a process of its own that can be killed; the work itself takes a moment and no vendor. */
const { system } = createWorkerContext({
  mailbox: createSmtpImapMailbox({ outbound_allow: '127.0.0.1' }),
  log: pino({ level: process.env.PROOF_LOG ?? 'fatal' }),
  pool_size: 8,
});

/** Seven of ten leads bring a result; the others find nothing, fail, or are asked to wait. */
async function work({ prospect }: CellInput): Promise<CellOutcome> {
  await new Promise((resolve) => setTimeout(resolve, 20 + (prospect.id % 40)));
  const findings = { explanation: '', sources: [] };
  switch (prospect.id % 10) {
    case 0:
      return { kind: 'not_found', ...findings };
    case 1:
      return { kind: 'failed', error: 'refused' };
    case 2:
      if (Math.random() < 0.5) return { kind: 'postponed', until: new Date(), reason: 'busy' };
      return { kind: 'found', output: 'late', ...findings };
    default:
      return { kind: 'found', output: `answer ${prospect.id}`, ...findings };
  }
}

startResearchEngine(
  system,
  { researchCell: (_, input) => work(input), lookUpContact: (_, input) => work(input) },
  { total: 60, per_organization: 60, poll_in_ms: 50 },
);
