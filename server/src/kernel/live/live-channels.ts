/** The newest sequence of an organization's live messages. All that leaves the database about them: no text, no name, no address. */
export interface LiveHead {
  organization_id: number;
  sequence: number;
}

/** Announces new messages to processes with live connections, past the database. An announcement that is lost is found by sequence. */
export interface LiveChannels {
  /** Whether publishing worked last. */
  canPublish(): boolean;
  /** False if it failed: the caller notifies through the database. */
  publish(heads: readonly LiveHead[]): Promise<boolean>;
  /** Begins to listen. Called once, by a process with live connections. */
  listen(handlers: LiveHandlers): void;
  /** Hears of an organization, as often as it is called, until `unfollow` was called as often. */
  follow(organization_id: number): void;
  unfollow(organization_id: number): void;
  stop(): Promise<void>;
}

export interface LiveHandlers {
  onHeads(heads: LiveHead[]): void;
  /** A channel is heard from now on: what came before may be missing. */
  onSubscribed(): void;
}

const CHANNELS = 64;
/** A process hears the channels of the organizations whose people it serves. */
export const channelOf = (organization_id: number): string => `overture:live:${organization_id % CHANNELS}`;

/** `12:340,90:7`, as it is published. */
export const formatHeads = (heads: readonly LiveHead[]): string =>
  heads.map(({ organization_id, sequence }) => `${organization_id}:${sequence}`).join(',');

/** A batch of the relay holds no more. */
const MAX_HEADS = 200;

export function parseHeads(text: string): LiveHead[] {
  return text
    .split(',', MAX_HEADS)
    .map((pair) => pair.split(':', 2).map(Number))
    .flatMap(([organization_id, sequence]) =>
      Number.isSafeInteger(organization_id) && Number.isSafeInteger(sequence)
        ? [{ organization_id: organization_id as number, sequence: sequence as number }]
        : [],
    );
}
