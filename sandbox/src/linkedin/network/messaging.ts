import { type Seat, type SeatType, typeOf } from './seats.ts';
import { idFor, type Member } from './world.ts';

/**
 * The number of at least eight digits at the end of a person's name (`ada-king-31612345678`), else one derived from
 * their own.
 */
function phoneOf(member: Member): string {
  const [named] = member.public_identifier.match(/\d{8,15}$/) ?? [];
  return named ?? `316${String(member.number % 100_000_000).padStart(8, '0')}`;
}

/** How a seat names a person: on LinkedIn by an id of its own, elsewhere by one that says nothing. */
export function toProviderId(seat: Seat, member: Member): string {
  const type = typeOf(seat);
  if (type === 'LINKEDIN') return idFor(seat.id, member);
  return type === 'WHATSAPP' ? `${member.number}@lid` : String(member.number);
}

const toPublicIdentifier = (type: SeatType, member: Member): string =>
  type === 'WHATSAPP' ? `${phoneOf(member)}@s.whatsapp.net` : member.public_identifier;

/** What a webhook says of a person beside their name. */
export function specificsOf(seat: Seat, member: Member) {
  const type = typeOf(seat);
  if (type === 'LINKEDIN') return {};
  return {
    attendee_public_identifier: toPublicIdentifier(type, member),
    attendee_specifics:
      type === 'WHATSAPP' ? { provider: type, phone_number: `+${phoneOf(member)}` } : { provider: type },
  };
}

/** What the list of conversations says of the other side. */
export function toChatName(seat: Seat, member: Member) {
  const type = typeOf(seat);
  const name = `${member.first_name} ${member.last_name}`;
  return type === 'LINKEDIN'
    ? { attendee_public_identifier: member.public_identifier, name: null }
    : { attendee_public_identifier: toPublicIdentifier(type, member), name };
}

/** How the account itself is signed in. */
export function connectionOf(seat: Seat, member: Member) {
  if (typeOf(seat) === 'WHATSAPP') return { phone_number: `+${phoneOf(member)}` };
  return { id: String(member.number), username: member.public_identifier };
}
