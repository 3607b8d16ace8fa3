import { RIGHTS } from '@overture/domain/access/permissions';
import {
  ACCOUNT_STATUSES,
  ACCOUNT_TYPES,
  EMAIL_ACCOUNT_TYPES,
  LEADS_OF_DELETED,
  LINKEDIN_CHECKPOINTS,
  LINKEDIN_TIERS,
  SEAT_TYPES,
} from '@overture/domain/accounts';
import { SEND_GAP_IN_SECONDS, TEXT_LIMITS, WEEKLY_INVITES } from '@overture/domain/limits';
import { LINKEDIN_ACTIONS } from '@overture/domain/linkedin/linkedin-actions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { RHYTHM_GAP_IN_SECONDS } from '@overture/domain/sending/day-plan';
import { OWN_DOMAIN_DAILY } from '@overture/domain/sending/own-domain-limits';
import { RAMPS } from '@overture/domain/sending/ramps';
import { z } from 'zod';
import { deliverabilitySchema } from './deliverability.ts';
import { booleanQuery, done, endpoint, idSchema, mayDeleteField, unused } from './endpoint.ts';
import { withoutAddress } from './names.ts';
import { riskBudgetSchema } from './risk-budget.ts';

/** Used of today's budgets, in the account's local day. */
const accountUsageSchema = z.object({
  email_messages: z.number().int(),
  linkedin_messages: z.number().int(),
  linkedin_connections: z.number().int(),
  linkedin_inmails: z.number().int(),
  /** Of seven days, with today. */
  linkedin_weekly_connections: z.number().int(),
});
export type AccountUsage = z.output<typeof accountUsageSchema>;

const actionHoldSchema = z.object({
  action: z.enum(LINKEDIN_ACTIONS),
  reason: z.string(),
  until: z.iso.datetime(),
});
export type AccountActionHold = z.output<typeof actionHoldSchema>;

/** What a sender may do of one sort today: the smallest of its caps, and where that still grows. */
const capSchema = z.object({
  amount: z.number().int(),
  rule: z.enum(['daily_limit', 'weekly_limit', 'day_off', 'risk_limit']),
  /** The cap of which the rhythm of the day leaves this much; null without one. */
  rhythm_of: z.number().int().nullable(),
  growth: z.object({ unit: z.enum(['day', 'week']), at: z.number().int(), of: z.number().int() }).nullable(),
});

/** A sender: a mailbox or a LinkedIn seat. Its secrets never leave the server. */
const accountSchema = z.object({
  id: z.number().int(),
  account_id: z.string(),
  account_type: z.enum(ACCOUNT_TYPES),
  name: z.string(),
  email: z.string().nullable(),
  picture_url: z.string().nullable(),
  reply_to: z.string().nullable(),
  /** What messages may say of the sender: `{{ sender.phone }}`, `{{ sender.title }}`, `{{ sender.calendar_url }}`. */
  phone: z.string().nullable(),
  job_title: z.string().nullable(),
  calendar_url: z.string().nullable(),
  tier: z.enum(LINKEDIN_TIERS).nullable(),
  is_assisted: z.boolean(),
  status: z.enum(ACCOUNT_STATUSES),
  /** What the provider said, in words; null while healthy. */
  status_reason: z.string().nullable(),
  is_base_account: z.boolean(),
  created_at: z.iso.datetime(),
  linkedin_max_connections: z.number().int(),
  linkedin_max_messages: z.number().int(),
  email_max_messages: z.number().int(),
  /** Invitations of any seven days; null where there are none. */
  linkedin_weekly_connections: z.number().int().nullable(),
  /** How much of its own invitation limit LinkedIn said is used, in percent, and when; null where it said nothing for a week. */
  linkedin_invite_usage: z.object({ percent: z.number().int(), told_at: z.iso.datetime() }).nullable(),
  send_gap_in_seconds: z.number().int(),
  used_today: accountUsageSchema,
  caps_today: z.object({ emails: capSchema, invites: capSchema, messages: capSchema, inmails: capSchema }),
  /** How its limits grow; `off` when they apply immediately. */
  ramp: z.enum(RAMPS),
  /** The week of invitations is handed out evenly over the working days. */
  spreads_weekly_invites: z.boolean(),
  /** It begins, rests and ends at another time each day; with a gap under 60 seconds there is no room for it. */
  natural_rhythm: z.boolean(),
  /** Seconds between two mails of a mailbox with a rhythm, at least. */
  rhythm_gap_in_seconds: z.number().int(),
  /** Days (YYYY-MM-DD) on which nothing planned leaves. */
  days_off: z.array(z.string()),
  /** Mailboxes of one domain share a cap; null for LinkedIn accounts and addresses at a mail provider. */
  own_domain: z
    .object({
      domain: z.string(),
      /** Null for none. */
      max_messages: z.number().int().nullable(),
      used_today: z.number().int(),
      mailboxes: z.number().int(),
    })
    .nullable(),
  /** Nothing leaves this sender before this instant, because the provider asked for it; the reason in words beside it. */
  held_until: z.iso.datetime().nullable(),
  held_reason: z.string().nullable(),
  /** Its bounces or complaints in words, while campaign mails are paused for them; answers of people leave. */
  guard_reason: z.string().nullable(),
  /** What is wrong with the DNS records of its domain, while campaign mails wait for it, or will; answers of people leave. */
  domain_hold_reason: z.string().nullable(),
  /** Until then mails leave despite the problem; null when they already wait, or nothing is wrong. */
  domain_grace_until: z.iso.datetime().nullable(),
  /** Kinds of action that LinkedIn asked to pause, the first to resume first. */
  action_holds: z.array(actionHoldSchema),
  risk_budget: riskBudgetSchema.nullable(),
});
export type Account = z.output<typeof accountSchema>;

export const mailServerSchema = z.object({
  host: z.string().trim().min(1).max(TEXT_LIMITS.domain_max),
  port: z.number().int().min(1).max(65_535),
  /** TLS from the first byte; otherwise STARTTLS is demanded, unless the address is in OUTBOUND_ALLOW. */
  secure: z.boolean(),
  username: z.string().trim().min(1).max(320),
  password: z.string().min(1).max(1024),
});

const providerServerSchema = z.object({ host: z.string(), port: z.number().int(), secure: z.boolean() });

/** One way to connect a mailbox, as the connect page offers it. */
const connectOptionSchema = z.object({
  account_type: z.enum(EMAIL_ACCOUNT_TYPES),
  label: z.string(),
  /** False: `text` says why, `settings` what the installation needs for it. */
  is_available: z.boolean(),
  text: z.string().nullable(),
  settings: z.array(z.string()),
});

/** Either the sender, or what LinkedIn asks for first. */
const linkedinSignInSchema = z.object({
  account: accountSchema.nullable(),
  checkpoint: z
    .object({
      type: z.enum(LINKEDIN_CHECKPOINTS),
      /** To be sent back with the answer; it is of use to the person who signed in only. */
      token: z.string(),
      expires_at: z.iso.datetime(),
    })
    .nullable(),
});
export type LinkedinSignIn = z.output<typeof linkedinSignInSchema>;

const limit = unused(z.number().int());

/** Why a LinkedIn account can't become a sender. */
const linkedinSignInErrors = [
  'linkedin_sign_in_failed',
  'trial_sender_limit',
  'sender_limit',
  'not_configured',
  'unavailable',
  'rate_limited',
] as const;

/** A campaign that would lose a sender, and the states of that sender's leads in it. */
const affectedCampaignSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  status: z.string(),
  /** Kept for it, nothing begun: another sender takes them where there is one. */
  untouched: z.number().int(),
  /** Begun, with something to come. */
  in_sequence: z.number().int(),
  /** All steps are sent, without a reply yet. */
  awaiting: z.number().int(),
  /**
   * Active leads that no other sender can take over: this one has invited them, or none of the others is connected with
   * them.
   */
  staying: z.number().int(),
  /** Other connected senders of the campaign on that channel. */
  others: z.number().int(),
});
export type AffectedCampaign = z.output<typeof affectedCampaignSchema>;

export const accountsEndpoints = {
  listAccounts: endpoint('GET /accounts/', {
    summary: 'The senders of the organization',
    shows: ['senders'],
    ok: z.object({
      success: z.literal(true),
      accounts: z.array(accountSchema.extend(mayDeleteField)).max(LIST_LIMITS.accounts),
    }),
  }),
  updateAccount: endpoint('PUT /accounts/{id}/', {
    summary: 'Limits, spacing, name and address for replies of a sender; ranges follow its type and tier',
    touches: ['senders', 'user', 'campaign_senders'],
    roles: RIGHTS.work,
    body: z.object({
      linkedin_max_connections: limit,
      linkedin_max_messages: limit,
      email_max_messages: limit,
      linkedin_weekly_connections: unused(z.number().int().min(WEEKLY_INVITES.min).max(WEEKLY_INVITES.max)),
      send_gap_in_seconds: unused(z.number().int().min(SEND_GAP_IN_SECONDS.min).max(SEND_GAP_IN_SECONDS.max)),
      ramp: unused(z.enum(RAMPS)),
      natural_rhythm: unused(z.boolean()),
      rhythm_gap_in_seconds: unused(z.number().int().min(RHYTHM_GAP_IN_SECONDS.min).max(RHYTHM_GAP_IN_SECONDS.max)),
      spreads_weekly_invites: unused(z.boolean()),
      days_off: unused(z.array(z.iso.date()).max(366)),
      enforces_risk: unused(z.boolean()),
      /** Of all mailboxes of its domain; 0 for no such cap. */
      own_domain_max_messages: unused(z.number().int().min(0).max(OWN_DOMAIN_DAILY.max)),
      name: unused(withoutAddress(z.string().max(TEXT_LIMITS.name_max))),
      reply_to: unused(z.string().max(TEXT_LIMITS.email_max)),
      phone: unused(z.string().max(TEXT_LIMITS.sender_phone_max)),
      job_title: unused(z.string().max(TEXT_LIMITS.sender_title_max)),
      calendar_url: unused(z.string().max(TEXT_LIMITS.url_max)),
    }),
    ok: z.object({ success: z.literal(true), account: accountSchema }),
  }),
  removeAccount: endpoint('DELETE /accounts/{id}/', {
    recorded: { event: 'sender_removed', subject: 'sender' },
    summary: 'Disconnects a sender and destroys its stored secrets; its history stays',
    touches: ['senders', 'user', 'campaigns', 'campaign_senders', 'guard'],
    roles: RIGHTS.work,
    query: z.object({
      /** What happens to its active leads: they wait for another sender, others of the campaign take them over, or they end. */
      leads: z.enum(LEADS_OF_DELETED).default('wait'),
    }),
    errors: ['not_yours'],
    ok: done,
  }),
  listAffectedCampaigns: endpoint('GET /accounts/{id}/affected-campaigns/', {
    summary: 'Campaigns that would lose their sender',
    shows: ['campaigns'],
    ok: z.object({ campaigns: z.array(affectedCampaignSchema).max(LIST_LIMITS.affected_campaigns) }),
  }),
  getDeliverability: endpoint('GET /accounts/{id}/deliverability/', {
    summary: 'SPF, DKIM, DMARC, MX and reverse DNS of the domain a mailbox sends from; at most an hour old',
    shows: ['deliverability'],
    query: z.object({
      refresh: booleanQuery.default(false),
    }),
    errors: ['bad_request', 'rate_limited'],
    ok: deliverabilitySchema,
  }),
  setDkimSelector: endpoint('PUT /accounts/{id}/deliverability/', {
    summary: "The name under which the DKIM key of a mailbox's domain is published, where it can't be detected",
    touches: ['deliverability', 'senders'],
    roles: RIGHTS.work,
    body: z.object({ dkim_selector: z.string().trim().min(1).max(300) }),
    errors: ['bad_request', 'rate_limited'],
    ok: deliverabilitySchema,
  }),
  linkLinkedin: endpoint('POST /linkedin/link/', {
    summary: 'Address of the page on which a LinkedIn account is connected, or connected again',
    touches: 'nothing',
    roles: RIGHTS.work,
    body: z.object({
      /** When the page expires; at most, and when left out, 30 days ahead. */
      expiresOn: unused(z.string().max(40)),
      /** The sender to connect again; left out, a new one is added. */
      account_id: unused(idSchema),
      /**
       * Type of a new account, LinkedIn by default. The other types sync conversations with leads and send nothing.
       */
      account_type: unused(z.enum(SEAT_TYPES)),
      is_risk_accepted: unused(z.boolean()),
    }),
    errors: ['trial_sender_limit', 'sender_limit', 'bad_request', 'not_configured', 'unavailable'],
    ok: z.object({ url: z.url() }),
  }),
  signInToLinkedin: endpoint('POST /linkedin/connect/', {
    recorded: { failed: 'sender_connection_failed' },
    summary: 'Connects a LinkedIn account with its own password, which is passed on once and not kept',
    touches: ['senders', 'user', 'guard'],
    roles: RIGHTS.work,
    body: z.object({
      username: z.string().trim().min(1).max(320),
      password: z.string().min(1).max(1024),
      /** LinkedIn may restrict an account that another program signs in to: nothing is done unless this is true. */
      is_risk_accepted: z.boolean(),
    }),
    errors: ['linkedin_risk_not_accepted', 'linkedin_password_refused', ...linkedinSignInErrors],
    ok: linkedinSignInSchema,
  }),
  answerLinkedinCheckpoint: endpoint('POST /linkedin/checkpoint/', {
    recorded: { failed: 'sender_connection_failed' },
    summary: 'Answers what LinkedIn asked for at a sign-in; without a code it looks whether the app was confirmed',
    touches: ['senders', 'user', 'guard'],
    roles: RIGHTS.work,
    body: z.object({
      token: z.string().min(1).max(2000),
      /** The code, or the phone number; none for a confirmation in the app. */
      code: unused(z.string().trim().min(1).max(100)),
    }),
    errors: ['linkedin_code_refused', 'linkedin_checkpoint_expired', ...linkedinSignInErrors],
    ok: linkedinSignInSchema,
  }),
  connectEmail: endpoint('POST /email/connect/', {
    summary: "Address of the page on which a mailbox is connected: ours, or the provider's own",
    touches: 'nothing',
    roles: RIGHTS.work,
    body: z.object({
      /** Google or Microsoft: their page of consent. Left out: our page, which offers every way. */
      provider: unused(z.enum(EMAIL_ACCOUNT_TYPES)),
    }),
    errors: ['trial_sender_limit', 'sender_limit', 'not_configured', 'rate_limited'],
    ok: z.object({ url: z.url() }),
  }),
  reconnectEmail: endpoint('POST /email/reconnect/', {
    summary: 'Address of the page on which a mailbox is connected again',
    touches: ['senders'],
    roles: RIGHTS.work,
    body: z.object({ account_id: idSchema }),
    errors: ['not_configured', 'rate_limited'],
    ok: z.object({ url: z.url() }),
  }),
  finishEmailConsent: endpoint('POST /email/callback/', {
    recorded: { failed: 'sender_connection_failed' },
    summary: 'What the page of consent of Google or Microsoft sent back; works once, for the person who asked',
    touches: ['senders', 'user', 'guard'],
    roles: RIGHTS.work,
    body: z.object({
      state: z.string().min(1).max(200),
      code: unused(z.string().max(4_000)),
      /** Instead of a code: why nothing was granted. */
      error: unused(z.string().max(200)),
      error_description: unused(z.string().max(4_000)),
    }),
    errors: [
      'consent_expired',
      'consent_denied',
      'consent_needs_admin',
      'consent_incomplete',
      'consent_other_mailbox',
      'consent_failed',
      'mailbox_connected_already',
      'trial_sender_limit',
      'sender_limit',
      'not_configured',
    ],
    ok: z.object({ account: accountSchema }),
  }),
  listConnectOptions: endpoint('GET /email/options/', {
    summary: 'Ways to connect a mailbox, and the settings that are missing for those not available',
    ok: z.object({ options: z.array(connectOptionSchema).max(LIST_LIMITS.fixed) }),
  }),
  guessMailServers: endpoint('GET /email/providers/', {
    summary: 'Mail servers of an address: a known provider (told by its domain or MX records), or a guess',
    query: z.object({ email: z.string().trim().max(TEXT_LIMITS.email_max) }),
    ok: z.object({
      /** Null when nothing is known about the address. */
      provider: z
        .object({
          label: z.string().nullable(),
          imap: providerServerSchema,
          smtp: providerServerSchema,
          /** What one must do before the password works. */
          note: z.string().nullable(),
          is_guess: z.boolean(),
        })
        .nullable(),
    }),
  }),
  connectMailbox: endpoint('POST /email/imap/', {
    recorded: { failed: 'sender_connection_failed' },
    summary: 'Signs in to IMAP and SMTP and, when both work, stores the mailbox as a sender',
    touches: ['senders', 'user', 'guard'],
    roles: RIGHTS.work,
    body: z.object({
      name: z.string().trim().min(1).max(TEXT_LIMITS.name_max),
      email: z.string().trim().min(3).max(TEXT_LIMITS.email_max),
      imap: mailServerSchema,
      smtp: mailServerSchema,
      /** Connect an existing sender again instead of adding one. */
      account_id: unused(idSchema),
    }),
    errors: ['mailbox_refused', 'mailbox_connected_already', 'trial_sender_limit', 'sender_limit', 'rate_limited'],
    ok: z.object({ account: accountSchema }),
  }),
};
