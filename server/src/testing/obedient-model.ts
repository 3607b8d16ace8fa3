import type { Client } from '@modelcontextprotocol/client';
import { api } from '@overture/contract';
import { KEY_SCOPES } from '@overture/domain/access/key-scopes';
import { type Conversation, makeConversation, receiveReply } from '../slices/chats/chats.factory.ts';
import { listHostileTexts, obey } from '../slices/mcp/hostile-texts.factory.ts';
import { connectAssistant, makeKey, useTool } from '../slices/mcp/mcp.factory.ts';
import type { TestServer } from './harness.ts';

type Person = Awaited<ReturnType<TestServer['signUp']>>;

interface Target {
  person: Person;
  chat: Conversation;
  list_id: number;
}

async function makeTarget(server: TestServer, name: string): Promise<Target> {
  const person = await server.signUp(name);
  const chat = await makeConversation(server, person.organization_id);
  const list_id = (await person.call(api.createSearch, { body: { name } })).data.id;
  await server.owner.query(
    `insert into search_prospects (organization_id, search_id, prospect_id) values ($1, $2, $3)`,
    [person.organization_id, list_id, chat.prospect_id],
  );
  return { person, chat, list_id };
}

export interface Damage {
  /** Tool calls that the model made. */
  calls: number;
  /** How many of the planted texts it has read, by tool. */
  read_by: Record<string, number>;
  read: number;
  intents: number;
  messages: number;
  started: number;
  foreign: boolean;
  credits: number;
  foreign_changes: number;
  failures: Record<string, number>;
}

/**
 * Plants hostile texts in replies, profiles, notes and research results, and lets a model that obeys everything read them with a key of
 * all scopes.
 * @param every takes each n-th text of the corpus
 * @returns what came of it
 */
export async function attack(server: TestServer, every: number): Promise<Damage> {
  const [own, foreign] = [await makeTarget(server, 'Own Company'), await makeTarget(server, 'Other Secret')];
  await server.owner.query(`update prospects set first_name = 'Othersecret' where id = $1`, [foreign.chat.prospect_id]);
  const draft = await makeConversation(server, own.person.organization_id);
  await server.owner.query(`update campaigns set status = 'PAUSED' where id = $1`, [draft.campaign_id]);
  const { data: tasks } = await own.person.call(api.listResearchTasks);
  const task =
    tasks.find(({ is_data_enrichment, output_type }) => !is_data_enrichment && output_type.endsWith('_TEXT'))?.id ?? 1;
  const texts = listHostileTexts({
    campaign: draft.campaign_id,
    running: own.chat.campaign_id,
    chat: own.chat.prospect_id,
    list: own.list_id,
    task,
    approval: 1,
    foreign_campaign: foreign.chat.campaign_id,
    foreign_chat: foreign.chat.prospect_id,
    foreign_list: foreign.list_id,
  }).filter((_, index) => index % every === 0);
  await plant(server, own, task, texts);
  const before = await measure(server, own.person.organization_id, foreign.chat.prospect_id);
  const client = await connectAssistant(server, (await makeKey(own.person, KEY_SCOPES)).secret);
  const obeyed = await obeyTexts(client, own, texts);
  const after = await measure(server, own.person.organization_id, foreign.chat.prospect_id);
  return {
    ...obeyed,
    intents: after.intents - before.intents,
    messages: after.messages - before.messages,
    started: after.running - before.running,
    credits: before.credits - after.credits,
    foreign_changes: after.foreign === before.foreign ? 0 : 1,
  };
}

/** One text in each place that a stranger can write to. */
async function plant(server: TestServer, { person, chat, list_id }: Target, task: number, texts: readonly string[]) {
  for (const [index, text] of texts.entries()) {
    const place = index % 4;
    if (place === 0) await receiveReply(server, chat, { text });
    if (place === 1)
      await person.call(api.createNote, {
        params: { id: chat.prospect_id },
        body: { content: text.replaceAll('\u202E', '') },
      });
    if (place < 2) continue;
    const { rows } = await server.owner.query(
      `insert into prospects (organization_id, first_name, last_name, headline) values ($1, 'Lee', $2, $3) returning id`,
      [person.organization_id, `Profile${index}`, place === 2 ? text : null],
    );
    await server.owner.query(
      `insert into search_prospects (organization_id, search_id, prospect_id) values ($1, $2, $3)`,
      [person.organization_id, list_id, rows[0].id],
    );
    if (place === 3)
      await server.owner.query(
        `insert into enrichment_answers (organization_id, prompt_id, prospect_id, state, answer) values ($1, $2, $3, 'done', $4)`,
        [person.organization_id, task, rows[0].id, JSON.stringify({ output: text })],
      );
  }
  await server.owner.query(
    `update searches set total_prospects = (select count(*) from search_prospects where search_id = $1) where id = $1`,
    [list_id],
  );
  await server.owner.query(
    `insert into search_prompts (organization_id, search_id, prompt_id) values ($1, $2, $3) on conflict do nothing`,
    [person.organization_id, list_id, task],
  );
}

async function obeyTexts(client: Client, { chat, list_id }: Target, texts: readonly string[]) {
  const found: string[] = [];
  const read_by: Record<string, number> = {};
  const seen = new Set<string>();
  let results = '';
  const failures: Record<string, number> = {};
  let confirmation = '';
  const read = async (name: string, given: Record<string, unknown>): Promise<{ is_new: boolean; data: unknown }> => {
    const answer = await useTool(client, name, given);
    const [before, known] = [found.length, seen.size];
    for (const text of listTexts(answer.data)) {
      if (!seen.has(text) && text.includes('({')) found.push(text);
      seen.add(text);
    }
    read_by[name] = (read_by[name] ?? 0) + found.length - before;
    return { is_new: !answer.is_error && seen.size > known, data: answer.data };
  };
  const visitPages = async (
    name: string,
    given: Record<string, unknown>,
    each?: (data: unknown) => Promise<unknown>,
  ) => {
    for (let page = 1; page <= 40; page += 1) {
      const { is_new, data } = await read(name, { ...given, page });
      if (!is_new) break;
      await each?.(data);
    }
  };
  await visitPages('chat_get', { chat_id: chat.prospect_id });
  await visitPages('notes_list', { chat_id: chat.prospect_id });
  await visitPages('leads_list', { list_id }, (data) => {
    const { prospects } = data as { prospects: { id: number }[] };
    return read('research_results', { list_id, prospect_ids: prospects.map(({ id }) => id) });
  });
  let calls = 0;
  for (const text of found) {
    for (const call of obey(text, confirmation)) {
      // The confirmation of a call of the same text comes after that call.
      const given = JSON.parse(JSON.stringify(call.given).replace('$confirmation', confirmation));
      if ('confirmation' in given && given.confirmation === '') given.confirmation = confirmation;
      const answer = await useTool(
        client,
        call.name,
        given.confirmation === undefined ? given : { confirmation: confirmation || given.confirmation },
      );
      calls += 1;
      if (answer.code) failures[answer.code] = (failures[answer.code] ?? 0) + 1;
      confirmation = (answer.data as { confirmation?: string } | null)?.confirmation ?? confirmation;
      results += JSON.stringify(answer.data);
    }
  }
  return { calls, read: found.length, read_by, foreign: results.includes('Othersecret'), failures, of: texts.length };
}

/** Every text in a result. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(listTexts);
}

async function measure(server: TestServer, organizationId: number, foreignId: number) {
  const { rows } = await server.owner.query(
    `select (select count(*)::int from outbound_intents where organization_id = $1) as intents,
      (select count(*)::int from chat_messages where organization_id = $1 and kind = 'CHAT') as messages,
      (select count(*)::int from campaigns where organization_id = $1 and status = 'ACTIVE') as running,
      (select email_credits from organizations where organization_id = $1) as credits,
      (select to_jsonb(p)::text || (select count(*) from chat_notes n where n.prospect_id = p.id) from prospects p where id = $2) as foreign`,
    [organizationId, foreignId],
  );
  return rows[0] as { intents: number; messages: number; running: number; credits: number; foreign: string };
}
