import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Context } from '../../../kernel/context.ts';
import { useTestServer } from '../../../testing/harness.ts';
import { countUnanswered, selectProspects } from '../../searches/index.ts';
import { makeCampaign, makeList } from '../settings/campaigns.factory.ts';
import { listSelection } from './lead-changes.service.ts';
import { exportLeads } from './lead-export.service.ts';

// Its function for duplicates takes too long.
const server = useTestServer({ is_alone: true });

test('selecting, counting and the file of a campaign name the filter that takes too long', async () => {
  await server.owner.query(`create or replace function duplicate_leads(organization bigint, same text[]) returns table (id bigint)
    language sql stable as 'select 1::bigint from pg_sleep(5)'`);
  const person = await server.signUp();
  const { search_id, prospect_ids } = await makeList(server, person.organization_id, [{ first_name: 'Ada' }]);
  const { id } = await makeCampaign(person);
  await server.owner.query(
    'insert into campaign_leads (organization_id, campaign_id, prospect_id) values ($1, $2, $3)',
    [person.organization_id, id, prospect_ids[0]],
  );
  const inside = server.program.system.forOrganization(person.organization_id);
  const hurried: Context = {
    ...inside,
    transaction: (work) =>
      inside.transaction(async (tx) => {
        await sql`select set_config('statement_timeout', '200', true)`.execute(tx.db);
        return work(tx);
      }),
  };
  const filters = [{ column: 'duplicate', operation: 'contains', value: 'email' }] as never;
  const request = { filters, amount: 1 };
  for (const [name, run] of Object.entries({
    select: () => hurried.transaction((tx) => selectProspects(tx, { ...request, search_id })),
    count: () => hurried.transaction((tx) => countUnanswered(tx, { filters, search_id, prompt_id: 1 }, null)),
    'campaign select': () => listSelection(hurried, id, request),
    'campaign export': () => exportLeads(hurried, id, { filters, export_amount: 1 }),
  }))
    await expect(run(), name).rejects.toMatchObject({ code: 'filter_too_slow', values: { filter: 'duplicates' } });
});
