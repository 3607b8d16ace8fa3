-- Formatted text of a message that a user wrote, as HTML of few tags. `message` is its text part. Null for a plain message.
alter table chat_messages add column formatted_text text;
