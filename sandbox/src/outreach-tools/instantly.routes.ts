import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findRefusal } from '../published-calls.ts';
import { INSTANTLY_CALLS, type InstantlyPath } from './schema/instantly.calls.ts';
import { indexOf, MAILS, makeId, makePerson, type ToolPerson } from './tool-people.ts';
import type { ToolState } from './tool-state.ts';

const PREFIX = '/outreach-tools/instantly';
const ORGANIZATION = makeId(9, 1);
const DAY = 86_400_000;
const SIZE = 10;

const KINDS = { entry: 1, list: 2, campaign: 3, subsequence: 4, lead: 5 } as const;

/** Instantly's lists in the shape of its API v2: pages by cursor, scopes of keys, refusals in its words. */
export function registerInstantly(app: FastifyInstance, state: ToolState): void {
  const at = (days: number) => new Date(state.now() - days * DAY).toISOString();
  const created = { timestamp_created: at(90), timestamp_updated: at(1) };

  register(
    '/api/v2/block-lists-entries',
    KINDS.entry,
    ({ suppressions }) => suppressions,
    (index) => ({
      id: makeId(KINDS.entry, index),
      timestamp_created: at(90),
      organization_id: ORGANIZATION,
      bl_value: index % 4 === 0 ? `blocked-${index}.example` : `blocked-${index}@elsewhere.example`,
      is_domain: index % 4 === 0,
    }),
  );
  register(
    '/api/v2/lead-lists',
    KINDS.list,
    () => 1,
    (index) => ({
      id: makeId(KINDS.list, index),
      organization_id: ORGANIZATION,
      name: 'Trade fair 2026',
      timestamp_created: at(90),
    }),
  );
  register(
    '/api/v2/campaigns',
    KINDS.campaign,
    ({ campaigns }) => campaigns,
    (index) => ({
      ...{ id: makeId(KINDS.campaign, index), name: `Outreach ${index + 1}`, status: 1, ...created },
      campaign_schedule: { schedules: [] },
      sequences: [
        {
          steps: MAILS.map(({ delay_in_days, variants }) => ({ type: 'email', delay: delay_in_days, variants })),
        },
      ],
    }),
  );
  register(
    '/api/v2/subsequences',
    KINDS.subsequence,
    () => 1,
    (index) => ({
      ...{
        id: makeId(KINDS.subsequence, index),
        name: 'Interested',
        parent_campaign: makeId(KINDS.campaign, 0),
        ...created,
      },
      ...{ workspace: ORGANIZATION, conditions: {}, subsequence_schedule: {}, sequences: [] },
    }),
  );
  register(
    '/api/v2/leads/list',
    KINDS.lead,
    ({ leads }) => leads,
    (index) => toLead(makePerson(index, state.world), at),
  );
  app.get(`${PREFIX}/api/v2/accounts`, (request, reply) =>
    answer(request, reply, '/api/v2/accounts', () => ({
      items: Array.from({ length: state.world.senders }, (_, index) => ({
        ...{ email: `sender-${index}@northwind.example`, ...created, first_name: 'Sam', last_name: `Sender ${index}` },
        ...{ organization: ORGANIZATION, warmup_status: 1, provider_code: 2 },
        ...{ setup_pending: false, is_managed_account: false },
      })),
    })),
  );
  app.all(`${PREFIX}/*`, (request, reply) =>
    answer(request, reply, request.url.slice(PREFIX.length).split('?')[0]!, () => ({})),
  );

  function register(
    path: InstantlyPath,
    kind: number,
    count: (world: ToolState['world']) => number,
    make: (index: number) => object,
  ): void {
    const method = path === '/api/v2/leads/list' ? 'POST' : 'GET';
    app.route({
      method,
      url: `${PREFIX}${path}`,
      handler: (request, reply) =>
        answer(request, reply, path, () => {
          const given = (method === 'POST' ? request.body : request.query) as Partial<Record<string, string>>;
          const first = given.starting_after === undefined ? 0 : indexOf(given.starting_after) + 1;
          const end = Math.min(count(state.world), first + Number(given.limit ?? SIZE));
          const items = Array.from({ length: Math.max(0, end - first) }, (_, index) => make(first + index));
          return { items, ...(end < count(state.world) && { next_starting_after: makeId(kind, end - 1) }) };
        }),
    });
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, path: string, make: () => object) {
    const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const refused = state.judge(key);
    if (refused !== null) {
      if (refused.retry_after) reply.header('retry-after', String(refused.retry_after));
      return reply
        .code(refused.status)
        .send({ statusCode: refused.status, error: refused.error, message: refused.message });
    }
    const refusal = findRefusal(INSTANTLY_CALLS, request, path, { scope: state.scopeOf(key) });
    if (refusal === null) return reply.send(make());
    const status = { unknown_call: 404, missing_scope: 401, invalid: 400 }[refusal.kind];
    return reply.code(status).send({ statusCode: status, error: refusal.kind, message: refusal.message });
  }
}

const STATUSES = {
  bounced: -1,
  unsubscribed: -2,
  replied: 3,
  finished: 3,
  skipped: -3,
  first_step: 1,
  second_step: 1,
  new: 1,
};
const LAST_STEPS = {
  replied: 0,
  bounced: 0,
  unsubscribed: 1,
  finished: 2,
  first_step: 0,
  second_step: 1,
  skipped: null,
  new: null,
};

function toLead(person: ToolPerson, at: (days: number) => string) {
  const { index, progress } = person;
  const last = LAST_STEPS[progress];
  const contacted = last === null ? null : at(5 + (index % 30));
  return {
    ...{
      id: makeId(KINDS.lead, index),
      timestamp_created: at(90),
      timestamp_updated: at(1),
      organization: ORGANIZATION,
    },
    campaign: person.campaign === null ? null : makeId(KINDS.campaign, person.campaign),
    list_id: person.campaign === null ? makeId(KINDS.list, 0) : null,
    ...{ status: STATUSES[progress], email: person.email, first_name: person.first_name, last_name: person.last_name },
    ...{ company_name: person.company, job_title: 'Head of sales', phone: null, website: `https://${person.domain}` },
    ...{ company_domain: person.domain, email_open_count: 0, email_click_count: 0 },
    email_reply_count: progress === 'replied' ? 1 : 0,
    ...{ timestamp_last_contact: contacted, timestamp_last_reply: progress === 'replied' ? at(2) : null },
    status_summary:
      contacted === null
        ? {}
        : { lastStep: { from: 'sender-0@northwind.example', stepID: `0_${last}_0`, timestamp_executed: contacted } },
    payload: {
      ...{ firstName: person.first_name, lastName: person.last_name, companyName: person.company, email: person.email },
      icebreaker: `Loved your talk in ${person.city}.`,
      city: person.city,
    },
  };
}
