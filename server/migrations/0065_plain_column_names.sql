-- Two columns get names that say what they hold.
alter table campaign_lanes rename column asked_anew_up_to to rechecked_up_to;
alter table data_digests rename column told_until to reported_until;
