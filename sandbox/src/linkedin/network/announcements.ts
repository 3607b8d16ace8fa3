import type { LinkedinSandbox } from '../linkedin-sandbox.ts';
import { specificsOf, toProviderId } from './messaging.ts';
import { type Invitation, type Message, memberAt } from './network.ts';
import { type Seat, typeOf } from './seats.ts';
import { idFor, type Member } from './world.ts';

type Announced = Pick<LinkedinSandbox, 'book' | 'callbacks'>;

/** Announces a message: own ones as well, as the provider does. */
export async function announceMessage(world: Announced, seat: Seat, message: Message): Promise<void> {
  const own = world.book.memberOf(seat);
  const other = memberAt(message.member_number);
  const isLinkedin = typeOf(seat) === 'LINKEDIN';
  const attendee = (member: Member) => ({
    attendee_id: `a${member.number}`,
    attendee_name: `${member.first_name} ${member.last_name}`,
    attendee_provider_id: toProviderId(seat, member),
    attendee_profile_url: isLinkedin ? `https://www.linkedin.com/in/${member.public_identifier}` : null,
    ...specificsOf(seat, member),
  });
  await world.callbacks.announce('messaging', {
    event: 'message_received',
    account_id: seat.id,
    account_type: typeOf(seat),
    account_info: { user_id: toProviderId(seat, own), type: typeOf(seat), feature: 'classic' },
    ...(isLinkedin ? {} : { is_sender: message.is_own, is_group: false }),
    chat_id: message.chat_id,
    message_id: message.id,
    message: message.text,
    timestamp: new Date(message.at).toISOString(),
    sender: attendee(message.is_own ? own : other),
    attendees: [attendee(other)],
    attachments: message.attachments.map(({ id, content_type }) => ({
      id,
      type: 'file',
      mimetype: content_type,
      url: `att://${id}`,
    })),
  });
}

/** Announces an accepted invitation. */
export async function announceRelation(world: Announced, seat: Seat, invitation: Invitation): Promise<void> {
  const member = memberAt(invitation.member_number);
  await world.callbacks.announce('users', {
    event: 'new_relation',
    account_id: seat.id,
    account_type: 'LINKEDIN',
    user_full_name: `${member.first_name} ${member.last_name}`,
    user_provider_id: idFor(seat.id, member),
    user_public_identifier: member.public_identifier,
    user_profile_url: `https://www.linkedin.com/in/${member.public_identifier}`,
    user_picture_url: null,
  });
}
