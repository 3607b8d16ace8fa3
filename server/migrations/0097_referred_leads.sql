-- The lead whom somebody added because a message named them (slices/chats/referrals).

alter table message_classes
  add column referral_prospect_id bigint,
  add constraint message_classes_referral_prospect_id_fkey foreign key (organization_id, referral_prospect_id)
    references prospects (organization_id, id) on delete set null (referral_prospect_id);
create index message_classes_referral_prospect_id_idx on message_classes (referral_prospect_id) where referral_prospect_id is not null;
