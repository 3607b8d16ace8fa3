export { TokenField } from './tokens/token-field.tsx';
export { VariantsButton } from './variants/variants-button.tsx';
