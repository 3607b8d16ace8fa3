-- When a user accepted a person whom a reply named. Earlier replies of the company, its gap and its limit no longer hold this person.
alter table message_classes add column referred_at timestamptz;
update message_classes set referred_at = created_at where referral_prospect_id is not null;
