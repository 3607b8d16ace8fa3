import { randomUUID } from 'node:crypto';

/** An error as Graph words it. */
export class GraphProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly retry_after: number | null;

  constructor(status: number, code: string, message: string, retry_after: number | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.retry_after = retry_after;
  }

  body() {
    const id = randomUUID();
    const innerError = { date: new Date().toISOString(), 'request-id': id, 'client-request-id': id };
    return { error: { code: this.code, message: this.message, innerError } };
  }
}

export const invalid = (message: string, code = 'ErrorInvalidRequest'): GraphProblem =>
  new GraphProblem(400, code, message);
export const missing = (message = 'The specified object was not found in the store.'): GraphProblem =>
  new GraphProblem(404, 'ErrorItemNotFound', message);
