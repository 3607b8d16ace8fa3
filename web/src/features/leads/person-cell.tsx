import type { ReactNode } from 'react';
import { PersonAvatar } from '../../ui/display/person-avatar.tsx';
import type { CardRow } from '../../ui/table/use-data-table.ts';
import { leadName } from './lead-name.ts';

interface Person {
  first_name: string;
  last_name: string;
  email?: string | null;
  profile_picture_url: string | null;
}

/** In pixels: a row of a table, a card of a narrow screen, a conversation, the head of a panel. */
const PICTURE_SIZES = { row: 26, card: 36, chat: 38, panel: 56 };

interface PersonPictureProps {
  person: Person;
  size?: keyof typeof PICTURE_SIZES;
}

export function PersonPicture({ person, size = 'row' }: PersonPictureProps) {
  return <PersonAvatar name={leadName(person)} picture_url={person.profile_picture_url} size={PICTURE_SIZES[size]} />;
}

interface PersonCellProps {
  person: Person;
  /** A second line below the name. */
  more?: string | null | undefined;
  /** Behind the name. */
  end?: ReactNode;
}

/** Picture and name of a lead in a table. */
export function PersonCell({ person, more, end }: PersonCellProps) {
  return (
    <span className="flex items-center gap-2.5 min-w-0">
      <PersonPicture person={person} />
      <span className="flex flex-col min-w-0 leading-[1.3]">
        <span className="truncate">{leadName(person)}</span>
        {more ? (
          <span className="text-ink-3 text-meta font-normal truncate in-[tr[data-open]]:text-ink-2">{more}</span>
        ) : null}
      </span>
      {end}
    </span>
  );
}

/** The same on a narrow screen, with what the table says of the lead besides. */
export function personCard(person: Person, rest: Omit<CardRow, 'picture' | 'title'>): CardRow {
  return { picture: <PersonPicture person={person} size="card" />, title: leadName(person), ...rest };
}
