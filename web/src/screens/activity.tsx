import { ActivityPage } from '../features/activity/index.ts';

/** `/activity`. */
export function ActivityScreen() {
  return <ActivityPage />;
}
