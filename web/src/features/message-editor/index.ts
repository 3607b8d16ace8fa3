export { TokenField } from './tokens/token-field.tsx';
