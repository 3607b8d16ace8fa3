export { RehearseButton } from './rehearse-button.tsx';
