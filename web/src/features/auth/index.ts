export { t as authTexts } from './texts.ts';
export { useFromAddress } from './use-from-address.ts';
