-- Lists of the guided tour: they count in no limit and as no step that a user has done.
alter table searches add column is_example boolean not null default false;
update searches s set is_example = true from tour_runs t where t.search_id = s.id;
