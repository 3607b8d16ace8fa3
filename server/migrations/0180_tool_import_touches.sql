-- Tools whose leads don't say who was written to list their messages: each waits as a row until everything is read.
alter table tool_import_rows drop constraint tool_import_rows_kind_check,
  add constraint tool_import_rows_kind_check check (kind in ('suppression', 'sender', 'list', 'campaign', 'loss', 'lead', 'touch'));
