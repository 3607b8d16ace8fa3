-- As before, for limits of sorts of actions only. The budget of addresses that may not exist (`account:risky`) is no limit of the sender: it is
-- spent early in the day, and the limit that follows would not be sent any more.
drop trigger sending_days_enqueue_webhooks on sending_days;
create trigger sending_days_enqueue_webhooks after update of used on sending_days for each row
  when (new.used >= new.cap and new.used > old.used and new.scope in ('account', 'account:message', 'account:inmail', 'account:withdraw',
    'account:like', 'account:visit', 'account:invite'))
  execute function enqueue_limit_webhooks();

-- People are informed once a day that the limit of their organization was reached.
alter table automation_days add column is_limit_noticed boolean not null default false;
