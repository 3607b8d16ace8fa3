import type { Message } from '@microsoft/microsoft-graph-types';
import type { AddDealRequest, AddPersonRequest } from 'pipedrive/v2';
import type { PostInvitationInput } from 'unipile-node-sdk';
import { expect, test } from 'vitest';
import { exactly, type UnknownKeys } from './exactly.ts';

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
  ] = ['first_name', 'stage', 'seen', 'note'];
  expect(planted).toHaveLength(4);
});

test('a body with published names only passes as it is', () => {
  const body = { name: 'Ada', ...(Math.random() > 2 ? {} : { org_id: 1 }) };
  expect(exactly<AddPersonRequest>()(body)).toBe(body);
});
