-- What messages of the other side say of where the lead stands (slices/chats/classes).

create table message_classes (
  message_id bigint primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prospect_id bigint not null,
  class text not null check (class in ('interested', 'neutral', 'not_interested', 'referral', 'wrong_person', 'left_company',
    'out_of_office', 'unsubscribe', 'bounce')),
  confidence real not null check (confidence between 0 and 1),
  set_by text not null check (set_by in ('rule', 'person')),
  user_id bigint,
  -- The words of the message that decided.
  words text not null default '',
  -- Whom the message names instead of its writer.
  referral jsonb,
  created_at timestamptz not null default app_now(),
  constraint message_classes_message_id_fkey foreign key (organization_id, message_id)
    references chat_messages (organization_id, id) on delete cascade,
  constraint message_classes_prospect_id_fkey foreign key (organization_id, prospect_id)
    references chats (organization_id, prospect_id) on delete cascade,
  constraint message_classes_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete set null (user_id)
);
create index message_classes_prospect_id_idx on message_classes (prospect_id, message_id desc);
create index message_classes_user_id_idx on message_classes (user_id) where user_id is not null;
call protect_tenant_table('message_classes');

-- The class of a conversation: what its messages say together, or what a person set, which no machine changes.
alter table chats
  add column reply_class text check (reply_class in ('interested', 'neutral', 'not_interested', 'referral', 'wrong_person',
    'left_company', 'out_of_office', 'unsubscribe', 'bounce')),
  -- Below the bound from which a class counts, it is only supposed.
  add column is_class_sure boolean not null default false,
  add column is_class_by_person boolean not null default false;
-- The mark itself does not change: nothing is told again.
update chats set is_class_by_person = true, is_class_sure = true,
  reply_class = case interest when 'INTERESTED' then 'interested' else 'not_interested' end where interest is not null;
create index chats_class_idx on chats (organization_id, reply_class, listed_at desc, prospect_id desc)
  where archived_at is null and reply_class is not null;
