/** One try. No response came where `code` is null; `error` is for the person who owns the endpoint. */
export interface WebhookTry {
  code: number | null;
  /** The start of the body, as text that can be stored. */
  answer: string | null;
  error: string | null;
  /** What `retry-after` asks for. */
  retry_after_in_ms: number | null;
  duration_in_ms: number;
}

export interface WebhookRequest {
  url: string;
  body: string;
  headers: Record<string, string>;
  timeout_in_ms: number;
  /** Kept of the response; the rest is not read. */
  answer_in_bytes: number;
  signal: AbortSignal;
}

/** Receivers of webhooks: servers of customers, which may be slow, broken or hostile. */
export interface WebhookReceiversPort {
  /** Null for an address that can be a receiver, otherwise why not, in words. Nothing is asked. */
  refuseUrl(url: string): string | null;
  /** Posts once; redirects are not followed. Throws nothing but the signal's reason. */
  post(request: WebhookRequest): Promise<WebhookTry>;
  close(): Promise<void>;
}
