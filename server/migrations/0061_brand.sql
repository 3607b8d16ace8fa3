-- Brands: the host, the pictures and the mail address of an agency, under which its clients know the product.

-- The host where a brand is at home. It is claimed by whoever types it and belongs to whoever proves it in DNS.
create table brand_hosts (
  organization_id bigint primary key references organizations (organization_id) on delete cascade,
  host text not null,
  token text not null,
  verified_at timestamptz,
  checked_at timestamptz,
  -- Since when the records of a proven host are gone: three days later it is served no more.
  missing_since timestamptz,
  created_at timestamptz not null default app_now()
);
create unique index brand_hosts_verified_host_key on brand_hosts (host) where verified_at is not null;
create index brand_hosts_checked_at_idx on brand_hosts (checked_at) where verified_at is not null;
call protect_tenant_table('brand_hosts');

insert into brand_hosts (organization_id, host, token, verified_at)
  select distinct on (organization_id) organization_id, lower(domain), md5(random()::text), verified_at from branded_domains
  order by organization_id, verified_at desc nulls last;
drop table branded_domains;

-- Logos and icons, drawn anew; the token stands in their public address.
create table brand_files (
  token text primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  file_key text not null,
  created_at timestamptz not null default app_now()
);
create index brand_files_organization_id_idx on brand_files (organization_id);
call protect_tenant_table('brand_files');

-- The address that system mails of a brand come from once its domain says so.
create table brand_mail_domains (
  organization_id bigint primary key references organizations (organization_id) on delete cascade,
  address text not null,
  domain text not null,
  selector text not null,
  sealed_private_key bytea not null,
  public_key text not null,
  verified_at timestamptz,
  checked_at timestamptz,
  missing_since timestamptz,
  created_at timestamptz not null default app_now()
);
create unique index brand_mail_domains_verified_domain_key on brand_mail_domains (domain) where verified_at is not null;
create index brand_mail_domains_checked_at_idx on brand_mail_domains (checked_at) where verified_at is not null;
call protect_tenant_table('brand_mail_domains');

-- The brand's host a session was opened on; null for the installation's own addresses. It opens nothing anywhere else.
alter table sessions add column host text;
