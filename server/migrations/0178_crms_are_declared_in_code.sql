-- The names of CRMs are declared in code (domain/src/crm.ts): another one needs no migration.
alter table integrations drop constraint integrations_integration_type_check,
  add constraint integrations_integration_type_check check (integration_type ~ '^[A-Z][A-Z0-9_]{1,31}$');
