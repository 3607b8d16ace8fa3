import type pg from 'pg';

/** One organization with a full inbox: `messages` of them in a tenth as many conversations. */
export interface InboxData {
  chats: number;
  /** Common and rare values of each filter. */
  accounts: { common: number; rare: number };
  labels: { common: number; rare: number };
  campaigns: { common: number; rare: number };
  members: { colleague: number; new: number };
  words: { common: string; rare: string; name: string; nothing: string };
}

const accountCount = 20;
const rareChats = 20;

export async function fillInbox(owner: pg.Client, organizationId: number, messages: number): Promise<InboxData> {
  const chats = Math.ceil(messages / 10);
  const run = (text: string, values: unknown[] = []) => owner.query(text, values);
  await run(
    `insert into accounts (organization_id, account_type, status, name, email)
     select $1::bigint, 'IMAP', 'OK', 'Sender ' || n, 'sender' || n || '@bench.example' from generate_series(1, $2::int) n`,
    [organizationId, accountCount],
  );
  // Two colleagues: one with a tenth of all conversations, one who has just come.
  const colleagues = await run(
    `insert into users (organization_id, email, name, role, verified_at)
     select $1::bigint, 'colleague' || n || '-' || $1 || '@bench.example', 'Colleague ' || n, 'USER', now() from generate_series(1, 2) n
     returning id`,
    [organizationId],
  );
  const [colleague, fresh] = colleagues.rows.map(({ id }) => Number(id)) as [number, number];
  await run(
    `insert into campaigns (organization_id, name, status) select $1::bigint, 'Campaign ' || n, 'ACTIVE' from generate_series(1, 30) n`,
    [organizationId],
  );
  await run(
    `insert into chat_labels (organization_id, name, color) select $1::bigint, 'Label ' || n, '#ADADAD' from generate_series(1, 5) n`,
    [organizationId],
  );
  const first = async (table: string): Promise<number> =>
    Number((await run(`select min(id) as id from ${table} where organization_id = $1`, [organizationId])).rows[0].id);
  const [account, campaign, label] = [await first('accounts'), await first('campaigns'), await first('chat_labels')];
  await fillPeople(run, organizationId, chats, campaign);
  await fillConversations(run, organizationId, { chats, account, label });
  await fillClasses(run, organizationId, { colleague, fresh });
  await fillMessages(run, organizationId, messages, chats);
  await run(
    'vacuum (analyze) prospects, campaign_leads, chats, chat_accounts, prospect_labels, chat_messages, chat_words',
  );
  return {
    chats,
    accounts: { common: account, rare: account + accountCount - 1 },
    labels: { common: label, rare: label + 4 },
    campaigns: { common: campaign, rare: campaign + 29 },
    members: { colleague, new: fresh },
    words: { common: 'word1', rare: 'needle', name: `Person${Math.floor(chats / 2)}`, nothing: 'absentword' },
  };
}

type Run = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

async function fillPeople(run: Run, organizationId: number, chats: number, campaign: number): Promise<void> {
  await run(
    `insert into prospects (organization_id, first_name, last_name, email, company_name, job_title)
     select $1::bigint, 'Person' || n, 'Surname' || (n % 5000), 'person' || n || '@company' || (n % 20000) || '.example',
       'Company ' || (n % 20000), 'Engineer' from generate_series(1, $2::int) n`,
    [organizationId, chats],
  );
  await run(
    `insert into campaign_leads (organization_id, campaign_id, prospect_id, status)
     select $1::bigint, $3::bigint + case when id % 5000 = 0 then 29 else (id % 29)::int / 10 end, id, 'REPLIED'
     from prospects where organization_id = $1::bigint and id % 1 = 0 and $2::int > 0`,
    [organizationId, chats, campaign],
  );
}

async function fillConversations(
  run: Run,
  organizationId: number,
  given: { chats: number; account: number; label: number },
): Promise<void> {
  // One in four is a conversation; the others are campaign mails without a reply.
  await run(
    `insert into chats (prospect_id, organization_id, last_message_at, last_subject, last_preview, last_sent_by_prospect, message_count,
       is_conversation, replied_at, has_unread, is_flagged, archived_at, interest, remind_at, assigned_user_id)
     select id, $1::bigint, now() - make_interval(secs => (hashint8(id) & 31536000)), 'A question about your team',
       repeat('Some words of a message. ', 6), id % 8 = 0, 10, id % 4 = 0, case when id % 4 = 0 then now() end, id % 400 = 0, id % 1000 = 0,
       case when id % 50 = 0 then now() end, case when id % 3000 = 0 then 'INTERESTED' end,
       case when id % 200 = 8 then now() + interval '1 day' end,
       case when id % 10 <> 4 then (select min(u.id) from users u where u.organization_id = $1::bigint) end
     from prospects where organization_id = $1::bigint`,
    [organizationId],
  );
  await run(
    `insert into chat_accounts (account_id, prospect_id, organization_id)
     select $2::bigint + case when row_number() over (order by prospect_id) <= ${rareChats} then ${accountCount - 1}
       when prospect_id % 2 = 0 then 0 else 1 + (prospect_id % ${accountCount - 2})::int end, prospect_id, $1::bigint
     from chats where organization_id = $1::bigint`,
    [organizationId, given.account],
  );
  await run(
    `insert into prospect_labels (label_id, prospect_id, organization_id)
     select $2::bigint + case when prospect_id % 3000 = 0 then 4 else (prospect_id % 4)::int end, prospect_id, $1::bigint
     from chats where organization_id = $1::bigint and prospect_id % 3 = 0`,
    [organizationId, given.label],
  );
}

/** Nine answers in ten have a class, most of them questions, a referral is rare; one in ten is a colleague's. */
async function fillClasses(
  run: Run,
  organizationId: number,
  { colleague, fresh }: { colleague: number; fresh: number },
): Promise<void> {
  await run(
    `update chats set
       reply_class = case when prospect_id % 4000 = 0 then 'referral' when prospect_id % 40 = 0 then null
         when prospect_id % 12 = 0 then 'interested' when prospect_id % 20 = 0 then 'not_interested' else 'neutral' end,
       is_class_sure = prospect_id % 3 = 0, class_confidence = 0.85, is_class_by_model = prospect_id % 5 = 0
     where organization_id = $1::bigint and is_conversation`,
    [organizationId],
  );
  await run(
    `update chats set assigned_user_id = case when prospect_id % 5000 = 8 then $3::bigint else $2::bigint end
     where organization_id = $1::bigint and prospect_id % 10 = 8`,
    [organizationId, colleague, fresh],
  );
}

async function fillMessages(run: Run, organizationId: number, messages: number, chats: number): Promise<void> {
  // Words by rank: some occur nearly everywhere and most are rare; twelve a message.
  await run(
    `insert into chat_messages (organization_id, prospect_id, account_id, kind, sent_by_prospect, subject_line, message, sent_at, rfc_message_id)
     select $1::bigint, c.prospect_id, a.account_id, case when m % 2 = 0 then 'REPLY' else 'CAMPAIGN' end, m % 2 = 0,
       'A question about your team',
       (select string_agg('word' || (1 + floor(5000 * power((hashint8(c.prospect_id * 131 + m * 17 + w) & 65535) / 65536.0, 3)))::int, ' ')
        from generate_series(1, 12) w) || case when c.prospect_id % 5000 = 0 and m = 3 then ' needle' else '' end,
       c.last_message_at - make_interval(mins => m * 60), c.prospect_id || '.' || m || '@bench.example'
     from chats c join chat_accounts a using (prospect_id) cross join generate_series(0, $2::int) m
     where c.organization_id = $1::bigint`,
    [organizationId, Math.max(0, Math.round(messages / chats) - 1)],
  );
  await run(
    `update chats c set last_message_id = m.id from (select distinct on (prospect_id) prospect_id, id from chat_messages
       where organization_id = $1::bigint order by prospect_id, sent_at desc, id desc) m where m.prospect_id = c.prospect_id`,
    [organizationId],
  );
  await run(
    `insert into chat_words (prospect_id, organization_id, words)
     select m.prospect_id, $1::bigint, array_to_tsvector(array_agg(distinct word) || array[lower(min(p.first_name)), lower(min(p.last_name)),
       'company', 'company' || (m.prospect_id % 20000)])
     from chat_messages m join prospects p on p.id = m.prospect_id cross join lateral unnest(string_to_array(m.message, ' ')) word
     where m.organization_id = $1::bigint group by m.prospect_id`,
    [organizationId],
  );
}
