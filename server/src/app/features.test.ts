import { api } from '@overture/contract';
import type { Endpoint } from '@overture/contract/endpoint';
import {
  DEFAULT_FEATURE_FLAGS,
  FEATURE_FLAGS,
  type FeatureFlag,
  toggleFlag,
} from '@overture/domain/access/feature-flags';
import { CONDITION_KINDS } from '@overture/domain/flow/kinds/conditions';
import { STEP_KINDS } from '@overture/domain/flow/kinds/steps';
import { beforeAll, describe, expect, test } from 'vitest';
import { apiBase } from '../kernel/http/bind.ts';
import { createResearchList, startTask } from '../slices/enrichment/enrichment.factory.ts';
import { useTestServer } from '../testing/harness.ts';

/** They close what a body asks for, through calls that stay open to the rest. */
const BY_BODY: readonly FeatureFlag[] = [
  'default_ai_research_tasks_enabled',
  'custom_ai_research_tasks_enabled',
  'email_steps_enabled',
  'phone_steps_enabled',
  'linkedin_steps_enabled',
];

const server = useTestServer();
const calls = (Object.entries(api) as [string, Endpoint][]).filter(([, endpoint]) => endpoint.feature !== undefined);
let person: Awaited<ReturnType<typeof server.signUp>>;
let asked: { name: string; ask: () => Promise<{ code: string | undefined }>; needs: FeatureFlag }[];

beforeAll(async () => {
  person = await server.signUp();
  const { id } = await createResearchList(server, person, 1);
  const { data: task } = await startTask(person, id);
  const { campaign } = (await person.call(api.createCampaign, { body: { name: 'Autumn' } })).data;
  const start = (prompt_id: number) => send(api.startResearch, String(id), { prompt_id });
  asked = [
    ...calls.map(([name, endpoint]) => ({
      name,
      ask: () => send(endpoint, '999999999', {}),
      needs: endpoint.feature!,
    })),
    { name: 'startResearch of ours', ask: () => start(12), needs: 'default_ai_research_tasks_enabled' },
    { name: 'startResearch of theirs', ask: () => start(task.id), needs: 'custom_ai_research_tasks_enabled' },
    ...Object.entries({ ...STEP_KINDS, ...CONDITION_KINDS }).map(([step, { flag }]) => ({
      name: `addStep ${step}`,
      ask: () => send(api.addStep, String(campaign.id), { step }),
      needs: flag as FeatureFlag,
    })),
  ];
});

async function send({ method, path }: Pick<Endpoint, 'method' | 'path'>, id: string, payload: object) {
  const answer = await server.program.app.inject({
    method,
    url: apiBase + path.replace(/\{\w+\}/g, id),
    headers: { jwt: person.token as string },
    ...(method === 'GET' ? {} : { payload }),
  });
  return { code: answer.statusCode === 403 ? answer.json().code : undefined };
}

/** A flag that goes off takes its children with it. */
async function refusedWithout(flag: FeatureFlag | null): Promise<string[]> {
  const disabled = flag === null ? [] : [flag];
  await server.owner.query('update organizations set disabled_features = $2 where organization_id = $1', [
    person.organization_id,
    disabled,
  ]);
  const refused: string[] = [];
  for (const { name, ask } of asked) if ((await ask()).code === 'feature_disabled') refused.push(name);
  return refused;
}

describe('flags x calls', () => {
  test('each of the thirteen closes something, by a call or by what a body asks for', () => {
    const closing = new Set(calls.map(([, endpoint]) => endpoint.feature));
    expect(FEATURE_FLAGS.filter((flag) => !closing.has(flag))).toEqual(BY_BODY);
  });

  test('with all of them on nothing is closed', async () => {
    expect(await refusedWithout(null)).toEqual([]);
  });

  test.each(FEATURE_FLAGS)('%s closes what needs it or a child of it, and nothing else', async (flag) => {
    const off = Object.entries(toggleFlag(DEFAULT_FEATURE_FLAGS, flag, false)).flatMap(([name, on]) =>
      on ? [] : [name],
    );
    const expected = asked.filter(({ needs }) => off.includes(needs)).map(({ name }) => name);
    expect(expected.length).toBeGreaterThan(0);
    expect(await refusedWithout(flag)).toEqual(expected);
  });
});
