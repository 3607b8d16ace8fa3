import { SignaturesPage } from '../../features/signatures/index.ts';

export function SignaturesScreen() {
  return <SignaturesPage />;
}
