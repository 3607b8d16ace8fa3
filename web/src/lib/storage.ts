import type { CampaignChoice } from '@overture/domain/campaign/campaign-choice';

/** What is chosen beside the words of a message that is being written. */
export interface ComposeExtras {
  account_id?: number;
  cc?: string[];
  bcc?: string[];
  subject?: string;
  /** HTML; blank while the message is plain text. */
  formatted_text?: string;
  /** The mail that is to be sent on, or replied to without the lead; to whom, and which of its files: all without a list. */
  forward?: { message_id: number; to: string[]; attachment_ids: number[] | null; as_reply?: boolean | null } | null;
  /** The model's draft from which it is made. */
  draft_id?: number;
  /** Saved replies whose words are in it. */
  saved_reply_ids?: number[];
  /** Effect on the campaigns that run for the lead; left out, they pause. */
  campaign?: CampaignChoice;
}

/** Everything the browser remembers, by key. Values are JSON; keys with an id remember one value per list or campaign. */
export interface StoredValues {
  /** The session of this browser is an impersonation. */
  acting: boolean;
  /** Which the person who signed in here chose for the interface; left out for the browser's. */
  language: string;
  'sidebar-collapsed': boolean;
  'boards-folded': boolean;
  referral_code: string;
  'campaign-page': number;
  'campaigns-view': Record<string, unknown>;
  'admin-tab': string;
  chat_filters: Record<string, unknown>;
  'campaign-tab': Record<string, string>;
  'campaign-filters': Record<string, unknown>;
  'campaign-sort': { field: string; direction: 'asc' | 'desc' };
  'hidden-columns': Record<string, string[]>;
  /** Ids of columns by table, where they were moved. */
  'column-order': Record<string, string[]>;
  /** By table; left out where rows have their normal height. */
  'row-heights': Record<string, string>;
  'cell-editing': boolean;
  'endless-scroll': boolean;
  /** Columns that have had a value, by list. */
  'filled-columns': Record<string, string[]>;
  'list-page': Record<string, number>;
  'list-filters': Record<string, unknown>;
  'chat-drafts': Record<string, string>;
  'chat-draft-extras': Record<string, ComposeExtras>;
  /** The day on which the notice of low credits was dismissed. */
  'low-credits-hidden': string;
  'reply-tone': string;
  'send-way': string;
  'formats-answers': boolean;
  /** Of saved replies; blank for all. */
  'reply-language': string;
  'undo-seconds': number;
  'reply-notifications': boolean;
  /** The server pushes to this browser. */
  'push-on': boolean;
  /** What the server knows this browser as. */
  'push-device': { id: number; session: number; endpoint: string };
  /** The last reply that arrived in a visible tab. */
  'seen-reply': number;
  'today-filters': Record<string, unknown>;
  'test-subject-prefix': string;
  tour: { step: number; search_id?: number; campaign_id?: number };
  'running-imports': { import_id: number; search_id: number; name: string }[];
}

export type StorageKey = keyof StoredValues;

/** Comforts of a machine rather than of a person; they say nothing of what was worked on. */
const KEPT_KEYS = [
  'mantine-color-scheme-value',
  'tableColumnWidths',
  'language',
  'hidden-columns',
  'column-order',
  'sidebar-collapsed',
  'boards-folded',
  'undo-seconds',
  'referral_code',
];

let owner = '';

/** Everything but the comforts of the machine is remembered for one user: an administrator's filters stay out of a customer's account. */
const keyOf = (key: string): string => (key === 'acting' || KEPT_KEYS.includes(key) ? key : owner + key);

/** Selects the user whose values are read and written. Without an id, values belong to no user. */
export function setStorageOwner(userId: number | undefined, isActing: boolean): void {
  const next = userId === undefined ? '' : `${userId}:`;
  if (owner === next) return;
  owner = next;
  writeStored('acting', isActing || undefined);
  try {
    // Values of versions that knew no owner become those of the first user who signs in as themselves.
    for (const key of isActing ? [] : Object.keys(localStorage)) {
      if (key.includes(':') || keyOf(key) === key) continue;
      localStorage.setItem(owner + key, localStorage.getItem(key) ?? '');
      localStorage.removeItem(key);
    }
  } catch {
    // Full or closed off.
  }
}

export const storageOwner = (): string => owner;

/** What was remembered, or `fallback` when there is nothing readable of the same kind. */
export function readStored<Key extends StorageKey>(key: Key, fallback: StoredValues[Key]): StoredValues[Key] {
  try {
    const text = localStorage.getItem(keyOf(key));
    if (text === null) return fallback;
    const value: unknown = JSON.parse(text);
    const sameKind =
      typeof value === typeof fallback && Array.isArray(value) === Array.isArray(fallback) && value !== null;
    return sameKind ? (value as StoredValues[Key]) : fallback;
  } catch {
    return fallback;
  }
}

/** Remembers a value. A browser that refuses to store costs comfort, never the action. */
export function writeStored<Key extends StorageKey>(key: Key, value: StoredValues[Key] | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(keyOf(key));
    else localStorage.setItem(keyOf(key), JSON.stringify(value));
  } catch {
    // Full or closed off.
  }
}

/** Remembers one entry of a record (the page of one list, the draft of one lead); the 200 newest are kept. */
export function writeStoredEntry<Key extends StorageKey>(
  key: Key,
  id: string | number,
  value: StoredValues[Key] extends Record<string, infer Entry> ? Entry | undefined : never,
): void {
  const all = { ...(readStored(key, {} as StoredValues[Key]) as Record<string, unknown>) };
  delete all[id];
  if (value !== undefined) all[id] = value;
  writeStored(key, Object.fromEntries(Object.entries(all).slice(-200)) as StoredValues[Key]);
}

export type Comforts = readonly (readonly [key: string, value: string])[];

/** Read before signing out: the server's answer makes the browser clear everything. */
export function readComforts(): Comforts {
  try {
    return KEPT_KEYS.flatMap((key) => {
      const value = localStorage.getItem(key);
      return value === null ? [] : [[key, value] as const];
    });
  } catch {
    return [];
  }
}

/** Forgets what was remembered of a session: drafts, filters, running imports. The comforts of this machine stay. */
export function forgetStored(comforts: Comforts): void {
  try {
    localStorage.clear();
    sessionStorage.clear();
    for (const [key, value] of comforts) localStorage.setItem(key, value);
  } catch {
    // Closed off: then nothing was remembered either.
  }
}
