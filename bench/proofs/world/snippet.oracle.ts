import type pg from 'pg';

/** Texts of the same words, however their lines are broken. */
export const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

export interface CreditSums {
  /** By texts: what each was charged. */
  texts: number;
  /** In the ledger of credits for snippets. */
  ledger: number;
  reserved: number;
  look_ups: number;
  /** Leads charged less: what would have paid for a research task failed beside it in the same message. */
  too_little: number;
}

/**
 * Decision 0019: each research task of a written text is paid once a lead, and nothing else; at the end nothing is set aside.
 * @param tasks research tasks a snippet draws on, a credit each
 */
export async function verifyCredits(
  client: pg.Client,
  tasks: Record<number, readonly number[]>,
): Promise<{ problems: string[]; sums: CreditSums }> {
  const pairs = Object.entries(tasks).flatMap(([segment, ids]) =>
    ids.map((task) => ({ segment: Number(segment), task })),
  );
  const { rows } = await client.query<Record<string, number>>(
    `with drawn as (select * from jsonb_to_recordset($1::jsonb) as g (segment bigint, task bigint)),
      due as (
        select t.campaign_lead_id as lead, count(distinct d.task)::int as credits from ai_segment_texts t
        join drawn d on d.segment = t.segment_id where t.state = 'written' group by 1
      ), charged as (
        select t.campaign_lead_id as lead, sum(e.credits)::int as credits from credit_entries e
        join ai_segment_texts t on e.key = 'snippet:' || t.id || ':' || t.reservation_id
          and e.organization_id = t.organization_id where e.kind = 'spend' group by 1
      )
    select
      (select coalesce(sum(credits), 0)::int from ai_segment_texts where state = 'written') as texts,
      (select coalesce(sum(credits), 0)::int from ai_segment_texts where state <> 'written') as unwritten,
      (select coalesce(sum(credits), 0)::int from credit_entries where kind = 'spend' and purpose = 'AI snippets') as ledger,
      (select coalesce(sum(credits), 0)::int from credit_entries where kind = 'spend' and purpose <> 'AI snippets') as look_ups,
      (select coalesce(sum(credits), 0)::int from charged) as matched,
      (select count(*)::int from due full join charged using (lead)
        where coalesce(charged.credits, 0) > coalesce(due.credits, 0)) as too_much,
      (select count(*)::int from due left join charged using (lead)
        where coalesce(charged.credits, 0) < due.credits) as too_little,
      (select count(*)::int from (select from ai_segment_texts cross join unnest(paid_prompt_ids) as task
        group by campaign_lead_id, task having count(*) > 1) as twice) as twice,
      (select coalesce(sum(amount - spent - released), 0)::int from credit_reservations) as reserved,
      (select count(*)::int from organizations o where email_credits <> (select coalesce(sum(change), 0)
        from credit_entries e where e.organization_id = o.organization_id)) as off_balance,
      (select count(*)::int from ai_segment_texts where state in ('queued', 'running')) as open`,
    [JSON.stringify(pairs)],
  );
  const { texts = 0, ledger = 0, matched, reserved = 0, look_ups = 0, too_little = 0, ...others } = rows[0]!;
  const problems = Object.entries({ reserved, ...others }).flatMap(([name, amount]) =>
    amount === 0 ? [] : [`credits: ${name} ${amount}`],
  );
  if (texts !== ledger || matched !== ledger)
    problems.push(`credits: ${texts} by the texts, ${ledger} in the ledger, ${matched} of them of a text`);
  return { problems, sums: { texts, ledger, reserved, look_ups, too_little } };
}
