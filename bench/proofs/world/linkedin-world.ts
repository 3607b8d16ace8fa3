import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LinkedinWorld, startLinkedinWorld } from '@overture/adapters/linkedin/testing/sandbox-world';
import Fastify from 'fastify';
import type { SystemContext } from '../../../server/src/kernel/context.ts';
import { linkedinPaths } from '../../../server/src/slices/accounts/linkedin/linkedin-link.service.ts';
import { serveLinkedinWebhooks } from '../../../server/src/slices/accounts/linkedin/linkedin-webhooks.service.ts';

/** One thing that was really done on LinkedIn, as the stand-in's own ledger has it. */
export interface LedgerLine {
  performed_at: string;
  account_id: string;
  action: string;
  public_identifier: string;
  text: string | null;
  /** Set when the client was never told. */
  fault: string | null;
}

export interface SeatWorld extends LinkedinWorld {
  listLedger(): Promise<LedgerLine[]>;
}

/** The LinkedIn stand-in, in the proof's process, which outlives those that are killed; its ledger is a file that gets a line before each answer. */
export async function startSeatWorld(directory: string, args: string[] = []): Promise<SeatWorld> {
  const file = join(directory, 'linkedin-ledger.jsonl');
  const world = await startLinkedinWorld(['--linkedin-ledger', file, '--accept-delay', '30-90', ...args]);
  // What LinkedIn allows is not what is proved here; our own limits are.
  await world.control('/limits', { reads_per_minute: 1_000_000, visits_per_day: 1_000_000 });
  return {
    ...world,
    async listLedger() {
      const text = await readFile(file, 'utf8').catch(() => '');
      return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as LedgerLine]));
    },
  };
}

/** The product's receiver of LinkedIn's webhooks, on a port of its own. */
export async function receiveWebhooks(system: SystemContext): Promise<() => Promise<void>> {
  const app = Fastify({ forceCloseConnections: true });
  serveLinkedinWebhooks(app, system);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  await system.ports.linkedin.webhooks.registerWebhooks(`${address}${linkedinPaths.events}`);
  return () => app.close();
}
