import type { StepType } from '@overture/domain/flow/step-types';

/**
 * Other outreach tools that people move in from. Terminology:
 * - *tool*: a product like ours. Its key is entered for one import and is not stored beyond it.
 * - *row*: one object of the tool in the words of this file. Vendors differ; rows don't.
 */

export interface ToolManifest {
  id: string;
  label: string;
  /** Where its users find a key, in a sentence. */
  key_instructions: string;
  address: string;
  /** What its API does not give, with the reason: shown before the import is started. */
  not_read?: readonly { name: string; reason: string }[];
  limits: { timeout_in_ms: number; max_page_in_bytes: number };
}

/** What became of a lead there. `stopped`: left out by the tool or by a person, without being written to. */
export type ToolLeadState = 'new' | 'contacted' | 'finished' | 'replied' | 'bounced' | 'unsubscribed' | 'stopped';

/** Text of one variant. `{{variables}}` are written as the tool writes them. */
interface ToolVariant {
  subject: string;
  text: string;
}

export interface ToolStep {
  /** An email where it is not given. */
  type?: StepType;
  /** After the step before it; of the first step, after the start. */
  delay_in_hours: number;
  variants: ToolVariant[];
}

/** `value` is an address, or a domain. */
export interface ToolSuppression {
  kind: 'suppression';
  external_id: string;
  value: string;
}

export interface ToolSender {
  kind: 'sender';
  external_id: string;
  name: string;
  email: string;
}

export interface ToolList {
  kind: 'list';
  external_id: string;
  name: string;
}

export interface ToolCampaign {
  kind: 'campaign';
  external_id: string;
  name: string;
  steps: ToolStep[];
  /** What of it cannot be read, in sentences. */
  losses: string[];
}

/** Part of a tool that has no counterpart here, with its name and the reason. */
export interface ToolLoss {
  kind: 'loss';
  external_id: string;
  name: string;
  reason: string;
}

export interface ToolLead {
  kind: 'lead';
  external_id: string;
  campaign_id: string | null;
  list_id: string | null;
  email: string | null;
  fields: {
    first_name: string | null;
    last_name: string | null;
    company_name: string | null;
    company_website_url: string | null;
    job_title: string | null;
    phone_number: string | null;
    linkedin_url: string | null;
    location: string | null;
  };
  /** Values of its own variables, by the names that messages use. */
  variables: Record<string, string>;
  state: ToolLeadState;
  /** ISO time of the last message to it; null where none was sent, or the tool does not say when. */
  last_contacted_at: string | null;
  /** Steps of its campaign that were sent; null where the tool does not say. */
  steps_done: number | null;
}

/** A message that was sent to a lead, or what came of it: of tools whose leads don't say it. Read after the leads. */
export interface ToolTouch {
  kind: 'touch';
  external_id: string;
  /** `external_id` of the lead. Where the tool has no such lead any longer, the touch becomes one. */
  lead_id: string;
  campaign_id: string;
  email: string | null;
  linkedin_url: string | null;
  state: Exclude<ToolLeadState, 'new' | 'stopped'>;
  /** ISO time, in UTC, of the message; null where only its outcome is known. */
  at: string | null;
  /** Steps of the campaign up to this one. */
  steps_done: number | null;
}

export type ToolRow = ToolSuppression | ToolSender | ToolList | ToolCampaign | ToolLoss | ToolLead | ToolTouch;

interface ToolPage {
  rows: ToolRow[];
  /** Position of the next page; null at the end. Only the adapter knows its format. */
  next: string | null;
  /** What the user should know while the rest is read. */
  note?: string;
}

export interface ToolPageRequest {
  api_key: string;
  /** Null for the first page, later `next` of the previous page. */
  position: string | null;
  signal: AbortSignal;
  /** `external_id` of the campaign or list that was read after this one, the first for null; null at the end. */
  findNext(kind: 'campaign' | 'list', after: string | null): Promise<string | null>;
}

export interface OutreachToolsPort {
  /** Tools whose calls are known, in the order in which they are offered. */
  tools: readonly ToolManifest[];
  /**
   * Reads one page: suppressions first, leads last. The same position returns rows with the same ids.
   * @throws ProviderError, `concerns` service:
   *   - auth_expired: the key is refused, or lost a right; the reason names it
   *   - rate_limited: too many calls; `until` the earliest retry
   *   - rejected: a retry would not help
   *   - unavailable: no answer in time, an error of its own, or an answer that cannot be read
   */
  readPage(request: ToolPageRequest & { tool: string }): Promise<ToolPage>;
  close(): Promise<void>;
}

/** One tool. */
export interface OutreachTool {
  manifest: ToolManifest;
  readPage(request: ToolPageRequest): Promise<ToolPage>;
}
