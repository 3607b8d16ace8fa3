import { PersonAvatar } from '../../ui/display/person-avatar.tsx';
import { leadName } from './lead-name.ts';
import classes from './person-cell.module.css';

interface PersonCellProps {
  person: { first_name: string; last_name: string; email?: string | null; profile_picture_url: string | null };
  /** A second line below the name. */
  more?: string | null | undefined;
  /** Of the picture, in pixels. */
  size?: number;
}

/** Picture and name of a person in a table. */
export function PersonCell({ person, more, size }: PersonCellProps) {
  const name = leadName(person);
  return (
    <span className={classes.person}>
      <PersonAvatar name={name} picture_url={person.profile_picture_url} {...(size ? { size } : {})} />
      <span className={classes.lines}>
        <span className="truncate">{name}</span>
        {more ? <span className={`${classes.more} truncate`}>{more}</span> : null}
      </span>
    </span>
  );
}
