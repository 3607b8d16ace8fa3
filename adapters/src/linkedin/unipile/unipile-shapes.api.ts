import { z } from 'zod';

/**
 * Answers of the provider, only the fields we use. What we can do without may be missing or null: a field the provider
 * drops must not stop an import.
 */
const text = z.string().nullish();
const count = z.number().nullish();
/** An item of another kind than expected is passed over, not an error for the whole page. */
const items = z.array(z.unknown());

export const listShape = z.object({ items, cursor: z.string().nullish() });

export const hostedLinkShape = z.object({ url: z.url() });

export const signInShape = z.object({ account_id: z.string(), checkpoint: z.object({ type: z.string() }).nullish() });

export const accountShape = z.object({
  id: z.string(),
  type: z.string(),
  name: text,
  created_at: text,
  sources: z.array(z.object({ status: text })).nullish(),
  connection_params: z
    .object({
      im: z
        .object({ id: text, username: text, phone_number: text, premiumFeatures: z.array(z.string()).nullish() })
        .nullish(),
    })
    .nullish(),
});

export const ownProfileShape = z.object({
  provider_id: z.string(),
  public_identifier: text,
  first_name: text,
  last_name: text,
  occupation: text,
  email: text,
  profile_picture_url: text,
  public_profile_url: text,
  premium: z.boolean().nullish(),
  recruiter: z.unknown(),
  sales_navigator: z.unknown(),
});

export const postShape = z.object({
  social_id: z.string(),
  reaction_counter: count,
  comment_counter: count,
});

const authorShape = z.object({
  id: z.string(),
  type: text,
  name: text,
  headline: text,
  profile_url: text,
  profile_picture_url: text,
  network_distance: text,
});
export const reactionShape = z.object({ author: authorShape });
export const commentShape = z.object({ author: text, author_details: authorShape.partial({ type: true }) });

export const searchShape = listShape.extend({
  paging: z.object({ total_count: count }).nullish(),
});

export const foundPersonShape = z.object({
  type: z.literal('PEOPLE'),
  id: z.string(),
  public_identifier: text,
  public_profile_url: text,
  profile_url: text,
  name: text,
  first_name: text,
  last_name: text,
  headline: text,
  location: text,
  industry: text,
  profile_picture_url: text,
  network_distance: text,
  current_positions: z
    .array(z.object({ company: text, company_id: z.union([z.string(), z.number()]).nullish(), role: text }))
    .nullish(),
});

export const foundJobShape = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  title: z.string(),
  location: text,
  posted_at: text,
  url: text,
  job_url: text,
  company: z.union([z.object({ name: text }), z.string()]).nullish(),
});

const contacts = z.array(z.string()).nullish();
export const profileShape = z.object({
  provider_id: z.string(),
  public_identifier: text,
  first_name: text,
  last_name: text,
  headline: text,
  location: text,
  network_distance: text,
  profile_picture_url: text,
  is_relationship: z.boolean().nullish(),
  can_send_inmail: z.boolean().nullish(),
  is_open_profile: z.boolean().nullish(),
  invitation: z.object({ type: text, status: text }).nullish(),
  contact_info: z.object({ emails: contacts, phones: contacts }).nullish(),
  websites: contacts,
});

export const companyShape = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  name: z.string(),
  public_identifier: text,
  profile_url: text,
  description: text,
  industry: z.union([z.string(), z.array(z.string())]).nullish(),
  employee_count: count,
  website: text,
  logo: text,
  locations: z
    .array(z.object({ is_headquarter: z.boolean().nullish(), city: text, area: text, country: text }))
    .nullish(),
});

export const invitationSentShape = z.object({ invitation_id: z.string(), usage: count });
export const sentInvitationShape = z.object({
  id: z.string(),
  parsed_datetime: text,
  invited_user_id: text,
  invited_user_public_id: text,
  invitation_text: text,
});
export const relationShape = z.object({
  member_id: z.string(),
  first_name: text,
  last_name: text,
  public_identifier: text,
  created_at: count,
});
/** The provider does not always know the ids of what it sent: null is a success as well. */
export const chatStartedShape = z.object({ chat_id: text, message_id: text });
export const chatShape = z.object({
  id: z.string(),
  attendee_provider_id: text,
  attendee_public_identifier: text,
  name: text,
  /** 0: of two people. */
  type: count,
  read_only: z.unknown(),
});
export const inmailBalanceShape = z.object({ premium: count, sales_navigator: count, recruiter: count });
export const messageSentShape = z.object({ message_id: text });
export const ownPostShape = z.object({ social_id: z.string() });
export const messageShape = z.object({
  id: z.string(),
  chat_id: z.string(),
  sender_id: z.string(),
  text,
  timestamp: z.string(),
  is_sender: z.union([z.boolean(), z.number()]),
  is_event: z.union([z.boolean(), z.number()]).nullish(),
  attachments: items.nullish(),
});
export const attachmentShape = z.object({ id: z.string(), mimetype: text, file_name: text });

export const webhookShape = z.object({ id: z.string().nullish(), source: text, request_url: text });
export const doneShape = z.unknown();
