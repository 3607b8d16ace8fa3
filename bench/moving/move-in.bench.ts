import { pino } from 'pino';
import { startSandboxServers } from '../../adapters/src/mailbox/testing/sandbox-world.ts';
import { createOutreachTools } from '../../adapters/src/outreach-tools/outreach-tools.adapter.ts';
import { api } from '../../contract/src/index.ts';
import { runToolImports } from '../../server/src/slices/tool-imports/run-imports.service.ts';
import { startTestServer, type TestServer } from '../../server/src/testing/harness.ts';
import { startBenchDatabase } from '../support/bench-database.ts';
import { type Bench, rowsOfBench, time } from '../support/measure.ts';

const MINUTES_FOR_100_000 = 60;
const MOST_LEFT_OUT_IN_PERCENT = 2;
const LEADS_OF_A_CAMPAIGN = 2000;

/**
 * Imports BENCH_ROWS leads from the stand-in of Instantly: suppressions, leads with variables and past contacts, and drafts whose leads
 * continue at their step. Then undoes the import. The goal is for 100,000 leads.
 */
export const bench: Bench = {
  kept_as: 'moving/move-in',
  async run() {
    const sandbox = await startSandboxServers(['--port', '0', '--smtp-port', '0', '--imap-port', '0']);
    const stand_in = `${sandbox.ready.http_url}/outreach-tools`;
    const outreach_tools = createOutreachTools({ outbound_allow: '127.0.0.1', stand_in });
    const { connectionString, stop } = await startBenchDatabase();
    const nothing = async () => undefined;
    const database = { connectionString, expectNoConnections: nothing, drop: nothing };
    const server = await startTestServer({ outreach_tools, log: pino({ level: 'error' }), database });
    try {
      const world = { leads: rowsOfBench, campaigns: Math.ceil(rowsOfBench / LEADS_OF_A_CAMPAIGN) };
      await sandbox.control('/outreach-tools/instantly', { world: { ...world, suppressions: rowsOfBench / 10 } });
      return await measure(server, rowsOfBench);
    } finally {
      await server.stop();
      await stop();
      await sandbox.close();
    }
  },
};

type Person = Awaited<ReturnType<TestServer['signUp']>>;

async function measure(server: TestServer, leads: number) {
  const person = await server.signUp();
  const begun = await person.call(api.createToolImport, { body: { tool: 'instantly', api_key: 'bench' } });
  const { id } = begun.data.import;
  const read = await time(() => runUntil(server, person, id, 'review'));
  const { campaigns, import: found } = (await person.call(api.getToolImport, { params: { id } })).data;
  const continued_campaigns = campaigns.map((campaign) => campaign.id);
  await person.call(api.startToolImport, { params: { id }, body: { continued_campaigns } });
  const stored = await time(() => runUntil(server, person, id, 'finished'));
  const greeted = await countGreeted(server, person.organization_id);
  await person.call(api.undoToolImport, { params: { id } });
  const undone = await time(() => runUntil(server, person, id, 'undone'));
  const limit = (MINUTES_FOR_100_000 * 60 * leads) / 100_000;
  const total = found.rows_total ?? 0;
  const left_out = ((found.summary?.left_out ?? 0) / (total + (found.summary?.left_out ?? 0))) * 100;
  return [
    {
      what: `${leads} leads in ${campaigns.length} campaigns moved in`,
      product: `${(read + stored).toFixed(1)} s: ${read.toFixed(1)} s read, ${stored.toFixed(1)} s imported`,
      goal: `<= ${limit.toFixed(0)} s`,
      is_met: read + stored <= limit,
    },
    {
      what: 'people who were written to and would be greeted again',
      product: String(greeted),
      goal: '0',
      is_met: greeted === 0,
    },
    {
      what: 'objects that are left out, each with its reason',
      product: `${left_out.toFixed(1)} %`,
      goal: `<= ${MOST_LEFT_OUT_IN_PERCENT} %`,
      is_met: left_out <= MOST_LEFT_OUT_IN_PERCENT,
    },
    { what: 'undo of the whole import', product: `${undone.toFixed(1)} s` },
  ];
}

async function runUntil(server: TestServer, person: Person, id: number, state: string): Promise<void> {
  for (;;) {
    await runToolImports(server.program.system, new AbortController().signal);
    const { import: one } = (await person.call(api.getToolImport, { params: { id } })).data;
    if (one.state === state) return;
    if (!['reading', 'importing', 'undoing'].includes(one.state)) throw new Error(`${one.state}: ${one.note}`);
  }
}

/** Leads of drafts who were written to there, and whose first step is not skipped. */
async function countGreeted(server: TestServer, organizationId: number): Promise<number> {
  const { rows } = await server.owner.query<{ greeted: number }>(
    `select count(*)::int as greeted from campaign_leads l join past_contacts c using (prospect_id)
     where l.organization_id = $1 and l.archived_at is null and l.skipped_nodes is null`,
    [organizationId],
  );
  return rows[0]?.greeted ?? 0;
}
