import classes from './accounts.module.css';

/** What went wrong, or what is waited for; read out as it changes. */
export function SignInNotice({ problem, waiting }: { problem: string | null; waiting: string | null }) {
  return (
    <>
      <p className="text-ink-2 text-table" role="status" hidden={waiting === null}>
        {waiting}
      </p>
      {problem === null ? null : (
        <p className={classes.formProblem} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
