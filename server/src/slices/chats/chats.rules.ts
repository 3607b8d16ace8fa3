import type { ChatAccount, ChatMessage, ChatPreview, ChatProspect } from '@overture/contract/chats';
import type { Label } from '@overture/contract/labels';
import type { Prospect } from '@overture/contract/prospects';
import { showRichText } from '@overture/domain/message/rich/rich-render';
import type { AccountRow } from '../accounts/index.ts';
import type { ChatRow, LeadCampaign } from './chats.store.ts';
import type { MessageRow } from './messages.store.ts';

export function presentChatAccount(row: AccountRow): ChatAccount {
  return {
    id: row.id,
    account_type: row.account_type,
    name: row.name,
    email: row.email,
    picture_url: row.picture_url,
    status: row.status,
  };
}

export interface ProspectFacts {
  labels: Label[];
  is_flagged: boolean;
  campaign: LeadCampaign | undefined;
  kanban_status: ChatProspect['kanban_status'] | undefined;
  accounts: ReadonlyMap<number, ChatAccount>;
}

export function presentChatProspect(prospect: Prospect, facts: ProspectFacts): ChatProspect {
  const { campaign } = facts;
  return {
    id: prospect.id,
    first_name: prospect.first_name,
    last_name: prospect.last_name,
    job_title: prospect.job_title,
    headline: prospect.headline,
    company: prospect.company,
    linkedin_profile_url: prospect.linkedin_profile_url,
    profile_picture_url: prospect.profile_picture_url,
    email: prospect.email,
    phone_number: prospect.phone_number,
    location: prospect.location,
    ...(prospect.zone ? { zone: prospect.zone } : {}),
    labels: facts.labels,
    is_flagged: facts.is_flagged,
    campaign: campaign
      ? {
          id: campaign.id,
          name: campaign.name,
          status: campaign.status,
          accounts: pickAccounts(campaign.account_ids, facts.accounts),
        }
      : null,
    campaign_status: campaign?.campaign_status ?? null,
    kanban_status: facts.kanban_status ?? null,
  };
}

function pickAccounts(ids: readonly number[], accounts: ReadonlyMap<number, ChatAccount>): ChatAccount[] {
  return ids.flatMap((id) => accounts.get(id) ?? []);
}

export function presentPreview(
  row: ChatRow,
  prospect: ChatProspect,
  accounts: ReadonlyMap<number, ChatAccount>,
): ChatPreview {
  const mine = pickAccounts(row.account_ids, accounts);
  return {
    prospect,
    latest_message:
      row.last_message_id === null
        ? null
        : {
            id: row.last_message_id,
            sent_at: row.last_message_at.toISOString(),
            subject_line: row.last_subject,
            message: row.last_preview,
            sent_by_prospect: row.last_sent_by_prospect,
          },
    has_unread: row.has_unread,
    has_draft: row.has_draft,
    is_archived: row.archived_at !== null,
    remind_at: row.remind_at?.toISOString() ?? null,
    is_returned: row.is_returned,
    assigned_to: row.assigned_to,
    reply_class: row.reply_class && {
      class: row.reply_class,
      is_sure: row.is_class_sure,
      is_by_person: row.is_class_by_person,
      is_by_model: row.is_class_by_model,
      confidence: row.class_confidence,
    },
    status: row.interest ?? (row.replied_at ? 'REPLIED' : null),
    account_types: [...new Set(mine.map((account) => account.account_type))],
    accounts: mine,
    messages: row.message_count,
  };
}

export function presentMessage(
  row: MessageRow,
  account: ChatAccount | null,
  prospect: Pick<Prospect, 'id' | 'first_name' | 'last_name'>,
): ChatMessage {
  return {
    id: row.id,
    message: row.message,
    quoted_text: row.quoted_text,
    html: row.formatted_text === null ? row.html : showFormatted(row.formatted_text, row),
    has_remote_content: row.has_remote_content,
    is_unreadable: row.is_unreadable,
    subject_line: row.subject_line,
    sent_at: row.sent_at.toISOString(),
    sent_by_prospect: row.sent_by_prospect,
    read: row.read,
    kind: row.kind,
    delivery: row.delivery,
    error: row.error,
    from: row.from_email ? { name: row.from_name, email: row.from_email } : null,
    attachments: row.attachments,
    cc: row.sent_by_prospect ? [] : row.cc_emails,
    recipients: { to: listFurtherTo(row), cc: row.cc_emails, bcc: row.bcc_emails },
    is_timed: row.is_timed,
    acting_key: row.acting_key,
    reply_class: row.reply_class,
    account,
    prospect: { id: prospect.id, first_name: prospect.first_name, last_name: prospect.last_name },
  };
}

/** Images of a message of ours are its files. */
function showFormatted(formatted: string, { prospect_id, attachments }: MessageRow): string {
  return showRichText(formatted, (name) => {
    const file = attachments.find((attachment) => attachment.name === name);
    return file ? `/api/v1/chats/${prospect_id}/attachments/${file.id}/preview/` : null;
  });
}

/** A conversation says whom its messages are for; one that is sent on has recipients of its own. */
const listFurtherTo = ({ kind, to_email, other_to_emails }: MessageRow): string[] =>
  kind === 'FORWARD' && to_email !== null ? [to_email, ...other_to_emails] : other_to_emails;
