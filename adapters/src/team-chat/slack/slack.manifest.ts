/**
 * Slack: incoming webhooks. A message a second is expected of each; more are answered with 429.
 * docs.slack.dev: messaging/sending-messages-using-incoming-webhooks, messaging/formatting-message-text
 */
export const slackManifest = {
  id: 'SLACK',
  label: 'Slack',
  settings: [],
  address: 'https://hooks.slack.com/services/',
  limits: { timeout_in_ms: 10_000, max_answer_in_bytes: 1024, max_text_in_bytes: 4096, longest_pause_in_s: 3600 },
  /** Refusals, in words for people. Nothing was posted. */
  refusals: {
    no_text: 'The message is empty.',
    invalid_payload: "Slack couldn't read the message.",
    no_service: 'This Slack address was removed or switched off. Create a new one in Slack and connect it again.',
    no_service_id: 'This Slack address is not complete. Copy it again.',
    no_team: 'The Slack workspace of this address no longer exists.',
    team_disabled: 'The Slack workspace of this address is disabled.',
    invalid_token: 'This Slack address is no longer valid. Create a new one in Slack and connect it again.',
    channel_not_found: 'The Slack channel of this address no longer exists.',
    channel_is_archived: 'The Slack channel is archived. Choose another one.',
    action_prohibited: "An admin of your Slack workspace doesn't allow this address to post.",
    posting_to_general_channel_denied: "Your Slack workspace doesn't allow this address to post to #general.",
    user_not_found: 'The Slack user of this address no longer exists.',
  },
} as const;
