export { SenderSelect } from './sender-select.tsx';
