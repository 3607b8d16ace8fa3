import { api } from '@overture/contract';
import { KEY_BUNDLES } from '@overture/domain/access/key-scopes';
import { beforeEach, describe, expect, test } from 'vitest';
import { createClient, type TestClient, useTestServer } from '../../testing/harness.ts';
import { type Conversation, makeConversation, receiveReply } from '../chats/chats.factory.ts';
import { connectAssistant, makeKey, type ToolAnswer, useTool } from '../mcp/mcp.factory.ts';

const server = useTestServer();
let person: TestClient & { organization_id: number; user_id: number };
let chat: Conversation;
let key: { id: number; secret: string };
let client: Awaited<ReturnType<typeof connectAssistant>>;

beforeEach(async () => {
  person = await server.signUp();
  // Messages are compared, without the link to the privacy notice.
  await person.call(api.changeOrganizationSettings, { body: { adds_privacy_link: false } });
  chat = await makeConversation(server, person.organization_id);
  await receiveReply(server, chat);
  await server.owner.query(`update campaigns set status = 'PAUSED', activated_at = now() where id = $1`, [
    chat.campaign_id,
  ]);
  key = await makeKey(person, KEY_BUNDLES.send.scopes);
  client = await connectAssistant(server, key.secret);
});

const statusOf = async (id = chat.campaign_id) =>
  (await server.owner.query('select status from campaigns where id = $1', [id])).rows[0].status;
const countMessages = async () =>
  (
    await server.owner.query(
      `select count(*)::int as total from chat_messages where prospect_id = $1 and kind = 'CHAT'`,
      [chat.prospect_id],
    )
  ).rows[0].total;
const idOf = ({ data }: ToolAnswer) => (data as { approval: { id: number } }).approval.id;
const setPolicy = (sending: 'never' | 'approval' | 'client', sends_per_day = 20) =>
  person.call(api.setAssistantPolicy, { body: { sending, sends_per_day, credits_per_day: 500 } });

async function prepare(tool: 'campaign_activate' | 'reply_send' = 'campaign_activate'): Promise<string> {
  const given =
    tool === 'campaign_activate'
      ? { campaign_id: chat.campaign_id }
      : { chat_id: chat.prospect_id, message: 'Would Tuesday suit you?' };
  const prepared = await useTool(client, `${tool}_prepare`, given);
  expect(prepared.code).toBeNull();
  return (prepared.data as { confirmation: string }).confirmation;
}

async function request(tool: 'campaign_activate' | 'reply_send' = 'campaign_activate'): Promise<number> {
  return idOf(await useTool(client, tool, { confirmation: await prepare(tool) }));
}

describe('an activation by an assistant', () => {
  test('waits for a person, who sees what would happen, and happens with the approval', async () => {
    await server.owner.query(`update campaign_nodes set message = 'Hello {{first_name}}' where campaign_id = $1`, [
      chat.campaign_id,
    ]);
    const prepared = await useTool(client, 'campaign_activate_prepare', { campaign_id: chat.campaign_id });
    expect(prepared.data).toMatchObject({
      preview: {
        source: 'preview with data of leads',
        untrusted: {
          title: expect.stringContaining('Resume the campaign'),
          messages: [{ message: 'Hello Grace' }, {}],
        },
      },
    });
    const { confirmation } = prepared.data as { confirmation: string };
    const asked = await useTool(client, 'campaign_activate', { confirmation });
    expect(asked.data).toMatchObject({ approval: { state: 'waiting', api_key: { id: key.id } } });
    expect(await statusOf()).toBe('PAUSED');
    const id = idOf(asked);
    expect((await person.call(api.listApprovals, { query: {} })).data).toMatchObject({
      waiting: 1,
      total_approvals: 1,
    });
    const approved = await person.call(api.approveApproval, { params: { id } });
    expect(approved.data.approval).toMatchObject({ state: 'done', decided_by: { id: person.user_id } });
    expect(await statusOf()).toBe('ACTIVE');
    const { events } = (await person.call(api.listSecurityEvents)).data;
    expect(events.find(({ event }) => event === 'approval_approved')).toMatchObject({
      user: { id: person.user_id },
      subject: { kind: 'approval', id },
    });
    expect((await useTool(client, 'approval_get', { approval_id: id })).data).toMatchObject({
      approval: { state: 'done' },
    });
  });

  test('happens once when two people approve at the same moment', async () => {
    const id = await request('reply_send');
    const answers = await Promise.all([1, 2, 3].map(() => person.call(api.approveApproval, { params: { id } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await countMessages()).toBe(1);
  });

  test('is void when settings, messages or leads of the campaign have changed', async () => {
    const other = await makeConversation(server, person.organization_id);
    const change = (sql: string) => server.owner.query(sql, [chat.campaign_id]);
    const changes = [
      () => person.call(api.updateCampaign, { params: { id: chat.campaign_id }, body: { name: 'Another name' } }),
      () => change(`update campaign_nodes set message = 'Something else' where campaign_id = $1`),
      () =>
        change(`update campaign_leads set campaign_id = $1, next_node_id = null, next_at = null, next_lane = null
          where campaign_id = ${other.campaign_id}`),
    ];
    for (const run of changes) {
      const id = await request();
      await run();
      const { data } = await person.call(api.approveApproval, { params: { id } });
      expect(data.approval).toMatchObject({ state: 'void', void_reason: expect.stringContaining('has changed') });
      expect(await statusOf()).toBe('PAUSED');
    }
  });

  test('and a message are void once the lead has written again', async () => {
    const id = await request('reply_send');
    await receiveReply(server, chat);
    const { data } = await person.call(api.approveApproval, { params: { id } });
    expect(data.approval).toMatchObject({ state: 'void', void_reason: expect.stringContaining('has gone on') });
    expect(await countMessages()).toBe(0);
  });

  test('is void once the key has ended', async () => {
    const id = await request();
    await person.call(api.revokeApiKey, { params: { id: key.id } });
    const { data } = await person.call(api.approveApproval, { params: { id } });
    expect(data.approval).toMatchObject({ state: 'void', void_reason: 'The API key of the assistant has ended.' });
    expect(await statusOf()).toBe('PAUSED');
  });

  test('never happens when a person refuses it, or when it expires', async () => {
    const refused = await request();
    expect((await person.call(api.refuseApproval, { params: { id: refused } })).data.approval.state).toBe('refused');
    const late = await request();
    await server.owner.query(`update approvals set expires_at = app_now() where id = $1`, [late]);
    for (const id of [refused, late])
      expect((await person.call(api.approveApproval, { params: { id } })).error.code).toBe('approval_decided');
    expect((await person.call(api.getApproval, { params: { id: late } })).data.approval.state).toBe('expired');
    expect(await statusOf()).toBe('PAUSED');
  });
});

describe('a message by an assistant', () => {
  test('is sent with the approval of a person, in their name', async () => {
    const id = await request('reply_send');
    expect(await countMessages()).toBe(0);
    await person.call(api.approveApproval, { params: { id } });
    const { rows } = await server.owner.query(
      `select message, author_user_id from chat_messages where prospect_id = $1 and kind = 'CHAT'`,
      [chat.prospect_id],
    );
    expect(rows).toEqual([{ message: 'Would Tuesday suit you?', author_user_id: person.user_id }]);
  });
});

describe('a confirmation', () => {
  test('works once, for its key, its tool and ten minutes, and only as it was issued', async () => {
    const confirmation = await prepare();
    const other = await connectAssistant(server, (await makeKey(person, KEY_BUNDLES.send.scopes)).secret);
    const wrong = [
      useTool(other, 'campaign_activate', { confirmation }),
      useTool(client, 'reply_send', { confirmation }),
      useTool(client, 'campaign_activate', { confirmation: `${confirmation}x` }),
      useTool(client, 'campaign_activate', { confirmation: confirmation.replace(/^\d+/, '1') }),
      useTool(client, 'campaign_activate', { confirmation: 'x' }),
    ];
    for (const answer of await Promise.all(wrong)) expect(answer.code).toBe('confirmation_invalid');
    const twice = await Promise.all([1, 2].map(() => useTool(client, 'campaign_activate', { confirmation })));
    expect(twice.map(({ code }) => code).sort()).toEqual(['confirmation_used', null]);
    const late = await prepare();
    await server.owner.query(`update approvals set expires_at = app_now() where state = 'prepared'`);
    expect((await useTool(client, 'campaign_activate', { confirmation: late })).code).toBe('confirmation_used');
    const changed = await prepare();
    await server.owner.query(`update approvals set parameters = '{"status": "DRAFT"}' where state = 'prepared'`);
    expect((await useTool(client, 'campaign_activate', { confirmation: changed })).code).toBe('confirmation_invalid');
  });
});

describe('the policy of the organization', () => {
  test('lets the client confirm, or lets assistants send nothing', async () => {
    await setPolicy('client');
    expect((await person.call(api.listSecurityEvents)).data.events[0]?.event).toBe('assistant_policy_changed');
    expect((await useTool(client, 'campaign_activate', { confirmation: await prepare() })).data).toMatchObject({
      approval: { state: 'done', decided_by: null },
    });
    expect(await statusOf()).toBe('ACTIVE');
    const waiting = await prepare('reply_send');
    await setPolicy('never');
    expect((await useTool(client, 'reply_send', { confirmation: waiting })).code).toBe('assistant_sending_off');
    await setPolicy('approval');
    const asked = await request('reply_send');
    await setPolicy('never');
    expect((await person.call(api.approveApproval, { params: { id: asked } })).error.code).toBe(
      'assistant_sending_off',
    );
    expect(await countMessages()).toBe(0);
  });

  test('limits the requests of a key in a day, also parallel ones', async () => {
    await setPolicy('approval', 2);
    const confirmations = [await prepare('reply_send'), await prepare('reply_send'), await prepare('reply_send')];
    const asked = await Promise.all(
      confirmations.map((confirmation) => useTool(client, 'reply_send', { confirmation })),
    );
    expect(asked.map(({ code }) => code).sort()).toEqual(['assistant_sends_used', null, null]);
  });

  test('and every decision belong to signed-in people: no key reaches them', async () => {
    const id = await request();
    const paths = [`/approvals/${id}/approve/`, `/approvals/${id}/refuse/`];
    for (const path of [...paths, '/assistants/policy/']) {
      const answer = await server.program.app.inject({
        method: path === '/assistants/policy/' ? 'PUT' : 'POST',
        url: `/api/v1${path}`,
        headers: { authorization: `Bearer ${key.secret}` },
        payload: { sending: 'client', sends_per_day: 1000, credits_per_day: 1000 },
      });
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'not_by_api_key']);
    }
    const stranger = await server.signUp();
    expect((await stranger.call(api.approveApproval, { params: { id } })).status).toBe(404);
    expect((await createClient(server.program, null).call(api.approveApproval, { params: { id } })).status).toBe(401);
    expect(await statusOf()).toBe('PAUSED');
  });
});

test('the rules for assistants change only after a recent confirmation', async () => {
  const manager = await server.signUp();
  const body = { sending: 'client' as const, sends_per_day: 500, credits_per_day: 500 };
  const change = () => manager.call(api.setAssistantPolicy, { body });
  expect((await change()).status).toBe(200);
  await server.owner.query(`update sessions set confirmed_at = app_now() - interval '1 hour' where user_id = $1`, [
    manager.user_id,
  ]);
  expect((await change()).error.code).toBe('step_up_needed');
});
