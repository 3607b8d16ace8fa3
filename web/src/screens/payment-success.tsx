import { PaymentSuccess } from '../features/billing/pay/payment-success.tsx';

export function PaymentSuccessScreen() {
  return <PaymentSuccess />;
}
