import { expect, test } from 'vitest';
import { isAutomationKillClean, proveAutomationKill } from '../../../../../bench/proofs/kills/automation-kill.ts';
import { startProofWorld } from '../../../../../bench/proofs/world/proof-world.ts';
import { createTestDatabase } from '../../../testing/database.ts';

/** The small form of `automation-kill`. */
test('workers killed while they run automations: each event once, no message to Slack twice', async () => {
  const database = await createTestDatabase();
  const world = await startProofWorld({ connectionString: database.connectionString });
  try {
    const verdict = await proveAutomationKill(world, 3);
    expect(verdict).toMatchObject({ stuck: 0, lost: [], repeated: [], strangers: [], untrue: [] });
    expect(isAutomationKillClean(verdict)).toBe(true);
  } finally {
    await world.close();
    await database.drop();
  }
}, 240_000);
