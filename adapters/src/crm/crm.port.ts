import type { CrmLeadField, CrmType } from '@overture/domain/crm';
import type { TokenSource } from '../mailbox/mailbox.port.ts';
import type { OauthCaller } from '../mailbox/oauth/mail-http.api.ts';

/**
 * Customer databases of other vendors: people are looked for, written, noted about and read back. Every call throws ProviderError
 * of the closed set; what concerns one person alone is an outcome of that person.
 */

/** Code of `auth_expired` where the sign-in works, and was not granted what a call needs: connecting again adds it. */
export const MISSING_GRANT = 'missing_grant';

/** One account of a CRM. `api_url`: where it answers, as its own sign-in said; null where all accounts answer at one address. */
export type CrmConnection = OauthCaller & { tokens: TokenSource; api_url: string | null };

export type CrmTokens = { access_token: string; expires_at: Date; refresh_token: string; api_url: string | null };

/** Which account it is. `url`: its page for people. */
type CrmAccount = { id: string; name: string; url: string | null };

export type CrmFieldType = 'text' | 'email' | 'phone' | 'url' | 'number' | 'option';

export type CrmField = {
  name: string;
  label: string;
  required: boolean;
  type: CrmFieldType;
  max_length: number | null;
  /** Values it takes, with what people call them; null where it takes any. */
  options: { value: string; label: string }[] | null;
};

type CrmBoard = { id: string; name: string };

/** Where people are written, and by which fields ours are found again. Null: the account has no such field. */
export type CrmTarget = {
  board_id: string | null;
  fields: readonly CrmField[];
  /** Holds our own reference of a person. */
  reference_field: string | null;
  /** There is no such field because the sign-in was not granted to make it: connecting again may add that. */
  lacks_reference_grant: boolean;
  email_field: string | null;
  linkedin_field: string | null;
};

export type CrmSearchKeys = {
  key: string;
  /** Our own word for this person in this account; the same for ever. */
  reference: string;
  /** As an earlier write answered it. */
  known_id: string | null;
  email: string | null;
  linkedin_url: string | null;
  name: string;
  company: string;
  /**
   * Start of a write with an unconfirmed outcome: records written since must be found even before the search index has
   * them.
   */
  written_since: Date | null;
};

export type CrmFound = { id: string; url: string | null; values: Record<string, string> };

export type CrmWrite = {
  key: string;
  /** The record to change; null makes one. */
  id: string | null;
  reference: string;
  /** By name of the field. Those left out stay. */
  values: Record<string, string>;
  /** Of the record, where it has none of its own. */
  name: string;
  owner_id: string | null;
};

export type CrmOutcome =
  | { key: string; outcome: 'created' | 'updated'; id: string; url: string | null }
  /** The vendor has this person already, under this id. */
  | { key: string; outcome: 'exists'; id: string }
  /** A final no for this person. `code`: the vendor's. */
  | { key: string; outcome: 'refused'; reason: string; code: string | null }
  /** It may or may not have been written. */
  | { key: string; outcome: 'unknown' };

export type CrmNote = {
  record_id: string;
  title: string;
  text: string;
  at: Date;
  /** Stored in the record as a key for finding it again. */
  marker: string;
};

export type CrmDeal = {
  record_id: string;
  title: string;
  /** Of `listStages`; null: the vendor's first. */
  stage: string | null;
  owner_id: string | null;
};

/** What the CRM knows of a person that matters to campaigns. */
export type CrmPerson = {
  id: string;
  email: string | null;
  /** Further addresses of the same record. The vendor's search does not cover them. */
  other_emails: readonly string[];
  linkedin_url: string | null;
  name: string;
  is_customer: boolean;
  has_open_deal: boolean;
  is_do_not_contact: boolean;
  /** The owner's id; null where it has none, or belongs to a team. */
  owner_id: string | null;
};

export type CrmStage = { id: string; label: string };

/** A user of the CRM who can own records. */
export type CrmOwner = { id: string; name: string; email: string | null };

export type CrmManifest = {
  id: CrmType;
  label: string;
  scopes: readonly string[];
  /** Names of the settings. */
  settings: { client_id: string; client_secret: string; api_url: string; auth_url: string };
  addresses: { api: string; auth: string };
  /** Ends of the hosts at which accounts may say they answer. */
  account_hosts: readonly string[];
  capabilities: {
    /** People are written onto one of several boards, which has to be chosen. */
    has_boards: boolean;
    /** Interest opens a deal, or changes a status of the person. */
    interest: 'deal' | 'status';
    /** Whether it has marks of customers, open deals and do-not-contact that can be read. */
    reads_status: boolean;
    /** A mark against contacting can be written. */
    marks_do_not_contact: boolean;
  };
  limits: {
    /** People of one write, and of one look. */
    contacts_per_write: number;
    /** Pause between two writes. */
    gap_in_ms: number;
    people_per_page: number;
    timeout_in_ms: number;
  };
  /** Its own names of the records that we write. `deal` is what shows a stage: deals, or the people themselves. */
  records: { person: string; note: string; deal: string };
  /** Fields of its own to begin with; empty where boards differ. */
  default_mappings: readonly { field: string; lead_field: CrmLeadField }[];
};

export type CrmOauth = {
  is_configured: boolean;
  missing_settings: string[];
  createAuthorizationUrl(given: { state: string; code_challenge: string; redirect_uri: string }): string;
  /** @throws ProviderError rejected | unavailable */
  exchangeCode(given: { code: string; code_verifier: string; redirect_uri: string }): Promise<CrmTokens>;
  /** The answer's refresh token replaces the one given. @throws ProviderError auth_expired | unavailable | rate_limited */
  refreshTokens(refresh_token: string): Promise<Omit<CrmTokens, 'api_url'>>;
  /** @throws ProviderError unavailable */
  revokeTokens(refresh_token: string): Promise<void>;
  /** The account that an uninstall message of the vendor names; null for one that is not the vendor's. */
  readUninstall(given: { authorization: string; body: unknown }): string | null;
};

export type CrmPort = {
  manifest: CrmManifest;
  oauth: CrmOauth;
  readAccount(connection: CrmConnection): Promise<CrmAccount>;
  /** Those a person may fill; at most 2,000. */
  listFields(connection: CrmConnection, board_id: string | null): Promise<CrmField[]>;
  /** At most 500; empty for vendors without boards. */
  listBoards(connection: CrmConnection): Promise<CrmBoard[]>;
  /** Creates the field for our references where possible, and returns the state of the target. */
  prepareTarget(connection: CrmConnection, board_id: string | null): Promise<CrmTarget>;
  /** People the CRM has, by key: by their id, our reference, their address, their LinkedIn page, in this order. */
  findContacts(
    connection: CrmConnection,
    target: CrmTarget,
    searched: readonly CrmSearchKeys[],
    fields: readonly string[],
  ): Promise<Map<string, CrmFound>>;
  /**
   * At most `contacts_per_write`; an outcome for each.
   * @throws ProviderError when none was written, or all outcomes are unknown
   */
  writeContacts(connection: CrmConnection, target: CrmTarget, writes: readonly CrmWrite[]): Promise<CrmOutcome[]>;
  /** Whether the record has a note with this marker. */
  hasNote(connection: CrmConnection, note: CrmNote): Promise<boolean>;
  writeNote(connection: CrmConnection, note: CrmNote): Promise<void>;
  listStages(connection: CrmConnection, board_id: string | null): Promise<CrmStage[]>;
  /** Whether this deal is open at the record, or the record has this status already. */
  hasDeal(connection: CrmConnection, target: CrmTarget, deal: CrmDeal): Promise<boolean>;
  openDeal(connection: CrmConnection, target: CrmTarget, deal: CrmDeal): Promise<void>;
  /** The deal is at this stage, opened where there is none, or the record has this status. One that was closed stays as it is. */
  setStage(connection: CrmConnection, target: CrmTarget, deal: CrmDeal & { stage: string }): Promise<void>;
  markDoNotContact(
    connection: CrmConnection,
    target: CrmTarget,
    given: { record_id: string; email: string | null },
  ): Promise<void>;
  /**
   * Deletes the record of a person, for good where the vendor can. Others keep it in a bin for some weeks.
   * @throws ProviderError not_found where it is gone already
   */
  deleteContact(connection: CrmConnection, record_id: string): Promise<void>;
  /** The user of the CRM with this address. */
  findOwner(connection: CrmConnection, email: string): Promise<string | null>;
  /** At most 500, by name. */
  listOwners(connection: CrmConnection): Promise<CrmOwner[]>;
  /** A page of people that changed since `since`; `next` continues it, null ends it. */
  listPeople(
    connection: CrmConnection,
    target: CrmTarget,
    given: { since: Date | null; next: string | null },
  ): Promise<{ people: CrmPerson[]; next: string | null }>;
  close(): Promise<void>;
};

export type CrmPorts = Record<CrmType, CrmPort>;

/** The parts of a CRM that each vendor speaks in a place of its own. */
export type CrmReading = Pick<CrmPort, 'readAccount' | 'listFields' | 'listBoards' | 'prepareTarget'>;
export type CrmNotes = Pick<CrmPort, 'hasNote' | 'writeNote'>;
export type CrmDeals = Pick<
  CrmPort,
  'listStages' | 'hasDeal' | 'openDeal' | 'setStage' | 'markDoNotContact' | 'deleteContact'
>;
export type CrmOwners = Pick<CrmPort, 'findOwner' | 'listOwners'>;
