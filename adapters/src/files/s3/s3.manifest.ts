/** A store that speaks the API of Amazon S3: Amazon itself, or MinIO, Ceph, Garage, Cloudflare R2 and others at their own address. */
export const s3Manifest = {
  id: 's3',
  label: 'S3',
  scopes: [],
  settings: [
    'FILES_S3_BUCKET',
    'FILES_S3_ENDPOINT',
    'FILES_S3_REGION',
    'FILES_S3_ACCESS_KEY_ID',
    'FILES_S3_SECRET_ACCESS_KEY',
    'FILES_S3_PATH_STYLE',
  ],
  /** What the key must be allowed to do in the bucket. Without the last one a missing file looks like a refusal. */
  rights: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload', 's3:ListBucket'],
  limits: {
    /** Of uploads and short requests. Downloads have their own, one each: they are as slow as their readers. */
    connections: 32,
    /** Until the headers of an answer, the wait for a connection included; longer by the time in which a slow line sends the body. */
    timeout_in_ms: 30_000,
    slowest_in_bytes_per_second: 90_000,
    /** A larger body may be slow although the store is well. */
    small_body_in_bytes: 1024 ** 2,
    /** No try begins later than this after the first: a person or a message waits for the answer. */
    patience_in_ms: 30_000,
    /** After a request found no answer in all its tries, others fail immediately for this long. */
    rest_in_ms: 5_000,
    /** A file that is read into memory, or the text of an answer. */
    whole_body_in_ms: 120_000,
    /** Without a byte of a body. */
    silence_in_ms: 30_000,
    /** With this much read since, a body that is cut again counts as cut for the first time. */
    progress_in_bytes: 1024 ** 2,
    /** Errors and lists. */
    max_answer_in_bytes: 4_000_000,
    /** Held in memory. A file of several parts has at most 10,000: 80 GB. */
    part_in_bytes: 8 * 1024 ** 2,
    tries: 4,
    first_pause_in_ms: 200,
    /** Keys of one list; the API answers no more. */
    listed_files: 1000,
  },
} as const;
