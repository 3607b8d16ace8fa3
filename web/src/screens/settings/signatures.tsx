import { SignaturesPage } from '../../features/signatures/signatures-page.tsx';

export function SignaturesScreen() {
  return <SignaturesPage />;
}
