export { BillingPage } from './billing-page.tsx';
export { CreditsSlider } from './pay/credits-slider.tsx';
export { ExtraSenderDialog } from './pay/extra-sender-dialog.tsx';
export { PaymentSuccess } from './pay/payment-success.tsx';
