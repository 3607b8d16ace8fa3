export { CreditsSlider } from './pay/credits-slider.tsx';
export { ExtraSenderDialog } from './pay/extra-sender-dialog.tsx';
