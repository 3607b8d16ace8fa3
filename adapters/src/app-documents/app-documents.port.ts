/** The metadata document of an OAuth client, as its host answered. */
interface AppDocument {
  body: string;
  cache_control: string | null;
}

/** Hosts of apps: addresses that strangers choose. */
export interface AppDocumentsPort {
  /**
   * Fetches once, from a public address, within the limits of size and time.
   * @throws AppDocumentError in words for the person who connects the app
   */
  fetchDocument(url: string, signal?: AbortSignal): Promise<AppDocument>;
  close(): Promise<void>;
}

export class AppDocumentError extends Error {}
