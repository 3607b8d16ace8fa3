import { BrandingPage } from '../../features/branding/index.ts';

export function BrandingScreen() {
  return <BrandingPage />;
}
