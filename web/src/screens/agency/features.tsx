import { FeaturesPage } from '../../features/agency/index.ts';

export function FeaturesScreen() {
  return <FeaturesPage />;
}
