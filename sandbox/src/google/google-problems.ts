/** An error as Google's APIs write it. */
export class GoogleProblem extends Error {
  readonly status: number;
  readonly reason: string;
  readonly retry_after: number | null;

  constructor(status: number, reason: string, message: string, retry_after: number | null = null) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.retry_after = retry_after;
  }

  body() {
    const { status, reason, message } = this;
    return { error: { code: status, message, errors: [{ domain: 'global', reason, message }], status: reason } };
  }
}

export const notFound = (): GoogleProblem => new GoogleProblem(404, 'notFound', 'Requested entity was not found.');
