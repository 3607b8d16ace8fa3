/**
 * Each server of a cluster holds all leads: a filter intersects sets of ids, and a server with a part of the ids could not. All replicas of a table have one
 * path in Keeper, in any shard. The path has no UUID, because a server that joins later could not know it.
 */
export const onCluster = (cluster: string | null): string => (cluster === null ? '' : ` ON CLUSTER '${cluster}'`);

/** @param replica the same for two servers: only one of them can make the table */
export const describeEngine = (
  engine: string,
  table: string,
  cluster: string | null,
  replica = '{shard}-{replica}',
): string => (cluster === null ? engine : `Replicated${engine}('/overture/{database}/${table}', '${replica}')`);

/** Of a failure: tables were made with another setting. */
export const OTHER_CLUSTER = 'other_cluster';

/**
 * Ids are given in turn after the highest one. So a batch counts when most servers have it, and a load reads what most servers have: a server that takes
 * over gives no id twice. A server that is away delays a statement about tables by half a minute.
 */
export const CLUSTER_SETTINGS = {
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
  select_sequential_consistency: '1',
  distributed_ddl_output_mode: 'null_status_on_timeout',
  distributed_ddl_task_timeout: '30',
} as const;
