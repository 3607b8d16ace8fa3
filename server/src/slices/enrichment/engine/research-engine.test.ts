import { expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import type { CellInput } from '../../research/index.ts';
import * as factory from '../enrichment.factory.ts';
import { startResearchEngine } from './research-engine.service.ts';

const server = useTestServer();

test('cells of an organization with unreadable tasks wait without using tries or slots', async () => {
  const [broken, other] = [await server.signUp(), await server.signUp()];
  for (const person of [broken, other])
    await factory.startTask(person, (await factory.createResearchList(server, person, 4)).id, {}, 4);
  const { system } = server.program;
  const context: typeof system.forOrganization = (id, user) => ({
    ...system.forOrganization(id, user),
    ...(id === broken.organization_id && {
      transaction: () => Promise.reject(new Error('these tasks cannot be read')),
    }),
  });
  const workers = { researchCell: async (_: unknown, input: CellInput) => factory.foundAtOnce(input) };
  const engine = startResearchEngine(
    { ...system, forOrganization: context },
    { ...workers, lookUpContact: workers.researchCell },
    { poll_in_ms: 5, total: 4, per_organization: 4 },
  );
  await factory.untilQuiet(server, other.organization_id);
  await engine.stop();
  const { rows } = await server.owner.query(
    'select state, attempts from enrichment_cells where organization_id = $1 limit 4',
    [broken.organization_id],
  );
  expect(rows).toEqual(Array(4).fill({ state: 'queued', attempts: 0 }));
});
