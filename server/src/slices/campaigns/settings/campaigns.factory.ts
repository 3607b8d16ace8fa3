import { api } from '@overture/contract';
import { sql } from 'kysely';
import type { Context, SystemContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import type { TestClient } from '../../../testing/harness.ts';

/** Rows for tests about other subjects: senders that never signed in, people that were not imported. */
interface World {
  program: { system: SystemContext };
}

const inside = (world: World, organizationId: number): Context => world.program.system.forOrganization(organizationId);

/** A healthy mailbox; returns its id. */
export async function makeSender(
  world: World,
  organizationId: number,
  given: { account_type?: string; tier?: string | null } = {},
): Promise<number> {
  return inside(world, organizationId).transaction(async ({ db }) => {
    const rows = await sql<{
      id: number;
    }>`insert into accounts (organization_id, account_type, status, name, email, tier)
      values (${organizationId}, ${given.account_type ?? 'IMAP'}, 'OK', 'Ada Jansen',
        ${`sender${crypto.randomUUID()}@acme.example`}, ${given.tier ?? null}) returning id`.execute(db);
    return rows.rows[0]!.id;
  });
}

export interface PersonFields {
  first_name?: string;
  last_name?: string;
  job_title?: string | null;
  email?: string | null;
  phone_number?: string | null;
  company_name?: string | null;
  location?: string | null;
  industry?: string | null;
}

/** A lead list with people in order; returns their ids. */
export async function makeList(
  world: World,
  organizationId: number,
  people: readonly PersonFields[],
): Promise<{ search_id: number; prospect_ids: number[] }> {
  return inside(world, organizationId).transaction(async ({ db }) => {
    const list = await sql<{ id: number }>`insert into searches (organization_id, name, total_prospects)
      values (${organizationId}, 'Leads', ${people.length}) returning id`.execute(db);
    const search_id = list.rows[0]!.id;
    const rows = await sql<{ id: number }>`insert into prospects
        (organization_id, first_name, last_name, job_title, email, phone_number, company_name, location, industry)
      select ${organizationId}, coalesce(first_name, ''), coalesce(last_name, ''), job_title, email, phone_number,
        company_name, location, industry
      from json_to_recordset(${toJson(people)}::json) as given (first_name text, last_name text, job_title text,
        email text, phone_number text, company_name text, location text, industry text) returning id`.execute(db);
    const prospect_ids = rows.rows.map((row) => row.id);
    // The same instant for all rows: the list is then in the order of its people.
    await sql`insert into search_prospects (organization_id, search_id, prospect_id)
      select ${organizationId}, ${search_id}, unnest(${prospect_ids}::bigint[])`.execute(db);
    return { search_id, prospect_ids };
  });
}

export async function makeCampaign(
  person: TestClient,
  given: { email_account_id?: number; message?: string; subject_line?: string; delay_in_hours?: number } = {},
): Promise<{ id: number; step_id: number }> {
  const { id } = (await person.call(api.createCampaign, { body: {} })).data.campaign;
  const added = await person.call(api.addStep, { params: { id }, body: { step: 'EMAIL' } });
  const step_id = added.data.new_step.id;
  const { email_account_id, message = 'Hi {{first_name}}', subject_line = 'Hello', delay_in_hours = 0 } = given;
  await person.call(api.updateStep, {
    params: { id, stepId: step_id },
    body: { message, subject_line, delay_in_hours },
  });
  if (email_account_id) await person.call(api.updateCampaign, { params: { id }, body: { email_account_id } });
  return { id, step_id };
}
