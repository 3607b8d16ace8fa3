import { signaturesEndpoints } from '@overture/contract/signatures';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError, addressOf, call, errorMessage, queryKey } from './api-client.ts';

const { listSignatures, updateSignature } = signaturesEndpoints;

/** The one thing replaced is the network; what is sent and how answers are read is ours. */
function answerWith(status: number, body: string) {
  const calls: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, init });
    return new Response(body, { status });
  });
  return calls;
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  return promise.then(
    () => {
      throw new Error('should have failed');
    },
    (error) => error as ApiError,
  );
}

afterEach(() => vi.unstubAllGlobals());

describe('address', () => {
  test('fills path parameters and keeps the trailing slash', () => {
    expect(addressOf({ path: '/chats/{id}/notes/{noteId}/' }, { params: { id: 3, noteId: 9 } })).toBe(
      '/api/v1/chats/3/notes/9/',
    );
  });

  test('a hostile parameter cannot leave its place in the path', () => {
    expect(addressOf({ path: '/search/{id}/' }, { params: { id: '../admin?x=1#' } })).toBe(
      '/api/v1/search/..%2Fadmin%3Fx%3D1%23/',
    );
  });

  test('a missing path parameter is a mistake of ours and throws', () => {
    expect(() => addressOf({ path: '/search/{id}/' }, {})).toThrow('needs id');
  });

  test('filters travel as JSON, plain lists repeat, empty values stay away', () => {
    const query = {
      filters: [{ column: 'name', operation: 'contains', value: 'a&b' }],
      labels: [1, 2],
      page: 2,
      search: '',
      status: undefined,
      campaign: null,
    };
    const url = new URL(addressOf({ path: '/chats/' }, { query }), 'http://localhost');
    expect(JSON.parse(url.searchParams.get('filters') ?? '')).toEqual(query.filters);
    expect(url.searchParams.getAll('labels')).toEqual(['1', '2']);
    expect([...url.searchParams.keys()].sort()).toEqual(['filters', 'labels', 'labels', 'page']);
  });
});

describe('call', () => {
  test('sends JSON with the cookie of this origin and gives the parsed answer', async () => {
    const calls = answerWith(200, '{"signature":{"id":4}}');
    const body = { name: 'Sales', signature: '<p>Ada</p>' };
    expect(await call(updateSignature, { params: { id: 4 }, body })).toEqual({ signature: { id: 4 } });
    expect(calls[0]?.url).toBe('/api/v1/signatures/4/');
    expect(calls[0]?.init.method).toBe('PUT');
    expect(calls[0]?.init.credentials).toBe('same-origin');
    expect(JSON.parse(String(calls[0]?.init.body))).toEqual(body);
  });

  test('a GET carries no body', async () => {
    const calls = answerWith(200, '{"signatures":[]}');
    await call(listSignatures);
    expect(calls[0]?.init.body).toBeUndefined();
  });

  test('a refusal carries status, code, text, and problems by plain field name', async () => {
    answerWith(
      400,
      '{"error":"Please check the highlighted fields.","code":"validation_failed","details":{"body.email":"Required","query.page":"Too big"}}',
    );
    const error = await failureOf(call(listSignatures));
    expect(error).toBeInstanceOf(ApiError);
    expect([error.status, error.code, error.message]).toEqual([
      400,
      'validation_failed',
      'Please check the highlighted fields.',
    ]);
    expect(error.details).toEqual({ email: 'Required', page: 'Too big' });
  });

  test('a page of a proxy is not shown to the user', async () => {
    answerWith(502, '<html>Bad gateway</html>');
    const error = await failureOf(call(listSignatures));
    expect([error.status, error.code]).toEqual([502, 'unreadable']);
    expect(errorMessage(error, 'Invalid URL')).toBe('Invalid URL');
    expect(errorMessage(error, '')).toBe('The server could not be reached. Please try again in a moment.');
  });

  test.each([[{ error: { message: 'Bad gateway' } }], [{ message: 'no upstream' }], [null], ['x']])(
    'nor is the JSON of one: %j',
    async (body) => {
      answerWith(500, JSON.stringify(body));
      const error = await failureOf(call(listSignatures));
      expect([error.status, error.code, error.message]).toEqual([500, 'unreadable', '']);
    },
  );

  test('without a network it says so', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const error = await failureOf(call(listSignatures));
    expect([error.status, error.code]).toEqual([0, 'offline']);
  });
});

test('the fallback text is used if the server sent none', () => {
  expect(errorMessage(new ApiError(500, 'internal', ''), 'Failed to update email')).toBe('Failed to update email');
  expect(errorMessage(new ApiError(400, 'email_taken', 'Taken'), 'Failed')).toBe('Taken');
  expect(errorMessage(new Error('x is undefined'), 'Failed')).toBe('Failed');
});

test('the key without input covers every answer of the call', () => {
  const all = queryKey(listSignatures);
  expect(queryKey(listSignatures, {}).slice(0, all.length)).toEqual(all);
});
