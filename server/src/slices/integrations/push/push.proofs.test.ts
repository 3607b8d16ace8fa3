import { expect, test } from 'vitest';
import { isCrmKillClean, proveCrmKill } from '../../../../../bench/proofs/kills/crm-kill.ts';
import { startProofWorld } from '../../../../../bench/proofs/world/proof-world.ts';
import { createTestDatabase } from '../../../testing/database.ts';

/** The small form of `crm-kill`: one that writes people one by one behind a late search, and one that knows no reference of ours. */
test('workers killed during pushes: no lead doubled or lost, each linked to its own record', async () => {
  const database = await createTestDatabase();
  const world = await startProofWorld({ connectionString: database.connectionString });
  try {
    const leads = { PIPEDRIVE: 34, SALESFORCE: 34 };
    const verdicts = await proveCrmKill(world, { leads, kills: 2, within_in_ms: 200_000 });
    for (const verdict of Object.values(verdicts)) {
      expect(verdict).toMatchObject({ twice: 0, strangers: 0, lost: 0, mistaken: 0 });
      expect(isCrmKillClean(verdict)).toBe(true);
    }
    expect(Object.values(verdicts).some(({ kills }) => kills > 0)).toBe(true);
  } finally {
    await world.close();
    await database.drop();
  }
}, 240_000);
