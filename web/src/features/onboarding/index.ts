export { OnboardingWizard } from './wizard.tsx';
