import { CALLS, type CallName, type Inputs, type Outputs, type PagedName, type Rows } from './calls.ts';
import type { Route } from './route.ts';
import { type CallOptions, type ClientOptions, send } from './send.ts';

export type { CallName, ErrorCode, Inputs, Outputs, WebhookEvent } from './calls.ts';
export { OvertureError } from './errors.ts';
export type { CallOptions, ClientOptions } from './send.ts';
export { verifyWebhook, WebhookError } from './webhook.ts';

/** The input may be left out where nothing in it is required. */
type Arguments<Input> =
  Partial<Input> extends Input ? [input?: Input, options?: CallOptions] : [input: Input, options?: CallOptions];

type Methods = { [Name in CallName]: (...given: Arguments<Inputs[Name]>) => Promise<Outputs[Name]> };

export interface Client extends Methods {
  /** Rows of a list, page by page: `for await (const lead of client.iterate('listSearchProspects', { id }))`. */
  iterate<Name extends PagedName>(name: Name, ...given: Arguments<Inputs[Name]>): AsyncGenerator<Rows[Name], void>;
}

/** A method for each call that an API key may make, by its name in the reference (`/api/docs`). */
export function createClient(options: ClientOptions): Client {
  if (!/^https?:\/\/[^/]/.test(options.url))
    throw new TypeError('url is the address of the installation, with https://.');
  if (!/^[\x21-\x7e]+$/.test(options.key)) throw new TypeError('key is an API key.');
  const call = (name: CallName, input: object = {}, given: CallOptions = {}): Promise<unknown> =>
    send(options, CALLS[name], input as Record<string, unknown>, given);
  const methods = Object.fromEntries(
    (Object.keys(CALLS) as CallName[]).map((name) => [
      name,
      (input?: object, given?: CallOptions) => call(name, input, given),
    ]),
  );
  const iterate = (name: CallName, input?: object, given?: CallOptions): AsyncGenerator<unknown, void> =>
    iteratePages(CALLS[name], (page) => call(name, { ...input, ...page }, given));
  return { ...methods, iterate } as unknown as Client;
}

/** Yields the rows of all pages, and asks for the next one when they have been taken. */
async function* iteratePages(
  { rows, by }: Route,
  loadPage: (page: { cursor: string } | { page: number }) => Promise<unknown>,
): AsyncGenerator<unknown, void> {
  if (rows === undefined) throw new TypeError('This call has no pages.');
  let cursor = '';
  for (let page = 1; ; page++) {
    const answer = (await loadPage(by === 'cursor' ? { cursor } : { page })) as Record<string, unknown>;
    const list = answer[rows] as unknown[];
    yield* list;
    if (by === 'page' && list.length > 0) continue;
    const next = answer.next_cursor;
    if (by === 'page' || typeof next !== 'string' || next === '') return;
    cursor = next;
  }
}
