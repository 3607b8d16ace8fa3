export { handOverFile } from './handed-file.ts';
export { MoveInLink } from './move-in-link.tsx';
