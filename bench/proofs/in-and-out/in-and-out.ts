import { recordProof } from '../../support/record.ts';
import { runWalk } from '../walk/run-walk.ts';

/**
 * In and out as a new user, once at each width, on the running program with the sandbox: Instantly's stand-in is moved in, a campaign continues,
 * its organization moves to a second installation and continues there, and a person who erases themselves stays erased.
 */
const WALKS = 2;
const { is_passed, walked } = runWalk('bench/proofs/in-and-out/in-and-out.config.ts');
const isProven = is_passed && walked.length === WALKS;
const result = { walks: walked.length, tasks: walked };
process.stdout.write(`in-and-out: ${JSON.stringify(result)}\n`);
recordProof('browser/in-and-out', isProven, result);
process.stdout.write(isProven ? 'PROVEN\n' : 'NOT PROVEN\n');
process.exitCode = isProven ? 0 : 1;
