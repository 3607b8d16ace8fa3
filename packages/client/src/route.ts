/** What the client sends: all that differs between two calls. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Fields that belong to the query. All of them do in a GET. */
  query?: readonly string[];
  /** The call takes an `Idempotency-Key`. */
  idempotent?: true;
  /** The call takes a file. */
  upload?: true;
  /** The answer is a file. */
  download?: true;
  /** The list has pages: the field with the rows, and what the next page is asked with. */
  rows?: string;
  by?: 'cursor' | 'page';
}
