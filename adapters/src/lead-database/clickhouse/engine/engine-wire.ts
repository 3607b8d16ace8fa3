/**
 * What travels between us and the process that holds the embedded engine: one POST on the loopback, the statement in JSON, its output
 * as it is. Only who knows the token of the lock file is answered.
 */
export type EngineRequest = {
  sql: string;
  /** Bound by the engine by their declared types; never part of the text. */
  params: Record<string, unknown>;
  /** Rows of an INSERT in its format, or null. */
  values: string | null;
};

/** The engine's own refusal of a statement: its number and name as ClickHouse documents them. */
export type EngineFailure = { message: string; code: string; type: string | null };

export const TOKEN_HEADER = 'x-engine-token';

export type EngineAddress = { port: number; token: string };

/** First line of the input of the engine's process. It ends when its input does. */
export type EngineOrder = { package_directory: string; data_directory: string; lanes: number; token: string };
