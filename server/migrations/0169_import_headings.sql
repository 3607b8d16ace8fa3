-- The row of a file that names its columns: exports put notes before it. Rows up to this one are not imported.
alter table imports add column header_row integer not null default 1 check (header_row > 0);
