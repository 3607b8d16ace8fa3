import { recordProof } from '../../support/record.ts';
import { runWalk } from '../walk/run-walk.ts';

/**
 * What a new user does with the open platform, once at each width and in each scheme, on the running program with the sandbox: a key made in the
 * browser, the programs of the client's README, a webhook that a foreign package verifies, an automation that posts to Slack's stand-in, an
 * assistant whose campaign starts only after a click, and a connected app. `npm run prove -- n8n` runs a workflow.
 */
const WALKS = 4;
const { is_passed, walked } = runWalk('bench/proofs/open-platform/open-platform.config.ts');
const isProven = is_passed && walked.length === WALKS;
const result = { walks: walked.length, tasks: walked };
process.stdout.write(`open-platform: ${JSON.stringify(result)}\n`);
recordProof('browser/open-platform', isProven, result);
process.stdout.write(isProven ? 'PROVEN\n' : 'NOT PROVEN\n');
process.exitCode = isProven ? 0 : 1;
