-- What a saved view keeps of the look of its table: further sorts, and the height of its rows.
alter table lead_views
  -- [{sort_field, sort_direction}]: they order rows that are equal by `sort_field`.
  add column then_sorts jsonb not null default '[]',
  -- Null: as each user chose.
  add column row_height text check (row_height in ('compact', 'normal', 'tall'));
drop trigger lead_views_note_edit on lead_views;
create trigger lead_views_note_edit
  before update of name, user_id, search_id, filters, sort_field, sort_direction, then_sorts, columns, row_height on lead_views
  for each row when ((old.name, old.user_id, old.search_id, old.filters, old.sort_field, old.sort_direction, old.then_sorts, old.columns, old.row_height)
    is distinct from (new.name, new.user_id, new.search_id, new.filters, new.sort_field, new.sort_direction, new.then_sorts, new.columns, new.row_height))
  execute function note_edit();
