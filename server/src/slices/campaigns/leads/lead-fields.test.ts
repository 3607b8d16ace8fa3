import { api } from '@overture/contract';
import type { Prospect } from '@overture/contract/prospects';
import { guessLeadColumns, LEAD_TARGETS } from '@overture/domain/csv/column-guess';
import { LEAD_HEADINGS, LEAD_PLACES, leadLabel, leadValue } from '@overture/domain/leads/lead-fields';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { createList, importCsv } from '../../searches/lists.factory.ts';
import { makeCampaign } from '../settings/campaigns.factory.ts';

const server = useTestServer();

/** A value that only this field of this lead holds. */
function sample(target: (typeof LEAD_TARGETS)[number], lead: string): string {
  const name = `${target.id.replaceAll('_', '')}${lead}`;
  if (target.values === 'email') return `${name}@fields.example`;
  if (target.values === 'person') return `https://www.linkedin.com/in/${name}`;
  if (target.values === 'company') return `https://www.linkedin.com/company/${name}`;
  if (target.values === 'website') return `https://${name}.example`;
  if (target.values === 'zone') return lead === 'a' ? 'Europe/Amsterdam' : 'Europe/Berlin';
  if (target.values === 'phone') return `+3120${lead.charCodeAt(0)}0000`;
  return target.values === 'size' ? `1${lead.charCodeAt(0)}` : name;
}

const leads = ['a', 'b'] as const;
const valuesOf = (lead: string) => Object.fromEntries(LEAD_TARGETS.map((target) => [target.id, sample(target, lead)]));

async function stage() {
  const person = await server.signUp();
  // The message itself is compared, without the link to the privacy notice.
  await person.call(api.changeOrganizationSettings, { body: { adds_privacy_link: false } });
  const id = await createList(person);
  const header = LEAD_TARGETS.map((target) => leadLabel(target.id, 'file'));
  const lines = leads.map((lead) => LEAD_TARGETS.map((target) => sample(target, lead)).join(','));
  const mapping = guessLeadColumns(header) as Record<string, string>;
  const imported = await importCsv(person, id, [header.join(','), ...lines].join('\n'), { mapping });
  expect(imported.data).toMatchObject({ added_prospects: 2 });
  const campaign = await makeCampaign(person, {
    message: LEAD_PLACES.messages.map((name) => `{{${name}}}`).join('|'),
  });
  await person.call(api.addToCampaign, { params: { id }, body: { campaign: campaign.id, amount: 2 } });
  return { person, id, campaign };
}

const idsOf = (prospects: readonly Prospect[]) => prospects.map(({ id }) => id);

test('every field of a lead is imported, filtered, sorted, exported and sent as it is declared', async () => {
  const { person, id, campaign } = await stage();
  const list = { params: { id } };
  const inCampaign = { params: { id: campaign.id } };
  const [first, second] = (await person.call(api.listSearchProspects, list)).data.prospects;
  for (const field of LEAD_PLACES.import) expect(leadValue(first!, field)).toBe(valuesOf('a')[field]);
  for (const field of LEAD_PLACES.import.filter((entry) => LEAD_PLACES.filters.some((other) => other === entry))) {
    for (const [query, wanted] of [
      [{ filters: [{ column: field, operation: 'contains', value: valuesOf('b')[field]! }] }, [second!.id]],
      [{ sort_field: field, sort_direction: 'desc' }, [second!.id, first!.id]],
    ] as const) {
      const listed = await person.call(api.listSearchProspects, { ...list, query: query as object });
      expect(idsOf(listed.data.prospects)).toEqual(wanted);
      const found = await person.call(api.listCampaignLeads, { ...inCampaign, query: query as object });
      expect(idsOf(found.data.prospects)).toEqual(wanted);
    }
  }
  const row = LEAD_PLACES.export.map((field) => valuesOf('a')[field] ?? '');
  const files = [
    (await person.call(api.exportSearchProspects, { ...list, body: { export_amount: 2 } })).data,
    (await person.call(api.exportCampaignLeads, { ...inCampaign, body: { export_amount: 2 } })).data,
  ] as { csv_content: string }[];
  for (const { csv_content } of files) {
    const [heading = [], ...rows] = parse(csv_content) as string[][];
    expect(heading.slice(0, LEAD_HEADINGS.length)).toEqual(LEAD_HEADINGS);
    expect(rows.map((cells) => cells.slice(0, LEAD_HEADINGS.length))).toContainEqual(row);
  }
  const shown = await person.call(api.previewStep, {
    params: { ...inCampaign.params, stepId: campaign.step_id },
    body: { prospect_id: first!.id },
  });
  const words = LEAD_PLACES.messages.map((field) => valuesOf('a')[field]);
  expect(shown.data).toMatchObject({ message: words.join('|'), missing: [] });
});
