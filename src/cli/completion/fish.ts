import {type CompletedCommand, type CompletedFlag, type CompletionModel, environmentsCommand, knownNames, wordsAfter} from './model.js'

/** Returns a script that completes the commands, flags and values of a program in fish. */
export function fishCompletion(model: CompletionModel): string {
  const {bin, commands, topics} = model
  return `# Completion of ${bin} for fish, made by "${bin} completion fish".
function __${bin}_command
    set -l command ''
    for word in (commandline -opc)[2..-1]
        set -l longer (string trim -- "$command $word")
        switch $longer
            case ${knownNames(model).map(quoted).join(' ')}
                set command $longer
        end
    end
    echo $command
end

complete -c ${bin} -f
${['', ...topics.keys()].map((topic) => topicLines(model, topic)).join('')}${commands.map((command) => commandLines(bin, command)).join('')}`
}

const at = (bin: string, names: readonly string[]): string => `-n ${quoted(`contains -- (__${bin}_command) ${names.map((name) => `"${name}"`).join(' ')}`)}`

const topicLines = (model: CompletionModel, topic: string): string =>
  wordsAfter(model, topic).map(([word, summary]) => `complete -c ${model.bin} ${at(model.bin, [topic])} -a ${quoted(word)} -d ${quoted(summary)}\n`).join('')

function commandLines(bin: string, {name, aliases, flags, values}: CompletedCommand): string {
  const condition = at(bin, [name, ...aliases])
  const lines = flags.map((flag) => `complete -c ${bin} ${condition} ${flagWords(bin, flag)}\n`)
  if (values === 'files') return `${lines.join('')}complete -c ${bin} ${condition} -F\n`
  return values === undefined || typeof values === 'string' ? lines.join('') : `${lines.join('')}complete -c ${bin} ${condition} -a ${quoted(values.join(' '))}\n`
}

function flagWords(bin: string, {name, aliases, char, description, values}: CompletedFlag): string {
  const names = [...[name, ...aliases].map((word) => `-l ${word}`), ...char === undefined ? [] : [`-s ${char}`]].join(' ')
  return `${names}${takes(bin, values)} -d ${quoted(description)}`
}

function takes(bin: string, values: CompletedFlag['values']): string {
  if (values === undefined) return ''
  if (values === 'files') return ' -r -F'
  if (values === 'environments') return ` -x -a ${quoted(`(${environmentsCommand(bin)})`)}`
  return values === 'any' ? ' -x' : ` -x -a ${quoted(values.join(' '))}`
}

const quoted = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`
