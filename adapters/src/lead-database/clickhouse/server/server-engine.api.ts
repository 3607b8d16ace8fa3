import { type ClickHouseClient, ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client';
import { ProviderError } from '../../../kit/errors.ts';
import { ENGINE_LIMITS, OLDEST_SERVER } from '../clickhouse.manifest.ts';
import { queryRows } from '../clickhouse-query.api.ts';
import { CLUSTER_SETTINGS } from '../schema/cluster-words.transform.ts';
import { explainServerFailure, isOlder } from './server-failure.transform.ts';

/** An external ClickHouse server, given by an address with user, password and database. */
export type ServerEngine = {
  client: ClickHouseClient;
  /** For statements that change something: each goes out on a connection of its own. */
  loader: ClickHouseClient;
  /** True once the server was asked and took us. */
  isThere(): boolean;
  /** Asks the server who it is. @throws ProviderError in words of the settings */
  start(): Promise<void>;
  /** Any failure of the server in words of the settings: no password in them. */
  explain(error: unknown): ProviderError;
  stop(): Promise<void>;
};

export function createServerEngine(url: string, cluster: string | null): ServerEngine {
  const open = (keep_alive: KeepAlive, settings: ClickHouseSettings = {}) =>
    createServerClient(url, keep_alive, settings);
  // On a busy machine the timers that close idle connections come late, and a statement would go out on one the server has closed.
  const client = open({ enabled: true, eagerly_destroy_stale_sockets: true });
  // A search is retried if that still happens; a write is not, because its outcome would be unknown.
  const loader = open({ enabled: false }, cluster === null ? {} : CLUSTER_SETTINGS);
  const explain = (error: unknown): ProviderError => explainServerFailure(error, new URL(url));
  let isStarted = false;
  return {
    client,
    loader,
    explain,
    isThere: () => isStarted,
    async start() {
      const [row] = await queryRows<{ version: string }>(client, { sql: 'SELECT version() AS version' }).catch(
        (error: unknown) => {
          throw explain(error);
        },
      );
      const version = row?.version ?? '';
      if (isOlder(version, OLDEST_SERVER)) {
        const reason = `The ClickHouse server at ${new URL(url).host} is version ${version}. Overture needs ${OLDEST_SERVER} or newer.`;
        throw new ProviderError('unavailable', reason, { concerns: 'service', code: 'server_too_old' });
      }
      isStarted = true;
    },
    async stop() {
      await Promise.all([client.close(), loader.close()]);
    },
  };
}

type KeepAlive = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['keep_alive']>;

function createServerClient(url: string, keep_alive: KeepAlive, settings: ClickHouseSettings): ClickHouseClient {
  return createClient({
    url,
    application: 'overture',
    // We report failures ourselves, once, in terms of the settings.
    log: { level: ClickHouseLogLevel.OFF },
    // Long lists of names travel in the body, and a caller who is gone ends the query.
    use_multipart_params_auto: true,
    keep_alive,
    // Every call has its own time limit; the client's default of 30 seconds would abort a long load.
    request_timeout: ENGINE_LIMITS.longest_statement,
    clickhouse_settings: {
      cancel_http_readonly_queries_on_client_close: 1,
      // Newer servers send numbers of 64 bits as numbers, which JavaScript would round.
      output_format_json_quote_64bit_integers: 1,
      ...settings,
    },
  });
}
