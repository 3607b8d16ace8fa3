export { MoveInLink } from './move-in-link.tsx';
