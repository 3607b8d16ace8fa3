/**
 * Limits of one organization and one process: no tenant may slow down another. `docs/security/limits.md` lists every
 * limit with its response. Rates that an operator may have to change are settings (`REQUESTS_PER_SECOND`,
 * `STRANGER_REQUESTS_PER_MINUTE`, `UPLOAD_GB_PER_DAY`).
 */
export const TENANT_LIMITS = {
  /** Burst of an organization, in seconds of its request rate: one page sends many requests together. */
  burst_in_seconds: 5,
  /** Immediate refusals for an organization or an address; later ones are delayed. */
  quick_refusals: 20,
  held_refusal_in_ms: 2000,
  /** Refusals held back by a process; beyond, the connection is closed. */
  held_refusals_in_all: 2000,
  /** Sessions a process remembers the organization of; the ones seen longest ago are forgotten. */
  remembered_sessions: 50_000,
  /** Webhooks of vendors come from few addresses. */
  webhook_requests_per_minute: 30_000,

  /** Files from `large_upload_in_bytes` on; smaller ones are soon done and have places of their own. */
  uploads_per_organization: 2,
  uploads_in_all: 8,
  large_upload_in_bytes: 8 * 1024 ** 2,
  small_uploads_per_organization: 8,
  small_uploads_in_all: 40,
  /** Brand pictures rendered at the same time: each takes 100 ms of a processor and 30 MB. The next one waits. */
  pictures_per_organization: 1,
  pictures_in_all: 2,
  picture_wait_in_seconds: 10,
  /** Kept free for the database, which often shares the disk. */
  disk_reserve_in_bytes: 1024 ** 3,
  /** A body must arrive at least this fast, measured over `body_window_in_seconds`. */
  min_body_bytes_per_second: 4096,
  body_window_in_seconds: 30,
  /** A file is taken at most this fast while others ask: a fast line must not cost them a processor. */
  upload_bytes_per_second_beside_others: 8 * 1024 ** 2,
  /**
   * Bytes still accepted of a refused file, which lets the client receive the response; then the connection is closed.
   */
  drained_bytes: 16 * 1024 ** 2,
  drained_bytes_per_second: 2 * 1024 ** 2,

  /** Exports made at the same time: each holds one database connection. */
  exports_per_organization: 1,
  exports_in_all: 3,
  /** A second export of an organization waits this long for the first before it is refused. */
  export_wait_in_seconds: 30,
  /** An export is read at this pace while others ask; alone as fast as the database gives it. */
  export_bytes_per_second_beside_others: 2 * 1024 ** 2,
  max_export_bytes: 4 * 1024 ** 3,
  downloads_per_organization: 6,
  downloads_in_all: 60,
  /** Slower readers are cut off; they hold a file and a place. */
  min_download_bytes_per_second: 4096,

  /** Files of the web application and pictures of brands being sent, each a file of the process beside its connection. */
  public_files_per_line: 50,
  public_files_in_all: 200,
  /** One page sends many requests together: the next one waits this long before it is refused. */
  public_file_wait_in_seconds: 10,

  imports_per_organization: 5,
  /** Started by people; what flows look up for themselves is bounded by its leads. */
  research_runs_per_organization: 200,

  invitations_per_call: 20,
  /** Waiting for an answer, lapsed ones included. */
  open_invitations: 200,

  live_connections_per_organization: 200,
  live_connections_in_all: 20_000,

  /** Requests of an organization that wait for its share of the database connections; beyond, 503. */
  waiting_per_organization: 200,
  wait_for_share_in_seconds: 15,
} as const;
