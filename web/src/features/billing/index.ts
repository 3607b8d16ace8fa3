export { BillingPage } from './billing-page.tsx';
export { ExtraSenderDialog } from './pay/extra-sender-dialog.tsx';
export { PaymentSuccess } from './pay/payment-success.tsx';
