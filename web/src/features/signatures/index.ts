export { SignaturesPage } from './signatures-page.tsx';
