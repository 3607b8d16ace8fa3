import { PersonAvatar } from '../../ui/display/person-avatar.tsx';
import classes from './company-cell.module.css';

interface CompanyCellProps {
  name: string;
  logo_url: string | null;
}

/** Logo and name of a lead's company. Where no company is known the cell is `null`: the table marks that itself. */
export function CompanyCell({ name, logo_url }: CompanyCellProps) {
  return (
    <span className={classes.company}>
      <PersonAvatar name={name} picture_url={logo_url} size={22} shape="square" />
      <span className="truncate">{name}</span>
    </span>
  );
}
