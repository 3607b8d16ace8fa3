import {
  type HostileStage,
  type HostileThing,
  type Look,
  lookAtLetters,
  lookAtRow,
  plantLetters,
  type ThingState,
} from './hostile-stage.ts';

/** Where texts are cut somewhere in the program, and beside it. */
const CUTS = [
  19, 20, 39, 49, 59, 60, 63, 64, 77, 79, 99, 100, 119, 127, 149, 159, 199, 200, 249, 254, 255, 299, 499, 500, 998, 999,
];
const cutName = (at: number): string => `${'a'.repeat(at)}😀${'b'.repeat(9)}`;

type Spoil = (
  stage: HostileStage,
  ids: { account_id: number; campaign_id: number; node_id: number; prospect_ids: number[] },
) => [string, unknown[]];

/** One mail whose surroundings are spoilt by a statement of the owner of the tables before it is due. */
function rowThing(name: string, states: HostileThing['states'], words: RegExp | undefined, spoil: Spoil): HostileThing {
  return {
    name,
    states,
    ...(words ? { words } : {}),
    async prepare(stage) {
      const before = (ids: Parameters<Spoil>[1]) => stage.owner.query(...spoil(stage, ids));
      return lookAtLetters(stage, await plantLetters(stage, { before }));
    },
  };
}

/** A one-word name with an emoji across each cut: it must leave, or fail with a reason. */
function nameThing(name: string, statement: string, key: (ids: Parameters<Spoil>[1]) => number): HostileThing {
  return {
    name,
    states: ['done'],
    async prepare(stage) {
      const looks: Look[] = [];
      for (const cut of CUTS.filter((_, index) => index % 4 === 0)) {
        const before = (ids: Parameters<Spoil>[1]) => stage.owner.query(statement, [cutName(cut), key(ids)]);
        looks.push(lookAtLetters(stage, await plantLetters(stage, { before })));
      }
      return async () => worstOf(await Promise.all(looks.map((look) => look())));
    },
  };
}

function worstOf(states: readonly (ThingState | null)[]): ThingState | null {
  const bad = states.find((one) => one !== null && one.end_state !== 'done');
  return bad ?? (states.includes(null) ? null : { end_state: 'done', reason: 'sent' });
}

export const HOSTILE_NAMES: readonly HostileThing[] = [
  {
    name: 'names of leads with an emoji across every cut',
    states: ['done'],
    async prepare(stage) {
      const people = CUTS.map((cut) => ({
        email: `cut${cut}@people.example`,
        first_name: cutName(cut),
        company_name: cutName(cut - 1),
      }));
      const node = { subject: '{{first_name}}', message: '{{first_name}} of {{company_name}}' };
      return lookAtLetters(stage, await plantLetters(stage, { people, node }));
    },
  },
  nameThing('names of senders', 'update accounts set name = $1 where id = $2', (ids) => ids.account_id),
  nameThing('names of campaigns', 'update campaigns set name = $1 where id = $2', (ids) => ids.campaign_id),
  nameThing('subjects', 'update campaign_nodes set subject_line = $1 where id = $2', (ids) => ids.node_id),
  nameThing('job titles of leads', 'update prospects set job_title = $1 where id = $2', (ids) => ids.prospect_ids[0]!),
  {
    name: 'names of control characters, of right-to-left marks and of line breaks',
    states: ['done', 'failed'],
    async prepare(stage) {
      const names = [
        '\u0001\u0002',
        '\u202egnp.exe',
        'a\r\nBcc: everybody@people.example',
        '\ufeff\u200b',
        '\u2028',
        '"<>,;:\\',
      ];
      const people = names.map((first_name, n) => ({ email: `odd${n}@people.example`, first_name }));
      const node = { subject: '{{first_name}}', message: '{{first_name}}' };
      return lookAtLetters(stage, await plantLetters(stage, { people, node }));
    },
  },
];

export const HOSTILE_LOGINS: readonly HostileThing[] = [
  rowThing('a sealed login of one NUL', ['held'], /login|sign-in|connect/i, (_, ids) => [
    `update accounts set sealed_connection = '\\x00' where id = $1`,
    [ids.account_id],
  ]),
  rowThing('a sealed login of another purpose', ['held'], /login|sign-in|connect/i, (stage, ids) => [
    'update accounts set sealed_connection = $1 where id = $2',
    [stage.system.vault.seal('crm', '{}'), ids.account_id],
  ]),
  rowThing('a sealed login that is no JSON', ['held'], /login|sign-in|connect/i, (stage, ids) => [
    'update accounts set sealed_connection = $1 where id = $2',
    [stage.system.vault.seal('mailbox', '{"type":'), ids.account_id],
  ]),
  rowThing('a sealed login of nothing', ['held', 'parked'], undefined, (stage, ids) => [
    'update accounts set sealed_connection = $1 where id = $2',
    [stage.system.vault.seal('mailbox', 'null'), ids.account_id],
  ]),
  rowThing('a login that is gone', ['held'], /sender_held/, (_, ids) => [
    'update accounts set sealed_connection = null where id = $1',
    [ids.account_id],
  ]),
  crmThing('tokens of a CRM that cannot be opened', { type: 'HUBSPOT', seal: () => Buffer.from([0]), api_url: null }),
  crmThing('a CRM at no address', {
    type: 'PIPEDRIVE',
    seal: ({ system: { vault } }) => vault.seal('crm', JSON.stringify(GOOD_TOKENS)),
    api_url: 'no address 😀',
  }),
];

const GOOD_TOKENS = { access_token: 'a', refresh_token: 'r', expires_at: '2099-01-01T00:00:00Z' };

/** A push to a CRM that was connected so. */
function crmThing(
  name: string,
  given: { type: string; seal: (stage: HostileStage) => Buffer; api_url: string | null },
): HostileThing {
  return {
    name,
    states: ['held'],
    async prepare(stage) {
      const { prospect_ids } = await plantLetters(stage);
      const { rows } = await stage.owner.query(
        `with made as (insert into integrations (organization_id, integration_type, sealed_tokens, api_url, account_id, account_name)
           values ($1, $2, $3, $4, 'a', 'A') returning id),
         push as (insert into crm_pushes (organization_id, integration_id, total) select $1, id, 1 from made returning id, integration_id)
         insert into crm_push_leads (push_id, organization_id, prospect_id, position) select id, $1, $5, 1 from push returning push_id`,
        [stage.organization_id, given.type, given.seal(stage), given.api_url, prospect_ids[0]],
      );
      return lookAtRow(
        stage,
        `select case when i.is_expired or i.pause_reason is not null then 'held' end as end_state,
           case when i.is_expired then 'is expired' else i.pause_reason end as reason
         from crm_pushes p join integrations i on i.id = p.integration_id where p.id = $1`,
        [rows[0].push_id],
      );
    },
  };
}

export const HOSTILE_ROWS: readonly HostileThing[] = [
  rowThing('a calendar that throws: a time zone of Mars', ['parked', 'held'], /zone/i, (_, ids) => [
    `update campaigns set timezone = 'Mars/Olympus', version = version + 1 where id = $1`,
    [ids.campaign_id],
  ]),
  rowThing('a window that is never open', ['held', 'done'], undefined, (_, ids) => [
    `update campaigns set sending_window = '{"days": [], "start": "99:99", "end": "-1"}', version = version + 1 where id = $1`,
    [ids.campaign_id],
  ]),
  rowThing('windows that are no windows', ['held', 'done'], undefined, (_, ids) => [
    `update campaigns set windows = '[[["08:00"], 7, null]]', version = version + 1 where id = $1`,
    [ids.campaign_id],
  ]),
  rowThing('a lead of no time zone', ['held', 'done', 'parked'], undefined, (_, ids) => [
    `with zoned as (update campaigns set uses_lead_zone = true, version = version + 1 where id = $1)
     update prospects set time_zone = 'Nowhere/😀' where id = $2`,
    [ids.campaign_id, ids.prospect_ids[0]],
  ]),
  rowThing('a clock before all time', ['held', 'done', 'parked'], undefined, (_, ids) => [
    `update accounts set next_send_at = '-infinity', held_until = '-infinity', status_changed_at = '-infinity' where id = $1`,
    [ids.account_id],
  ]),
  rowThing('a clock of the year 9999', ['held'], /hold|held/i, (_, ids) => [
    `update accounts set held_until = '9999-12-31', held_reason = 'Held for good.' where id = $1`,
    [ids.account_id],
  ]),
  {
    name: 'leads due before all time',
    states: ['done', 'parked', 'failed', 'held'],
    async prepare(stage) {
      const letters = await plantLetters(stage, {
        before: (ids) =>
          stage.owner.query(`update campaigns set activated_at = '-infinity' where id = $1`, [ids.campaign_id]),
      });
      await stage.owner.query(
        `update campaign_leads set next_at = '-infinity', started_at = '-infinity' where id = any($1)`,
        [letters.lead_ids],
      );
      return lookAtLetters(stage, letters);
    },
  },
  rowThing('a text of unclosed braces and patterns of dates', ['done', 'failed', 'held'], undefined, (_, ids) => [
    'update campaign_nodes set message = $1, subject_line = $2 where id = $3',
    [
      `{{first_name ${'{'.repeat(5000)} {{date "yyyyyyyyyyyyyyyyyyyyyyyyyyyy'😀"}} ${'{a|'.repeat(3000)}`,
      '{{{{}}}}',
      ids.node_id,
    ],
  ]),
  rowThing('an attachment that is gone', ['held', 'failed', 'parked'], undefined, (stage, ids) => [
    `insert into campaign_attachments (organization_id, campaign_id, node_id, name, type, size, file_key)
     values ($1, $2, $3, 'gone😀.pdf', 'application/pdf', 1, 'attachments/00/00000000000000000000000000000000')`,
    [stage.organization_id, ids.campaign_id, ids.node_id],
  ]),
  rowThing('a working copy that is none, due now', ['done'], undefined, (stage, ids) => [
    `insert into campaign_working_copies (campaign_id, organization_id, flow, publish_at, publish_next_at, publish_choice, publish_version)
     values ($1, $2, '{"nodes": 7}', app_now(), app_now(), '{"leads": 7}', 0)`,
    [ids.campaign_id, stage.organization_id],
  ]),
  {
    name: 'a message of an unknown kind',
    states: ['held', 'failed', 'parked'],
    async prepare(stage) {
      const { account_id } = await plantLetters(stage, { people: [] });
      const { rows } = await stage.owner.query(
        `insert into outbound_intents (organization_id, kind, ref_id, account_id, priority) values ($1, 'no_such_kind', 1, $2, 0) returning id`,
        [stage.organization_id, account_id],
      );
      return lookAtRow(
        stage,
        `select case state when 'rejected' then 'failed' when 'parked' then 'parked'
           when 'intent' then case when reason is not null then 'held' end end as end_state, reason from outbound_intents where id = $1`,
        [rows[0].id],
      );
    },
  },
  {
    name: '500 events that say nothing',
    states: ['parked'],
    async prepare(stage) {
      await stage.owner.query(
        `insert into outbox_events (organization_id, type, payload)
         select $1, (array['lead_replied', 'message_sent', 'account_removed'])[1 + n % 3],
           '{"prospect_id": "none", "intent_ids": {"a": 1}, "account_id": "\ud83d\ude00"}' from generate_series(1, 500) n`,
        [stage.organization_id],
      );
      return lookAtRow(
        stage,
        `select 'parked' as end_state, last_error as reason from outbox_events where organization_id = $1 and attempts > 0 limit 1`,
        [stage.organization_id],
      );
    },
  },
  {
    name: '20 domains whose name servers never answer',
    states: ['done', 'parked'],
    async prepare(stage) {
      const ids: number[] = [];
      for (let n = 0; n < 20; n += 1) {
        const email = `ada@hang${n}.example`;
        ids.push((await plantLetters(stage, { sender: { email }, people: [] })).account_id);
      }
      return lookAtRow(
        stage,
        `select case when (select count(*) from accounts where id = any($1) and domain_check_at > app_now()) = 20 then 'done' end as end_state,
           'asked' as reason`,
        [ids],
      );
    },
  },
  {
    name: '5,000 board rules',
    states: ['done'],
    prepare: fillBoard,
  },
];

/** A reply of a lead that 5,000 rules wait for. */
async function fillBoard(stage: HostileStage) {
  const { owner, organization_id, mail } = stage;
  const email = `board${organization_id}@people.example`;
  const { prospect_ids } = await plantLetters(stage, { people: [{ email }] });
  await owner.query(
    `with board as (insert into kanban_boards (organization_id, name) values ($1, 'Board') returning id),
     place as (insert into kanban_columns (organization_id, board_id, name, position) select $1, id, 'Won', 1 from board returning id, board_id)
     insert into kanban_rules (organization_id, board_id, column_id, set_off_by) select $1, board_id, id, 'replied'
     from place, generate_series(1, 5000)`,
    [organization_id],
  );
  let isAnswered = false;
  return async (): Promise<ThingState | null> => {
    if (!isAnswered) {
      const sent = [...mail.store.mails()].find(({ recipients }) => recipients.includes(email));
      if (!sent) return null;
      isAnswered = true;
      await mail.prospects.replyNow(sent, email, 'Yes, send me more.');
    }
    const { rows } = await owner.query<{ runs: number }>(
      'select count(*)::int as runs from kanban_rule_runs where prospect_id = $1',
      [prospect_ids[0]],
    );
    return rows[0]!.runs > 0 ? { end_state: 'done', reason: `${rows[0]!.runs} rules carried out` } : null;
  };
}
