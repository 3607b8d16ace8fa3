-- Whether the model reads the answers of leads (their class, where the rules are not sure). docs/decisions/0229.
alter table organizations add column answers_read_by_model boolean not null default true;
