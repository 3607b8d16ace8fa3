import { api } from '@overture/contract';
import { describe, expect, test } from 'vitest';
import { createClient, type TestClient, useTestServer } from '../../testing/harness.ts';

const server = useTestServer();

let newcomers = 0;
async function makeTeam() {
  const ada = await server.signUp('Ada Jansen');
  newcomers += 1;
  const email = `maria${newcomers}@join.example`;
  await ada.call(api.inviteMembers, { body: { emails: [email], role: 'USER' } });
  const mail = server.mails.findLast(({ to }) => to === email);
  const code = mail?.text.match(/create-password\?code=([\w-]+)/)?.[1] ?? '';
  const body = { code, password: 'battery staple', name: 'Maria Lopez' };
  const { data } = await server.anonymous.call(api.resetPassword, { body });
  return { ada, maria: createClient(server.program, data.data?.token ?? '') };
}

/** One kind of what two people change: its version, and a change of one text. */
interface Kind {
  read: (person: TestClient) => Promise<{ version: number; text: string | null }>;
  write: (
    person: TestClient,
    text: string,
    version?: number | null,
  ) => Promise<{ status: number; error: { code: string; current?: unknown } }>;
}

async function makeCampaignKind(person: TestClient): Promise<Kind> {
  const { id } = (await person.call(api.createCampaign, { body: {} })).data.campaign;
  const params = { id };
  return {
    read: async (one) => {
      const { version, name } = (await one.call(api.getCampaign, { params })).data.campaign;
      return { version, text: name };
    },
    write: (one, name, version) => one.call(api.updateCampaign, { params, body: { name, version } }),
  };
}

async function makeStepKind(person: TestClient): Promise<Kind> {
  const { id } = (await person.call(api.createCampaign, { body: {} })).data.campaign;
  const added = await person.call(api.addStep, { params: { id }, body: { step: 'EMAIL' } });
  const params = { id, stepId: added.data.new_step.id };
  return {
    read: async (one) => {
      const [step] = (await one.call(api.getCampaign, { params })).data.campaign.steps;
      return { version: step!.version, text: step!.message };
    },
    write: (one, message, version) => one.call(api.updateStep, { params, body: { message, version } }),
  };
}

async function makeListKind(person: TestClient): Promise<Kind> {
  const params = { id: (await person.call(api.createSearch, { body: { name: 'Fairs' } })).data.id };
  return {
    read: async (one) => {
      const { version, name } = (await one.call(api.getSearch, { params })).data.search;
      return { version, text: name };
    },
    write: (one, name, version) => one.call(api.renameSearch, { params, body: { name, version } }),
  };
}

async function makeOrganizationKind(): Promise<Kind> {
  return {
    read: async (one) => {
      const { version, usp_description } = (await one.call(api.getOrganization)).data.data;
      return { version, text: usp_description };
    },
    write: (one, usp_description, version) => one.call(api.updateOrganization, { body: { usp_description, version } }),
  };
}

const KINDS: [string, (person: TestClient) => Promise<Kind>][] = [
  ['a campaign', makeCampaignKind],
  ['a step', makeStepKind],
  ['a list', makeListKind],
  ['the knowledge base', makeOrganizationKind],
];

describe.each(KINDS)('two people change %s', (_, make) => {
  test('the second editor learns who was first, nothing is overwritten, and a retry works', async () => {
    const { ada, maria } = await makeTeam();
    const kind = await make(ada);
    const seen = await kind.read(ada);
    expect((await kind.write(maria, 'Hers', seen.version)).status).toBe(200);
    const refused = await kind.write(ada, 'Mine', seen.version);
    expect(refused).toMatchObject({
      status: 409,
      error: {
        code: 'changed_meanwhile',
        error: expect.stringMatching(
          /^Maria Lopez changed this in the meantime at \d\d:\d\d UTC\. Nothing was overwritten\.$/,
        ),
        details: { changed_by: 'Maria Lopez', changed_at: expect.stringMatching(/^\d{4}-.*Z$/) },
      },
    });
    expect(JSON.stringify(refused.error.current)).toContain('Hers');
    const now = await kind.read(ada);
    expect(now.text).toBe('Hers');
    expect(JSON.stringify(refused.error.current)).toContain(`"version":${now.version}`);
    expect((await kind.write(ada, 'Mine', now.version)).status).toBe(200);
    expect((await kind.read(maria)).text).toBe('Mine');
  });

  test('of two simultaneous edits one wins; without a version the last one wins', async () => {
    const { ada, maria } = await makeTeam();
    const kind = await make(ada);
    const { version } = await kind.read(ada);
    const both = await Promise.all([kind.write(ada, 'Mine', version), kind.write(maria, 'Hers', version)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const other = both.find(({ status }) => status === 409)!;
    expect(other.error.code).toBe('changed_meanwhile');
    for (const left_out of [undefined, null]) expect((await kind.write(ada, 'Last', left_out)).status).toBe(200);
    expect((await kind.read(maria)).text).toBe('Last');
  });

  test('an edit without a change conflicts with none, and another organization learns nothing', async () => {
    const { ada, maria } = await makeTeam();
    const kind = await make(ada);
    await kind.write(ada, 'Mine');
    const { version } = await kind.read(ada);
    await kind.write(maria, 'Mine', version);
    expect((await kind.read(ada)).version).toBe(version);
    const again = await kind.write(ada, 'Other', version - 1);
    expect(again.error).toMatchObject({ code: 'changed_meanwhile', details: { changed_by: 'You' } });
    const stranger = await server.signUp();
    const foreign = await kind.write(stranger, 'Theirs', 0);
    expect(JSON.stringify(foreign.error)).not.toContain('Mine');
    expect((await kind.read(ada)).text).toBe('Mine');
  });
});

test('settings and messages have versions of their own, and starting is no change of either', async () => {
  const { ada, maria } = await makeTeam();
  const { id } = (await ada.call(api.createCampaign, { body: {} })).data.campaign;
  const step = (await ada.call(api.addStep, { params: { id }, body: { step: 'EMAIL' } })).data.new_step;
  const read = async () => {
    const { campaign } = (await ada.call(api.getCampaign, { params: { id } })).data;
    return [campaign.version, campaign.steps[0]!.version];
  };
  expect(await read()).toEqual([1, 1]);
  await maria.call(api.updateStep, { params: { id, stepId: step.id }, body: { message: 'Hello' } });
  expect(await read()).toEqual([1, 2]);
  await maria.call(api.setDelay, { params: { id, stepId: step.id }, body: { delay_in_hours: 5 } });
  expect(await read()).toEqual([1, 3]);
  await maria.call(api.setCampaignsStatus, { body: { campaign_ids: [id], status: 'ARCHIVED' } });
  expect(await read()).toEqual([1, 3]);
});
