-- Referral codes are found by lower case, so they must be unique by lower case. Of those that differ by case only, the one that brought the
-- most organizations keeps its code, then the oldest; the others choose a new one. Their uses stay.
with ranked as (
  select o.organization_id, row_number() over (partition by lower(o.referral_code)
    order by (select count(*) from referral_uses u where u.organization_id = o.organization_id) desc, o.organization_id) as place
  from organizations o where o.referral_code is not null)
update organizations o set referral_code = null, referral_code_in_use = false
from ranked r where r.organization_id = o.organization_id and r.place > 1;
alter table organizations drop constraint organizations_referral_code_key;
create unique index organizations_referral_code_key on organizations (lower(referral_code));
