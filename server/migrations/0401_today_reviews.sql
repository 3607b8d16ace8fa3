-- Replies that only a person can tell, as *Today* lists them: the reply type is unsure, or the message may be an opt-out.
create index chats_review_idx on chats (organization_id, last_message_at, prospect_id)
  where archived_at is null and last_sent_by_prospect and reply_class not in ('unsubscribe', 'neutral') and not is_class_sure;
create index message_classes_opt_out_question_idx on message_classes (organization_id, sent_at, message_id) include (prospect_id)
  where class = 'unsubscribe' and set_by <> 'person' and confidence < 0.8;
