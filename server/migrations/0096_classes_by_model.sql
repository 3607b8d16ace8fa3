-- Messages whose class no words decide are read by the language model (slices/chats/class-reading).

alter table message_classes drop constraint message_classes_set_by_check;
alter table message_classes add constraint message_classes_set_by_check check (set_by in ('rule', 'model', 'person'));

-- Of the class of a conversation: how sure, and whether the model said so. Null where a person did, or before this was kept.
alter table chats
  add column class_confidence real check (class_confidence between 0 and 1),
  add column is_class_by_model boolean not null default false;
