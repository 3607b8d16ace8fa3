import type { MailServer, VerifiedMailbox } from './mailbox.port.ts';

/** A mail that is searched by the ids under which it may have arrived, without angle brackets. */
export type SearchedMail = { key: number; message_ids: readonly string[] };

/** `tab`: the server says that the inbox shows it under a category beside the main one. `elsewhere`: in another folder. */
export type MailPlace = 'inbox' | 'tab' | 'spam' | 'elsewhere';

export type FoundPlaces = {
  /** Mails that are in no folder are left out. */
  places: Map<number, MailPlace>;
  /** The server says that its storage is used up. */
  is_full: boolean;
};

/** Mailboxes that only receive: where mails of ours arrived. Nothing in them is changed, read mails stay unread. */
export type PlacementPort = {
  /** Signs in to IMAP. Never throws for what the server does. */
  verifyLogin(server: MailServer): Promise<VerifiedMailbox>;
  /** @throws ProviderError auth_expired | unavailable */
  findPlaces(server: MailServer, mails: readonly SearchedMail[]): Promise<FoundPlaces>;
};
