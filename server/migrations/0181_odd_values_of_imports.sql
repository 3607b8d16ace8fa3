-- Values of a file whose letters an encoding destroyed: they are imported as they are, counted and listed.
alter table imports add column odd_values integer not null default 0;
