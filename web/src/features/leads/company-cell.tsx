import { PersonAvatar } from '../../ui/display/person-avatar.tsx';

interface CompanyCellProps {
  name: string;
  logo_url: string | null;
}

/** Logo and name of a lead's company. Where no company is known the cell is `null`: the table marks that itself. */
export function CompanyCell({ name, logo_url }: CompanyCellProps) {
  return (
    <span className="flex items-center gap-2.5 min-w-0">
      <PersonAvatar name={name} picture_url={logo_url} size={22} shape="square" />
      <span className="truncate">{name}</span>
    </span>
  );
}
