-- The key pair of a brand's mail domain is made when the domain is first checked: until then there is none.
alter table brand_mail_domains alter column sealed_private_key drop not null, alter column public_key drop not null;
alter table brand_mail_domains add constraint brand_mail_domains_key_check
  check ((sealed_private_key is null) = (public_key is null) and (verified_at is null or public_key is not null));
