import type { McpTool } from './mcp-tool.ts';

const confirmation = ['body.confirmation', 'The confirmation of the tool that prepared it; it works once'] as const;
/** A preview names leads and quotes messages that are filled in with their data. */
const untrusted = { preview: 'preview with data of leads' } as const;
const WAITS =
  'By the policy of the organization it happens now, or it waits until a person approves it in the application. Do not repeat the call: ask approval_get.';

export const SENDING_TOOLS = [
  {
    name: 'campaign_activate_prepare',
    title: 'Prepare the start of a campaign',
    description:
      'Calculates what starting or resuming a campaign would do, and returns a confirmation for campaign_activate. Nothing is sent. Show the preview to the person you work for.',
    call: 'prepareActivation',
    kind: 'edit',
    untrusted,
    takes: {
      campaign_id: ['body.campaign_id', 'Id of a campaign, from campaigns_list'],
      email_account_ids: ['body.email_account_ids', 'Mailboxes, from accounts_list'],
      linkedin_account_ids: ['body.linkedin_account_ids', 'LinkedIn accounts, from accounts_list'],
      lookup_credits: ['body.lookup_credits', 'Credits that look-ups of the flow may cost at most'],
    },
  },
  {
    name: 'campaign_activate',
    title: 'Start a campaign',
    description: `Asks to start the campaign that was prepared. ${WAITS}`,
    call: 'requestApproval',
    kind: 'send',
    untrusted,
    takes: { confirmation },
    fixed: { 'body.kind': 'campaign_activation' },
  },
  {
    name: 'reply_send_prepare',
    title: 'Prepare a message',
    description:
      'Prepares a message in a conversation, and returns a confirmation for reply_send. Nothing is sent. Show the text to the person you work for.',
    call: 'prepareMessage',
    kind: 'edit',
    untrusted,
    takes: {
      chat_id: ['body.prospect_id', 'Id of the lead of the conversation, from chats_list'],
      message: ['body.message', 'Text of the message'],
      subject_line: ['body.subject_line', 'Subject, where a new thread begins'],
      account_id: ['body.account_id', 'Sender; the one of the conversation when left out'],
    },
  },
  {
    name: 'reply_send',
    title: 'Send a message',
    description: `Asks to send the message that was prepared. ${WAITS}`,
    call: 'requestApproval',
    kind: 'send',
    untrusted,
    takes: { confirmation },
    fixed: { 'body.kind': 'message' },
  },
  {
    name: 'approval_get',
    title: 'What became of a request',
    description: 'Says whether a request waits for a person, happened, was refused, expired or became void.',
    call: 'getApproval',
    kind: 'read',
    untrusted,
    takes: { approval_id: ['params.id', 'Id of the approval'] },
  },
] as const satisfies readonly McpTool[];
