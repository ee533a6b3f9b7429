import {type CompletedCommand, type CompletedFlag, type CompletionModel, environmentsCommand, pureTopics, type Values, wordsAfter} from './model.js'

/** Returns a script that completes the commands, flags and values of a program in zsh: as a file in fpath, or for `source`. */
export function zshCompletion(model: CompletionModel): string {
  const {bin, commands} = model
  return `#compdef ${bin}
# Completion of ${bin} for zsh, made by "${bin} completion zsh".

${functionName(bin, 'environments_here')}() {
  local -a names=(\${(f)"$(${environmentsCommand(bin)})"})
  compadd -a names
}
${commands.map((command) => commandFunction(model, command)).join('')}${[...pureTopics(model), ''].map((topic) => topicFunction(model, topic)).join('')}
if [[ $funcstack[1] == _${bin} ]]; then
  _${bin} "$@"
else
  compdef _${bin} ${bin}
fi
`
}

const functionName = (bin: string, name: string): string => ['', bin, ...name.split(' ').filter((word) => word !== '')].join('_').replaceAll('-', '_')

function commandFunction(model: CompletionModel, {name, flags, values}: CompletedCommand): string {
  const {bin} = model
  const specs = [...flags.map((flag) => flagSpec(bin, flag)), ...values === undefined ? [] : [`'*:argument:${action(bin, values)}'`]]
  return `
${functionName(bin, name)}() {
${subcommandCall(model, name)}  _arguments -s -S \\
    ${specs.join(' \\\n    ')}
}
`
}

/** Calls the function of a subcommand after its word, and offers these words first. */
function subcommandCall(model: CompletionModel, name: string): string {
  const words = wordsAfter(model, name)
  if (words.length === 0) return ''
  const {bin} = model
  return `  local -a words_here=(${words.map(described).join(' ')})
  case $words[2] in
    ${words.map(([word]) => `${word}) if (( CURRENT > 2 )); then shift words; (( CURRENT-- )); ${functionName(bin, `${name} ${word}`)}; return; fi ;;`).join('\n    ')}
  esac
  if (( CURRENT == 2 )); then _describe -t commands '${bin} ${name} command' words_here; fi
`
}

const described = ([word, summary]: readonly [string, string]): string => `'${word}:${quoteless(summary)}'`

function flagSpec(bin: string, {name, aliases, char, description, values}: CompletedFlag): string {
  const spellings = [...char === undefined ? [] : [`-${char}`], ...[name, ...aliases].map((word) => `--${word}`)]
  // The value of a short flag is a separate word; the value of a long flag can also follow "=".
  const named = spellings.map((word) => values !== undefined && word.startsWith('--') ? `${word}=` : word)
  const names = named.length === 1 ? named[0] ?? '' : `{${named.join(',')}}`
  const value = values === undefined ? '' : `:${name}:${action(bin, values)}`
  return `'*'${names}'[${escaped(description)}]${value}'`
}

function topicFunction(model: CompletionModel, topic: string): string {
  const {bin} = model
  const words = wordsAfter(model, topic)
  const aliases = model.commands.flatMap((command) => command.aliases.map((alias): [string, string] => [alias, command.name]))
  const prefix = topic === '' ? '' : `${topic} `
  const calls = [...words.map(([word]) => [`${prefix}${word}`, `${prefix}${word}`] as const), ...aliases]
    .filter(([called]) => called.startsWith(prefix) && !called.slice(prefix.length).includes(' '))
  return `
${functionName(bin, topic)}() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  local -a words_here=(
    ${words.map(described).join('\n    ')}
  )
  _arguments -C '1: :->word' '*:: :->rest' '--help[Show help]'
  case $state in
    word) _describe -t commands '${bin}${topic === '' ? '' : ` ${topic}`} command' words_here ;;
    rest)
      case $words[1] in
        ${calls.map(([called, name]) => `${called.slice(prefix.length)}) ${functionName(bin, name)} ;;`).join('\n        ')}
      esac
      ;;
  esac
}
`
}

function action(bin: string, values: Values): string {
  if (values === 'files') return '_files'
  if (values === 'environments') return functionName(bin, 'environments_here')
  return values === 'any' ? ' ' : `(${values.join(' ')})`
}

const quoteless = (text: string): string => text.replaceAll("'", "'\\''")

const escaped = (text: string): string => quoteless(text.replace(/[\\[\]:]/g, '\\$&'))
