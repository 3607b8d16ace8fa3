import { api } from '@overture/contract';
import { SNIPPETS } from '@overture/domain/limits';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { DEFAULT_SEGMENTS } from './default-segments.rules.ts';

const server = useTestServer();
const SEGMENT = {
  name: 'Opening',
  instructions: 'Say what they make.',
  amount_of_sentences: 2,
  enrichment_sources: [11, 14],
};

describe('snippets', () => {
  test('defaults first, then own ones; what a lead costs; changed and deleted', async () => {
    const person = await server.signUp();
    const made = (await person.call(api.createAiSegment, { body: SEGMENT })).data.segment;
    expect(made).toMatchObject({ ...SEGMENT, organization_id: person.organization_id, cost_per_lead: 3 });
    const { segments } = (await person.call(api.listAiSegments)).data;
    expect(segments.map(({ id }) => id)).toEqual([...DEFAULT_SEGMENTS.map(({ id }) => id), made.id]);
    expect(
      segments
        .filter(({ organization_id }) => organization_id === null)
        .every(({ cost_per_lead }) => cost_per_lead > 0),
    ).toBe(true);
    const changed = {
      ...SEGMENT,
      id: made.id,
      name: '  Hello\n',
      amount_of_sentences: 5,
      enrichment_sources: [12, 12],
    };
    const answer = await person.call(api.updateAiSegment, { body: changed });
    expect(answer.data.segment).toMatchObject({
      name: 'Hello',
      amount_of_sentences: 5,
      enrichment_sources: [12],
      cost_per_lead: 1,
    });
    expect((await person.call(api.deleteAiSegment, { body: { id: made.id } })).status).toBe(200);
    expect((await person.call(api.deleteAiSegment, { body: { id: made.id } })).status).toBe(404);
    expect((await person.call(api.listAiSegments)).data.segments).toHaveLength(DEFAULT_SEGMENTS.length);
  });

  test('three added at the same moment do not pass the limit', async () => {
    const person = await server.signUp();
    await server.owner.query(
      `insert into ai_segments (organization_id, name, instructions, amount_of_sentences, enrichment_sources)
        select $1, 'Snippet', 'Say what they make.', 2, '{11}' from generate_series(1, $2)`,
      [person.organization_id, SNIPPETS.max_custom - 1],
    );
    const answers = await Promise.all([1, 2, 3].map(() => person.call(api.createAiSegment, { body: SEGMENT })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test('default snippets cannot be changed or deleted, only read', async () => {
    const person = await server.signUp();
    expect((await person.call(api.updateAiSegment, { body: { ...SEGMENT, id: 1 } })).status).toBe(403);
    expect((await person.call(api.deleteAiSegment, { body: { id: 1 } })).status).toBe(403);
    expect((await person.call(api.deleteAiSegment, { body: { id: 999 } })).status).toBe(404);
  });

  test('another organization neither sees nor changes one', async () => {
    const [owner, other] = [await server.signUp(), await server.signUp()];
    const { id } = (await owner.call(api.createAiSegment, { body: SEGMENT })).data.segment;
    expect((await other.call(api.updateAiSegment, { body: { ...SEGMENT, id, name: 'Mine' } })).status).toBe(404);
    expect((await other.call(api.deleteAiSegment, { body: { id } })).status).toBe(404);
    expect((await other.call(api.listAiSegments)).data.segments.map((segment) => segment.id)).not.toContain(id);
    expect((await owner.call(api.listAiSegments)).data.segments.at(-1)).toMatchObject({ id, name: 'Opening' });
  });

  test.each([
    ['no sentences', { amount_of_sentences: 0 }, 'validation_failed'],
    ['six sentences', { amount_of_sentences: 6 }, 'validation_failed'],
    ['half a sentence', { amount_of_sentences: 1.5 }, 'validation_failed'],
    ['no name', { name: ' \n ' }, 'bad_request'],
    ['no instructions', { instructions: ' ' }, 'bad_request'],
    ['endless instructions', { instructions: 'x'.repeat(5001) }, 'validation_failed'],
    ['no sources', { enrichment_sources: [] }, 'research_sources_missing'],
    ['a look-up as source', { enrichment_sources: [1] }, 'bad_request'],
    ['a task that does not exist', { enrichment_sources: [11, 987_654] }, 'bad_request'],
    ['a task that is no number', { enrichment_sources: ['11; drop table' as unknown as number] }, 'validation_failed'],
    ['too many sources', { enrichment_sources: Array.from({ length: 11 }, () => 11) }, 'validation_failed'],
  ])('%s is refused', async (_, change, code) => {
    const person = await server.signUp();
    const answer = await person.call(api.createAiSegment, { body: { ...SEGMENT, ...change } });
    expect(answer.error).toMatchObject({ code });
    expect((await person.call(api.listAiSegments)).data.segments).toHaveLength(DEFAULT_SEGMENTS.length);
  });

  test('the research tasks offered: built-in ones, and own ones in use', async () => {
    const person = await server.signUp();
    const names = async () => (await person.call(api.listUsedPrompts)).data.map(({ name }) => name);
    expect(await names()).toContain('Recent news');
    expect(await names()).not.toContain('FIND_EMAIL');
    const list = (await person.call(api.createSearch, { body: { name: 'Leads' } })).data.id;
    const task = { name: 'Own question', prompt: 'What do they ship?', output_type: 'SHORT_TEXT' as const };
    const body = { ...task, required_sources: ['COMPANY_WEBSITE' as const], prospect_limit: 0 };
    const { id } = (await person.call(api.startResearch, { params: { searchId: list }, body })).data;
    expect(await names()).toContain('Own question');
    await person.call(api.removeResearchColumn, { params: { searchId: list, promptId: id } });
    expect(await names()).not.toContain('Own question');
  });
});
