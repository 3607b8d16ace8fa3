-- Which lead a credit was spent on, and which source found what was paid for. Without a reference to the lead: the ledger only grows, and its
-- entries outlive the lead.
alter table credit_entries add column prospect_id bigint, add column provider text;

-- Snippets carry the id of their text.
update credit_entries e set prospect_id = t.prospect_id from ai_segment_texts t
  where e.kind = 'spend' and e.organization_id = t.organization_id and e.key = 'snippet:' || t.id || ':' || t.reservation_id;

-- Results and what they cost are written in one transaction, results first. Entries of one statement belong to the results written within the
-- five seconds before, where it was one task and as many results as entries. What is ambiguous stays empty.
create temporary table written_results on commit drop as
  select a.organization_id, a.prompt_id, a.updated_at, array_agg(a.prospect_id order by a.id) as prospect_ids,
      array_agg((select s ->> 'label' from jsonb_array_elements(case when jsonb_typeof(a.answer -> 'steps') = 'array' then a.answer -> 'steps'
        else '[]' end) with ordinality as g (s, place) where s ->> 'outcome' = 'found' order by place desc limit 1) order by a.id) as providers
    from enrichment_answers a where a.state = 'done' and a.credits > 0 group by 1, 2, 3;
create index on written_results (organization_id, prompt_id, updated_at);
analyze written_results;
with tasks as materialized (select organization_id, reservation_id, min(prompt_id) as prompt_id from enrichment_runs
    where reservation_id is not null group by 1, 2 having count(distinct prompt_id) = 1),
  paid as materialized (select e.organization_id, t.prompt_id, e.created_at, array_agg(e.id order by e.id) as ids
    from credit_entries e join tasks t on t.organization_id = e.organization_id and t.reservation_id = e.reservation_id
    where e.kind = 'spend' and e.key like 'cell:%' group by e.organization_id, e.reservation_id, t.prompt_id, e.created_at
    having min(e.credits) = max(e.credits)),
  matched as materialized (select p.ids, w.prospect_ids, w.providers from paid p cross join lateral (select * from written_results r
    where r.organization_id = p.organization_id and r.prompt_id = p.prompt_id and r.updated_at <= p.created_at
      and r.updated_at > p.created_at - interval '5 seconds' order by r.updated_at desc limit 1) w
    where cardinality(p.ids) = cardinality(w.prospect_ids))
update credit_entries e set prospect_id = g.prospect_id, provider = left(g.provider, 100)
  from matched m cross join lateral unnest(m.ids, m.prospect_ids, m.providers) as g (id, prospect_id, provider) where e.id = g.id;

create index credit_entries_prospect_id_idx on credit_entries (organization_id, prospect_id, created_at desc, id desc)
  where prospect_id is not null;
create index credit_entries_provider_idx on credit_entries (organization_id, provider, created_at desc, id desc)
  where provider is not null;
