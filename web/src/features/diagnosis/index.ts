export { DiagnoseButton, Diagnosis } from './diagnose.tsx';
