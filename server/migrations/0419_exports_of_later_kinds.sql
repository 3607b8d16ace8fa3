-- Exports that the release before cannot make count as stopped there (decision 0563). Those of the first hour of these kinds were written without that.
update scheduled_exports set stopped = ''
where stopped is null and (kind not in ('list_leads', 'campaign_leads', 'campaign_messages', 'campaign_figures') or delivery <> 'email');
