import { expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { USES_OF_LEADS } from './undo-merge.store.ts';

const server = useTestServer();

/** What is deleted with a lead that is not in use: derived data, steps of what `USES_OF_LEADS` names, and what is asked by credits. */
const GOES_WITH_LEADS = [
  ...['ai_segment_texts', 'automation_runs', 'campaign_lookups', 'chat_presences', 'contact_lookups', 'crm_events'],
  ...['crm_lead_owners', 'draft_examples', 'enrichment_answers', 'import_changes', 'kanban_history'],
  ...['kanban_rule_runs', 'linkedin_members', 'message_classes', 'messaging_people', 'prospect_sources', 'test_mails'],
];

test('every table that refers to leads keeps them, or goes with them', async () => {
  const { rows } = await server.owner.query(
    `select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'prospects'::regclass order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([...USES_OF_LEADS, ...GOES_WITH_LEADS].sort());
});
