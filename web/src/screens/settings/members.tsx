import { MembersPage } from '../../features/members/index.ts';

export function MembersScreen() {
  return <MembersPage />;
}
