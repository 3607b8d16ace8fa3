export { WriteSequenceButton } from './write-button.tsx';
