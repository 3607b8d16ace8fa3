import { MantineProvider } from '@mantine/core';
import { api } from '@overture/contract';
import type { User } from '@overture/contract/auth';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { onTestFinished, vi } from 'vitest';
import { ToastHost } from '../../ui/feedback/toast-host.tsx';
import { userQuery } from '../api/session.ts';
import { refetchAfterWrites } from '../api/writes.ts';
import { check, complete } from './build.ts';

/** What the server was asked: 'POST /campaigns/' with its body. */
interface Asked {
  call: string;
  query: Record<string, string>;
  body: unknown;
}

type Answer = object | ((asked: Asked) => object | Promise<object>);
/**
 * Answers by call; `{}` in a path matches any one segment. An answer is a body, a whole response, or a function of the question. A body names
 * what the test is about: the rest comes from the contract, and what the contract doesn't know or types otherwise fails the test.
 */
export type Answers = Record<string, Answer>;

export const refusal = (status: number, code: string, error: string, details = {}) =>
  Response.json({ code, error, details }, { status });

/** Answers one question after the other; an error is a lost connection, and so is everything after the last answer. */
export function inOrder(...answers: (object | Promise<object>)[]): () => object | Promise<object> {
  return () => {
    const next = answers.shift() ?? new TypeError('no answer is left');
    if (next instanceof Error) throw next;
    return next;
  };
}

function parseQuestion(address: string, init: RequestInit | undefined): Asked {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const body = init?.body ? JSON.parse(String(init.body)) : undefined;
  const call = `${init?.method ?? 'GET'} ${pathname.replace('/api/v1', '')}`;
  return { call, query: Object.fromEntries(searchParams), body };
}

function findAnswer(answers: Answers, call: string): Answer | undefined {
  if (answers[call]) return answers[call];
  return Object.entries(answers).find(([pattern]) => matchesCall(pattern, call))?.[1];
}

function matchesCall(pattern: string, call: string): boolean {
  const [wanted, parts] = [pattern.split('/'), call.split('/')];
  return wanted.length === parts.length && wanted.every((part, index) => part === '{}' || part === parts[index]);
}

/** Paths without parameters first: `/chats/people/` is not the chat named people. */
const endpoints = Object.values(api)
  .map(({ method, path, ok }) => ({ pattern: `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`, ok }))
  .sort((one, other) => one.pattern.split('{}').length - other.pattern.split('{}').length);

function completeAnswer(call: string, answer: object): unknown {
  const known = endpoints.find(({ pattern }) => matchesCall(pattern, call));
  if (!known) throw new Error(`${call} is no call of the contract`);
  return check(known.ok, complete(known.ok, answer), `The answer to ${call}`);
}

const HEALTH = 'GET /healthz';

/**
 * A server that knows these calls; asked for anything else it says 404. Answers what it was asked.
 * It is in health, and does not tell that it was asked for it: what an earlier test found away is asked after by a timer.
 */
function startServer(answers: Answers): Asked[] {
  const asked: Asked[] = [];
  const problems: unknown[] = [];
  // The screen would show it as a lost connection.
  onTestFinished(() => {
    if (problems.length > 0) throw problems[0];
  });
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const question = parseQuestion(String(address), init);
    if (question.call === HEALTH && !answers[HEALTH]) return new Response();
    asked.push(question);
    const known = findAnswer(answers, question.call);
    if (known === undefined) return refusal(404, 'not_found', `No answer for ${question.call}`);
    const answer = typeof known === 'function' ? await known(question) : known;
    if (answer instanceof Response) return answer.clone();
    try {
      return Response.json(completeAnswer(question.call, answer));
    } catch (error) {
      problems.push(error);
      throw error;
    }
  });
  return asked;
}

interface Shown {
  asked: Asked[];
  /** Bodies of the calls of this name, in order. */
  sent: (call: string) => unknown[];
  /** Path and query that the application has gone to. */
  address: () => string;
  client: QueryClient;
}

/** An element with an in-memory router; it stays mounted on navigation. `address` returns path and query. */
export async function placeAt(path: string, element: ReactElement): Promise<{ page: ReactElement; address(): string }> {
  const history = createMemoryHistory({ initialEntries: [path] });
  const rootRoute = createRootRoute({ component: () => element, notFoundComponent: () => null });
  const router = createRouter({ routeTree: rootRoute, history });
  await router.load();
  return { page: <RouterProvider router={router as never} />, address: () => history.location.href };
}

/**
 * An element inside of what the application gives its screens: theme, cache, addresses, toasts, and a server with these answers. A test
 * may change its answers later.
 */
export async function show(
  element: ReactElement,
  answers: Answers = {},
  user: object = {},
  path = '/',
): Promise<Shown> {
  // Fields that grow with their text listen for fonts, which this document does not have.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  const asked = startServer(answers);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  refetchAfterWrites(client);
  client.setQueryData(userQuery.queryKey, user as User);
  const { page, address } = await placeAt(path, element);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        {page}
        <ToastHost />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return {
    asked,
    sent: (name) => asked.filter(({ call }) => call === name).map(({ body }) => body),
    address,
    client,
  };
}

export function fill(field: HTMLElement, value: string): void {
  fireEvent.change(field, { target: { value } });
}

/** Presses the button of this name, once it is there. */
export async function press(name: string | RegExp, role = 'button'): Promise<void> {
  fireEvent.click(await screen.findByRole(role, { name }));
}

export const isDisabled = (element: HTMLElement): boolean => (element as HTMLButtonElement).disabled;
