import { ActivityPage } from '../features/activity/index.ts';

export function ActivityScreen() {
  return <ActivityPage />;
}
