import { writeFileSync } from 'node:fs';
import { startRecorder } from './live/recorder.ts';
import { type Difference, startRun } from './live/steps.ts';
import { type Environment, LIVE_VENDORS } from './live/vendors.ts';

/** A conformance run against a real account of a vendor: `npm run live -- <vendor>` (docs/vendors.md). */
const MOST_OF_A_RUN_IN_MS = 600_000;

export type LiveReport = {
  vendor: string;
  began_at: string;
  differences: Difference[];
  /** Shapes of what came back, to hold the stand-in to: names only. */
  calls: { method: string; path: string; status: number; keys: string[] }[];
};

/** @throws Error in words for a vendor that is unknown, keys that are missing, or one that must not be used */
export async function runLive(name: string, env: Environment, say: (line: string) => void): Promise<LiveReport> {
  const vendor = Object.hasOwn(LIVE_VENDORS, name) ? LIVE_VENDORS[name] : undefined;
  if (vendor === undefined)
    throw new Error(`Usage: npm run live -- <vendor>, one of ${Object.keys(LIVE_VENDORS).join(', ')}.`);
  const missing = vendor.needs.filter((setting) => !env[setting]);
  if (missing.length > 0) throw new Error(`Set ${missing.join(', ')} to run ${name} live (docs/vendors.md).`);
  const refusal = vendor.refuses?.(env) ?? null;
  if (refusal !== null) throw new Error(refusal);
  const began_at = new Date().toISOString();
  const run = startRun(say);
  const address = vendor.address(env);
  const recorder = address === null ? null : await startRecorder(address.replace(/\/$/, ''), vendor.published);
  const deadline = setTimeout(() => {
    say('Ten minutes are over; what was made is deleted by hand.');
    process.exit(1);
  }, MOST_OF_A_RUN_IN_MS);
  try {
    say(`${name}${address === null ? '' : ` at ${address}`}`);
    await vendor.run(run, recorder?.url ?? '', env);
  } finally {
    await run.end();
    await recorder?.close();
    clearTimeout(deadline);
  }
  const unpublished = (recorder?.unpublished ?? []).map((what) => ({ step: 'published calls', what }));
  return { vendor: name, began_at, differences: [...run.differences, ...unpublished], calls: recorder?.calls ?? [] };
}

async function main([name = '', file]: string[]): Promise<void> {
  try {
    const report = await runLive(name, process.env, (line) => console.log(line));
    const path = file ?? `live-${name}.json`;
    writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
    console.log(`${report.differences.length} differences, ${report.calls.length} calls: ${path}`);
    process.exitCode = report.differences.length === 0 ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}

if (import.meta.main) await main(process.argv.slice(2));
