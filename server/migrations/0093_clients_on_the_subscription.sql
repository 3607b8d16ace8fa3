-- What an agency's subscription pays for its clients, as it was last read at the provider. Where it differs from what the clients have, it is adjusted.
alter table billing_customers
  add column clients integer not null default 0 check (clients >= 0),
  add column client_linkedin_accounts integer not null default 0 check (client_linkedin_accounts >= 0),
  add column client_email_accounts integer not null default 0 check (client_email_accounts >= 0),
  -- A month.
  add column client_credits integer not null default 0 check (client_credits >= 0);
