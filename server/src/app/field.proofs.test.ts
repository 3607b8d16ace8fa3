import { beforeAll, expect, test } from 'vitest';
import { judgeChecks } from '../../../bench/proofs/field/cases.ts';
import { runRound } from '../../../bench/proofs/field/field-round.ts';
import type { FieldStage } from '../../../bench/proofs/field/field-stage.ts';
import { NOT_YET } from '../../../bench/proofs/field/not-yet.ts';
import { useMailWorld } from '../testing/worlds.ts';

/** The short form of `bench/proofs/field/field.ts`, which does them again with other words, names and mail programs. */
const { world, server } = useMailWorld({
  roles: ['web', 'live', 'worker', 'cron'],
  environment: { TIME_TRAVEL: 'on' },
});
let stage: FieldStage;

beforeAll(() => {
  const { port } = server.program.app.server.address() as { port: number };
  stage = {
    url: `http://127.0.0.1:${port}`,
    owner: server.owner,
    world,
    signUp: async () => {
      const { token, organization_id } = await server.signUp('Mia Torres');
      return { organization_id, headers: { jwt: token ?? '' } };
    },
  };
});

test('problems from the field: each input is handled, and open failures are on the list', async () => {
  const judged = judgeChecks(await runRound(stage, { is_short: true }), NOT_YET);
  // What is done is taken off the list: it only shrinks.
  expect(judged).toEqual({ wrong: [], done: [], unknown: [] });
}, 240_000);
