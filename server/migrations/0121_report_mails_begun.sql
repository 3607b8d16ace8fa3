-- A report that a worker died with leaves all the same, or is told of. docs/decisions/0231.

-- begun_at: from here on the mail server may own the mail; before, it certainly does not, and another worker may take the claim over.
-- refused: the mail server's final no, in its words; nothing left.
alter table client_report_mails add column begun_at timestamptz, add column refused text check (length(refused) <= 500);
-- Of what was claimed until now nobody knows more.
update client_report_mails set begun_at = claimed_at;
