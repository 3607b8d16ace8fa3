-- Credits that look-ups of a campaign's flow may still cost, as a person agreed to. Null has no bound: campaigns that were activated before.
alter table campaigns add column lookup_credits integer check (lookup_credits >= 0);
update campaigns set lookup_credits = 0 where activated_at is null;
alter table campaigns alter column lookup_credits set default 0;
