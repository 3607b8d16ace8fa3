-- The language in which a person reads the interface; null: that of the browser. The program checks which languages there are: a
-- release that knows more of them runs beside one that does not.
alter table users add column language text check (char_length(language) <= 20);
