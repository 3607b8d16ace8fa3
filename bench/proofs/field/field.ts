import { startMailWorld } from '../../../server/src/testing/mail-world.ts';
import { startBenchServer } from '../../support/bench-server.ts';
import { recordProof } from '../../support/record.ts';
import { parseSize } from '../../support/size.ts';
import { countCases, judgeChecks, reportChecks } from './cases.ts';
import { runRound, VARIATIONS } from './field-round.ts';
import type { FieldStage } from './field-stage.ts';
import { checkRestarts } from './restart-run.ts';

/**
 * Forty troubles that people reported in public about other products (docs/field-cases.md), on the running program beside the sandbox,
 * then again with other names, line ends, mail programs and by Gmail. Prints case by case what came and what should have come.
 */
const world = await startMailWorld();
const server = await startBenchServer({
  ...world.environment,
  NODE_ENV: 'development',
  TIME_TRAVEL: 'on',
  SANDBOX: 'off',
  OUTBOUND_ALLOW: '127.0.0.1,localhost',
});
try {
  const stage: FieldStage = { url: server.url, owner: server.owner, world, signUp: () => server.signUp() };
  const checks = [...(await runRound(stage, { is_short: false })), await checkRestarts(parseSize('KILLS', 20))];
  process.stdout.write(`${reportChecks(checks)}\n`);
  for (const [name, run] of Object.entries(process.env.VARIATIONS === 'off' ? {} : VARIATIONS)) {
    const again = (await run(stage)).map((check) => ({ ...check, input: `${check.input} (${name})` }));
    process.stdout.write(`\nOnce more: ${name}\n${reportChecks(again, { is_short: true })}\n`);
    checks.push(...again);
  }
  const { wrong } = judgeChecks(checks, new Set());
  const result = { ...countCases(checks), inputs: checks.length, inputs_wrong: wrong.length };
  process.stdout.write(`field: ${JSON.stringify(result)}\n`);
  recordProof('field', wrong.length === 0, result);
  process.stdout.write(wrong.length === 0 ? 'PROVEN\n' : 'NOT PROVEN\n');
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await server.stop();
  await world.close();
}
