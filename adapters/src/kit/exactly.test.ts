import type { gmail_v1 } from '@googleapis/gmail';
import type { Message } from '@microsoft/microsoft-graph-types';
import type { AddDealRequest, AddPersonRequest } from 'pipedrive/v2';
import type { PostInvitationInput } from 'unipile-node-sdk';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { exactly, readsOnly, type UnknownKeys } from './exactly.ts';

/** Is another type than `Found` where the check lets a planted name through: then the file does not compile. */
type Planted<Shape, Body, Found extends UnknownKeys<Shape, Body>> = [UnknownKeys<Shape, Body>] extends [never]
  ? never
  : Found;

// A former bug: first and last name exist in responses only, and a condition added them to requests.
const conditional = (first: string | null) => ({ name: 'Ada', ...(first === null ? {} : { first_name: first }) });

test('names that a vendor does not publish are seen, also those that are spread in under a condition', () => {
  const planted: [
    Planted<AddPersonRequest, ReturnType<typeof conditional>, 'first_name'>,
    Planted<AddDealRequest, { title: string; stage: number }, 'stage'>,
    Planted<Message, { isRead: boolean; seen: boolean }, 'seen'>,
    Planted<PostInvitationInput, { account_id: string; provider_id: string; note: string }, 'note'>,
    Planted<gmail_v1.Schema$Draft, { message: { thread_id: string } }, 'thread_id'>,
    Planted<gmail_v1.Schema$ListMessagesResponse, { messages?: { id: string; labels?: string[] }[] }, 'labels'>,
    Planted<gmail_v1.Params$Resource$Users$Messages$Get, { format: string; headers: string[] }, 'headers'>,
  ] = ['first_name', 'stage', 'seen', 'note', 'thread_id', 'labels', 'headers'];
  expect(planted).toHaveLength(7);
});

test('a body with published names only passes as it is', () => {
  const body = { name: 'Ada', ...(Math.random() > 2 ? {} : { org_id: 1 }) };
  expect(exactly<AddPersonRequest>()(body)).toBe(body);
});

test('a schema passes as it is when it reads published names only', () => {
  const schema = z.object({ messages: z.array(z.object({ id: z.string() })).default([]) });
  expect(readsOnly<gmail_v1.Schema$ListMessagesResponse>()(schema)).toBe(schema);
});
