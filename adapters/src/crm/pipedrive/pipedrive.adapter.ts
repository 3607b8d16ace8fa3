import { timingSafeEqual } from 'node:crypto';
import type { AddDealRequest, UpdateDealRequest, UpdatePersonRequest } from 'pipedrive/v2';
import { z } from 'zod';
import { ProviderError } from '../../kit/errors.ts';
import { exactly } from '../../kit/exactly.ts';
import { parseRetryAfter, type ReadRefusal } from '../../mailbox/oauth/mail-http.api.ts';
import type {
  CrmConnection,
  CrmDeal,
  CrmDeals,
  CrmNotes,
  CrmOwners,
  CrmPort,
  CrmReading,
  CrmStage,
  CrmTarget,
} from '../crm.port.ts';
import { type CrmHttp, type CrmSettings, createCrmHttp, createCrmOauth, deleteAt, shorten } from '../crm-http.api.ts';
import { hasMarker, writeNoteHtml } from '../note-text.transform.ts';
import { parseFields, presentPerson } from './person.transform.ts';
import { pipedriveManifest } from './pipedrive.manifest.ts';
import { findPersons, listPersonFields, makeReference, manyPersons, writePerson } from './pipedrive-persons.api.ts';

const id = z.coerce.string().regex(/^\d{1,20}$/);
const anything = z.unknown();
const userSchema = z.object({
  data: z.object({
    company_id: id,
    company_name: z.string().max(300).nullish(),
    company_domain: z.string().max(200).nullish(),
  }),
});
const usersSchema = z.object({
  data: z
    .array(
      z.object({
        id,
        email: z.string().nullish(),
        name: z.string().max(300).nullish(),
        active_flag: z.boolean().optional(),
      }),
    )
    .max(1_000)
    .nullable(),
});
const notesSchema = z.object({
  data: z
    .array(z.object({ content: z.string().nullish() }))
    .max(500)
    .nullable(),
});
const dealsSchema = z.object({
  data: z
    .array(z.object({ id, title: z.string().nullish(), status: z.string().nullish() }))
    .max(500)
    .nullable(),
});
const stagesSchema = z.object({
  data: z
    .array(z.object({ id, name: z.string().max(300), pipeline_id: id.nullish() }))
    .max(500)
    .nullable(),
});
const pipelinesSchema = z.object({
  data: z
    .array(z.object({ id, name: z.string().max(300) }))
    .max(500)
    .nullable(),
});
const problemSchema = z.object({
  error: z.string().nullish(),
  message: z.string().nullish(),
  code: z.string().nullish(),
});
const uninstallSchema = z.object({ company_id: id });

export function createPipedrive(settings: CrmSettings): CrmPort {
  const auth = settings.auth_url ?? pipedriveManifest.addresses.auth;
  const http = createCrmHttp(pipedriveManifest, settings, parseRefusal);
  const oauth = createCrmOauth(
    pipedriveManifest,
    {
      authorize_url: `${auth}/authorize`,
      token_url: `${auth}/token`,
      revoke_url: `${auth}/revoke`,
      authorize_parameters: {},
      client_auth: 'basic',
    },
    settings,
  );
  const organizations = new WeakMap<object, Map<string, string>>();
  return {
    manifest: pipedriveManifest,
    oauth: { ...oauth, readUninstall: (given) => parseUninstall(settings, given) },
    ...accountOf(http),
    async prepareTarget(connection) {
      const reference = await makeReference(http, connection);
      const fields = parseFields(await listPersonFields(http, connection));
      const linkedin_field = fields.find(({ label }) => /linkedin/i.test(label))?.name ?? null;
      organizations.set(connection, new Map());
      return { board_id: null, fields, ...reference, email_field: 'email', linkedin_field };
    },
    findContacts: (connection, target, searched) => findPersons(http, connection, target, searched),
    writeContacts: (connection, target, writes) =>
      writePersons(http, connection, target, writes, organizations.get(connection) ?? new Map()),
    ...notesOf(http),
    ...dealsOf(http),
    ...ownersOf(http),
    listPeople: (connection, target, given) => listPeople(http, connection, target.linkedin_field, given),
    async close() {
      await http.close();
      await oauth.close();
    },
  };
}

function accountOf(http: CrmHttp): Omit<CrmReading, 'prepareTarget'> {
  return {
    async readAccount(connection) {
      const { data } = await http.read(connection, userSchema, { path: '/api/v1/users/me', effect: 'repeatable' });
      const url = data.company_domain ? `https://${data.company_domain}.pipedrive.com` : null;
      return { id: data.company_id, name: data.company_name ?? `Company ${data.company_id}`, url };
    },
    listFields: async (connection) => parseFields(await listPersonFields(http, connection)).slice(0, 2_000),
    listBoards: async () => [],
  };
}

function notesOf(http: CrmHttp): CrmNotes {
  return {
    async hasNote(connection, { record_id, marker }) {
      const path = `/api/v1/notes?person_id=${encodeURIComponent(record_id)}&limit=100&sort=add_time%20DESC`;
      const { data } = await http.read(connection, notesSchema, { path, effect: 'repeatable' });
      return data?.some(({ content }) => hasMarker(content, marker)) === true;
    },
    async writeNote(connection, { record_id, at, ...note }) {
      const add_time = at.toISOString().slice(0, 19).replace('T', ' ');
      const json = { content: writeNoteHtml(note), person_id: Number(record_id), add_time };
      await http.read(connection, anything, { path: '/api/v1/notes', json, effect: 'sends' });
    },
  };
}

function dealsOf(http: CrmHttp): CrmDeals {
  return {
    listStages: (connection) => listStages(http, connection),
    hasDeal: async (connection, _target, deal) => (await findDeal(http, connection, deal)) !== undefined,
    openDeal: (connection, _target, deal) => openDeal(http, connection, deal),
    async setStage(connection, _target, deal) {
      const mine = await findDeal(http, connection, deal);
      if (mine === undefined) return openDeal(http, connection, deal);
      if ((mine.status ?? 'open') !== 'open') return;
      const path = `/api/v2/deals/${encodeURIComponent(mine.id)}`;
      const json = exactly<UpdateDealRequest>()({ stage_id: Number(deal.stage) });
      await http.read(connection, anything, { path, method: 'PATCH', json, effect: 'repeatable' });
    },
    async markDoNotContact(connection, _target, { record_id }) {
      const path = `/api/v2/persons/${encodeURIComponent(record_id)}`;
      const json = exactly<UpdatePersonRequest>()({ marketing_status: 'unsubscribed' });
      await http.read(connection, anything, { path, method: 'PATCH', json, effect: 'repeatable' });
    },
    deleteContact: (connection, record_id) =>
      deleteAt(http, connection, `/api/v2/persons/${encodeURIComponent(record_id)}`),
  };
}

/** The one we opened, by its title; of very many deals the newest are looked at. */
async function findDeal(http: CrmHttp, connection: CrmConnection, { record_id, title }: CrmDeal) {
  const path = `/api/v2/deals?person_id=${encodeURIComponent(record_id)}&limit=500&sort_by=add_time&sort_direction=desc`;
  const { data } = await http.read(connection, dealsSchema, { path, effect: 'repeatable' });
  return data?.find((deal) => deal.title === title);
}

async function openDeal(
  http: CrmHttp,
  connection: CrmConnection,
  { record_id, title, stage, owner_id }: CrmDeal,
): Promise<void> {
  const json = exactly<AddDealRequest>()({
    title,
    person_id: Number(record_id),
    ...(stage === null ? {} : { stage_id: Number(stage) }),
    ...(owner_id === null ? {} : { owner_id: Number(owner_id) }),
  });
  await http.read(connection, anything, { path: '/api/v2/deals', json, effect: 'sends' });
}

function ownersOf(http: CrmHttp): CrmOwners {
  const list = async (connection: CrmConnection) =>
    (await http.read(connection, usersSchema, { path: '/api/v1/users', effect: 'repeatable' })).data ?? [];
  return {
    async findOwner(connection, email) {
      const users = await list(connection);
      return users.find((user) => user.email?.toLowerCase() === email.toLowerCase())?.id ?? null;
    },
    async listOwners(connection) {
      const users = (await list(connection)).filter(({ active_flag }) => active_flag !== false);
      return users.slice(0, 500).map((user) => ({
        id: user.id,
        name: user.name || user.email || user.id,
        email: user.email ?? null,
      }));
    },
  };
}

async function writePersons(
  http: CrmHttp,
  connection: CrmConnection,
  target: CrmTarget,
  writes: Parameters<CrmPort['writeContacts']>[2],
  known: Map<string, string>,
): ReturnType<CrmPort['writeContacts']> {
  const outcomes = [];
  for (const write of writes) outcomes.push(await writePerson(http, connection, target, write, known));
  return outcomes;
}

async function listStages(http: CrmHttp, connection: CrmConnection): Promise<CrmStage[]> {
  const stages = await http.read(connection, stagesSchema, { path: '/api/v2/stages?limit=500', effect: 'repeatable' });
  const pipelines = await http.read(connection, pipelinesSchema, {
    path: '/api/v2/pipelines?limit=500',
    effect: 'repeatable',
  });
  // Stages of several pipelines may have one name.
  const names = new Map((pipelines.data ?? []).map((pipeline) => [pipeline.id, pipeline.name]));
  return (stages.data ?? []).map((stage) => {
    const pipeline = names.get(stage.pipeline_id ?? '');
    return { id: stage.id, label: pipeline === undefined ? stage.name : `${pipeline}: ${stage.name}` };
  });
}

async function listPeople(
  http: CrmHttp,
  connection: CrmConnection,
  linkedin_field: string | null,
  { since, next }: { since: Date | null; next: string | null },
): ReturnType<CrmPort['listPeople']> {
  const query = new URLSearchParams({
    limit: String(pipedriveManifest.limits.people_per_page),
    include_fields: 'open_deals_count,won_deals_count,marketing_status',
    sort_by: 'update_time',
    ...(since === null ? {} : { updated_since: since.toISOString().replace(/\.\d+/, '') }),
    ...(next === null ? {} : { cursor: next }),
  });
  const answer = await http.read(connection, manyPersons, { path: `/api/v2/persons?${query}`, effect: 'repeatable' });
  return {
    next: answer.additional_data?.next_cursor || null,
    people: (answer.data ?? []).map((person) => {
      const { values } = presentPerson(person);
      return {
        id: person.id,
        email: values.email || null,
        other_emails: (person.emails ?? []).map(({ value }) => value).filter((value) => value !== values.email),
        linkedin_url: (linkedin_field && values[linkedin_field]) || null,
        name: person.name ?? '',
        is_customer: (person.won_deals_count ?? 0) > 0,
        has_open_deal: (person.open_deals_count ?? 0) > 0,
        is_do_not_contact: person.marketing_status === 'unsubscribed',
        owner_id: person.owner_id ?? null,
      };
    }),
  };
}

/** Pipedrive reports an uninstall at our callback address, signed with the client's own id and secret. */
function parseUninstall(
  { client_id, client_secret }: CrmSettings,
  { authorization, body }: { authorization: string; body: unknown },
): string | null {
  const expected = Buffer.from(`Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`);
  const given = Buffer.from(authorization);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return uninstallSchema.safeParse(body).data?.company_id ?? null;
}

const parseRefusal: ReadRefusal = ({ status, body, retry_after }, now) => {
  const { error, message, code } = problemSchema.safeParse(body).data ?? {};
  const reason = shorten(error || message || `Pipedrive answered ${status}.`);
  const details = { concerns: 'service', code: code ?? String(status) } as const;
  if (status === 429)
    return new ProviderError('rate_limited', reason, {
      ...details,
      until: parseRetryAfter(retry_after, now) ?? new Date(now + 2_000),
    });
  if (status >= 500 || status === 408) return new ProviderError('unavailable', reason, details);
  if (status === 404 || status === 410)
    return new ProviderError('not_found', reason, { ...details, concerns: 'message' });
  // Scopes that are missing concern everybody, not this person.
  if (status === 403) return new ProviderError('rejected', reason, { ...details, concerns: 'sender' });
  return new ProviderError('rejected', reason, { ...details, concerns: 'message' });
};
