export interface TeamMessage {
  /** The secret address of one channel. */
  url: string;
  text: string;
  signal: AbortSignal;
}

/** A channel of a team's chat that takes messages by a secret address. */
export interface TeamChatPort {
  /** Null for an address of a channel, otherwise why not, in words. Nothing is sent. */
  refuseUrl(url: string): string | null;
  /** Escapes a value: in a message it is plain text, without mentions and links. */
  escape(text: string): string;
  /** Posts once. @throws ProviderError: `rejected`, `rate_limited`, `unavailable`, `unknown_outcome` */
  post(message: TeamMessage): Promise<void>;
  close(): Promise<void>;
}
