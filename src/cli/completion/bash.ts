import {type CompletedCommand, type CompletedFlag, type CompletionModel, environmentsCommand, knownNames, pureTopics, type Values, wordsAfter} from './model.js'

/** Returns a script that completes the commands, flags and values of a program in bash 3.2 or later. */
export function bashCompletion(model: CompletionModel): string {
  const {bin, commands} = model
  const cases = [
    ...['', ...pureTopics(model)].map((topic) => `    ${quoted(topic)}) words=${quoted([...wordsAfter(model, topic).map(([word]) => word), '--help'].join(' '))} ;;\n`),
    ...commands.map((command) => commandCase(command, wordsAfter(model, command.name).map(([word]) => word))),
  ]
  return `# Completion of ${bin} for bash, made by "${bin} completion bash".
_${bin}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} command='' words='' values='' arguments='' subcommands='' word i
  COMPREPLY=()
  # Bash takes "=" for a word of its own.
  if [[ $cur == '=' ]]; then
    cur=''
  elif [[ $prev == '=' ]]; then
    prev=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${command:+$command }\${COMP_WORDS[i]}"
    case "$word" in
      ${knownNames(model).map(quoted).join(' | ')}) command=$word ;;
    esac
  done
  case "$command" in
${cases.join('')}  esac
  case "$values" in
    files) words='' arguments=files ;;
    environments) words='' arguments=$(${environmentsCommand(bin)}) ;;
    any) return ;;
    ?*) words=$values arguments='' ;;
    *) if [[ $cur != -* && -n $arguments ]]; then words=''; fi ;;
  esac
  if [[ -n $words ]]; then
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "$cur")
  elif [[ $arguments == files ]]; then
    compopt -o filenames 2> /dev/null
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$subcommands" -- "$cur"; compgen -f -- "$cur")
  elif [[ $arguments != any ]]; then
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$arguments" -- "$cur")
  fi
}
complete -F _${bin} ${bin}
`
}

function commandCase({name, aliases, flags, values}: CompletedCommand, subcommands: readonly string[]): string {
  const words = flags.flatMap(spellings).join(' ')
  const valued = flags.flatMap((flag) => flag.values === undefined ? [] : [`        ${spellings(flag).join(' | ')}) values=${shellValues(flag.values)} ;;\n`])
  const valueCases = valued.length === 0 ? '' : `      case "$prev" in\n${valued.join('')}      esac\n`
  return `    ${[name, ...aliases].map(quoted).join(' | ')})
      words=${quoted(words)} arguments=${values === undefined ? "''" : shellValues(values)}${subcommands.length === 0 ? '' : ` subcommands=${quoted(subcommands.join(' '))}`}
${valueCases}      ;;
`
}

const spellings = ({name, aliases, char}: CompletedFlag): string[] => [...[name, ...aliases].map((word) => `--${word}`), ...char === undefined ? [] : [`-${char}`]]

const shellValues = (values: Values): string => typeof values === 'string' ? values : quoted(values.join(' '))

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
