import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import type { Browser } from '@playwright/test';
import type pg from 'pg';
import { pino } from 'pino';
import type { SystemContext } from '../../server/src/kernel/context.ts';
import { createEngineContext } from '../proofs/world/engine-context.ts';
import { type ProofWorld, startProofWorld } from '../proofs/world/proof-world.ts';
import { startBenchDatabase } from './bench-database.ts';
import { type BenchServer, startBenchServer } from './bench-server.ts';

/**
 * Measures the real program in a process of its own. It ends with the measuring, and so does its database.
 * @param environment, prepare as for `startBenchServer`
 */
export async function measureServer<Result>(
  measure: (server: BenchServer) => Promise<Result>,
  ...given: Parameters<typeof startBenchServer>
): Promise<Result> {
  const server = await startBenchServer(...given);
  try {
    return await measure(server);
  } finally {
    await server.stop();
  }
}

/** Measures a bench server in a real Chromium (`CHROMIUM_PATH`, or Playwright's own); both end with it. */
export function measureBrowser<Result>(
  measure: (server: BenchServer, browser: Browser) => Promise<Result>,
  environment: Record<string, string> = {},
): Promise<Result> {
  return measureServer(async (server) => {
    const { chromium } = await import('@playwright/test');
    const executablePath = process.env.CHROMIUM_PATH;
    const browser = await chromium.launch({
      args: ['--no-sandbox', '--disable-gpu'],
      ...(executablePath ? { executablePath } : {}),
    });
    try {
      return await measure(server, browser);
    } finally {
      await browser.close();
    }
  }, environment);
}

/** Measures services of the engine in this process, beside a mail server and workers of their own. */
export async function measureWorld<Result>(measure: (world: ProofWorld) => Promise<Result>): Promise<Result> {
  const world = await startProofWorld();
  try {
    return await measure(world);
  } finally {
    await world.close();
  }
}

/** Measures services of the engine in this process, on a database alone. */
export async function measureEngine<Result>(
  measure: (client: pg.Client, system: SystemContext) => Promise<Result>,
): Promise<Result> {
  const { connectionString, directory, owner, stop } = await startBenchDatabase();
  const mailbox = createSmtpImapMailbox();
  const log = pino({ level: 'error' });
  const { system, databases } = createEngineContext({ connectionString, directory, mailbox, log });
  try {
    return await measure(owner, system);
  } finally {
    await databases.close();
    await mailbox.close();
    await stop();
  }
}
