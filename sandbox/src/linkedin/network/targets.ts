import type { FastifyRequest } from 'fastify';
import type { Action } from '../linkedin-ledger.ts';
import type { LinkedinSandbox } from '../linkedin-sandbox.ts';
import { missing, Problem } from '../problems.ts';
import { memberAt } from './network.ts';
import type { Seat } from './seats.ts';
import { findMember, type Member, memberOfId } from './world.ts';

/** The action of a call, and its target. */
export type RequestedAction = { action: Action; account_id: string; member: Member | undefined };

const PREFIX = /^\/unipile\/api\/v1/;
const FIRST_POST = 7_400_000_000_000;
export const parsePostNumber = (member: Member): string => String(FIRST_POST + member.number);

/** By the viewer's id or the name in the address of the profile. */
function findByIdentifier(seat: Seat | undefined, id: string): Member | undefined {
  if (/^AC[ow]AA/.test(id)) return seat && memberOfId(seat.id, id);
  return findMember(id);
}

export function getMember(world: LinkedinSandbox, seat: Seat, id: string): Member {
  const member = findByIdentifier(seat, id);
  if (member === undefined) throw new Problem(422, 'invalid_recipient', 'There is no such member.');
  return world.network.meet(member);
}

export function getProfile(world: LinkedinSandbox, seat: Seat, id: string): Member {
  const member = findByIdentifier(seat, id);
  if (member === undefined) throw missing('There is no such profile.');
  return world.network.meet(member);
}

/** Null for a call without a visible effect. */
export function findRequestedAction(
  world: Pick<LinkedinSandbox, 'book' | 'network'>,
  request: FastifyRequest,
): RequestedAction | null {
  const url = new URL(request.url, 'http://sandbox');
  const path = url.pathname.replace(PREFIX, '');
  const body = (request.body ?? {}) as Record<string, unknown>;
  const account_id = String(body.account_id ?? url.searchParams.get('account_id') ?? '');
  const seat = world.book.find(account_id);
  const last = decodeURIComponent(path.split('/').at(-1) ?? '');
  const requested = (action: Action, member: Member | undefined): RequestedAction => ({ action, account_id, member });
  const by = (id: unknown): Member | undefined => findByIdentifier(seat, String(id));

  if (request.method === 'GET') {
    const isVisit = /^\/users\/[^/]+$/.test(path) && url.searchParams.get('notify') === 'true';
    return isVisit ? requested('visit', by(last)) : null;
  }
  if (request.method === 'DELETE') {
    if (!path.startsWith('/users/invite/sent/')) return null;
    const number = world.network.findPending(last)?.member_number;
    return requested('withdraw', number === undefined ? undefined : memberAt(number));
  }
  if (path === '/users/invite') return requested('invite', by(body.provider_id));
  if (path === '/chats') {
    return requested(body['linkedin[inmail]'] === 'true' ? 'inmail' : 'message', by(body.attendees_ids));
  }
  if (path === '/posts/reaction') return requested('like', authorOf(String(body.post_id)));
  const chat = /^\/chats\/([^/]+)\/messages$/.exec(path)?.[1];
  return chat === undefined
    ? null
    : requested('reply', seat && world.network.memberOfChat(seat, decodeURIComponent(chat)));
}

/** The author of a post of the sandbox; null for the posts of imports. */
export function authorOf(post_id: string): Member | undefined {
  const number = Number(post_id.replace(/^urn:li:activity:/, ''));
  return Number.isSafeInteger(number) ? memberAt(number - FIRST_POST) : undefined;
}
