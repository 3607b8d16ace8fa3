-- The folder that a list is shown in. A folder is its name: it exists while a list names it.
alter table searches add column folder text check (length(folder) between 1 and 100);
