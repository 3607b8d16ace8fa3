import { ActivityPage } from '../features/activity/activity-page.tsx';

/** `/activity`. */
export function ActivityScreen() {
  return <ActivityPage />;
}
