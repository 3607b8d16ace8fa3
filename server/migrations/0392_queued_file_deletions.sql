-- A row that names a file is deleted together with the order to delete the file, also by the transaction of one organization. It can write
-- orders and not read them. Keys are random: it knows only those that its own rows name.
grant insert (key, error) on file_deletions to overture_app;
