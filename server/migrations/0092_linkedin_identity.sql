-- The name in the address of a person's page. LinkedIn's own ids differ by the seat that looks, so who a seat is can only be told
-- over several seats by this and by the email address.
alter table accounts add column linkedin_public_identifier text;
