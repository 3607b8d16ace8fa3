-- Credits for messages of a sequence that the model writes.
alter table credit_reservations drop constraint credit_reservations_kind_check;
alter table credit_reservations add constraint credit_reservations_kind_check
  check (kind in ('email', 'phone', 'website', 'research', 'snippets', 'replies', 'sequences')) not valid;
alter table credit_reservations validate constraint credit_reservations_kind_check;
