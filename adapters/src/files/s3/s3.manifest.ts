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
    connections: 32,
    /** Until the headers of an answer. A part is sent within it: 70 KB a second are enough. */
    timeout_in_ms: 30_000,
    upload_timeout_in_ms: 120_000,
    /** Without a byte of a body. */
    silence_in_ms: 30_000,
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
