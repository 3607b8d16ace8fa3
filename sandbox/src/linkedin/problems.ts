/** An error as the provider words it. */
export class Problem extends Error {
  readonly status: number;
  readonly type: string;
  readonly retry_after: number | null;

  constructor(status: number, type: string, detail: string, retry_after: number | null = null) {
    super(detail);
    this.status = status;
    this.type = type;
    this.retry_after = retry_after;
  }

  body() {
    return {
      status: this.status,
      type: `errors/${this.type}`,
      title: this.type.replaceAll('_', ' '),
      detail: this.message,
    };
  }
}

export const invalid = (detail: string): Problem => new Problem(400, 'invalid_parameters', detail);
export const missing = (detail: string): Problem => new Problem(404, 'resource_not_found', detail);
