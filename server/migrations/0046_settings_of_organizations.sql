-- All settings of an organization are columns of its row.
alter table organizations
  -- Whether risky addresses get up to a tenth of a sender's day, or nothing.
  add column sends_risky boolean not null default true,
  -- Whether addresses are checked at import. docs/decisions/0238.
  add column checks_imports boolean not null default false;
update organizations o set sends_risky = s.sends_risky, checks_imports = s.checks_imports
  from address_check_settings s where s.organization_id = o.organization_id;
drop table address_check_settings;
