export { BillingPage } from './billing-page.tsx';
export { PaymentSuccess } from './pay/payment-success.tsx';
