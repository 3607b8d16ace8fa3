import { type Command, InvalidArgumentError } from 'commander';
import type { CommandLineOptions } from '../command-options.ts';
import { listCallNames } from './call-commands.ts';

const SHELLS = ['bash', 'zsh'];

/** `completion bash | zsh`: a script that completes commands, options and names of calls. */
export function addCompletionCommand(program: Command, { say }: CommandLineOptions): void {
  program
    .command('completion')
    .description('Print a script for completion: eval "$(npm run -s overture -- completion bash)"')
    .argument('<shell>', SHELLS.join(' or '), (shell: string) => {
      if (!SHELLS.includes(shell)) throw new InvalidArgumentError(`Choose ${SHELLS.join(' or ')}.`);
      return shell;
    })
    .action((shell: string) => {
      // A shell without its own completion has no `compdef`, which the other one calls.
      if (shell === 'zsh') say('(( $+functions[compdef] )) || { autoload -U compinit && compinit }');
      if (shell === 'zsh') say('autoload -U +X bashcompinit && bashcompinit');
      say(printScript(program));
    });
}

/** What may follow each command: its own commands and options; after `api`, the calls. */
function printScript(program: Command): string {
  const cases = listPaths(program).map(
    ([path, words]) => `    ${JSON.stringify(path)}) words=${JSON.stringify(words.join(' '))} ;;`,
  );
  return `type overture > /dev/null 2>&1 || overture() { npm --prefix ${quote(process.cwd())} run -s overture -- "$@"; }
_overture() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" words=""
  local position=1
  while [ "$position" -lt "$COMP_CWORD" ] && [ "$position" -lt 3 ]; do
    case "\${COMP_WORDS[position]}" in -*) break ;; esac
    path="$path \${COMP_WORDS[position]}"
    [ "$path" = " api" ] && break
    position=$((position + 1))
  done
  case "\${path# }" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _overture overture`;
}

const quote = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`;

function listPaths(command: Command, path = ''): [string, string[]][] {
  const names = command.commands.map((one) => one.name());
  const options = command.options.map(({ long }) => long ?? '');
  const calls = path === 'api' ? listCallNames() : [];
  return [
    [path, [...names, ...calls, ...options]],
    ...command.commands.flatMap((one) => listPaths(one, `${path} ${one.name()}`.trim())),
  ];
}
