import { PaymentSuccess } from '../features/billing/index.ts';

export function PaymentSuccessScreen() {
  return <PaymentSuccess />;
}
