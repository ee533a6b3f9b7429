import {Config} from '@oclif/core'

import {root} from '../../helpers/run-kadm.js'
import {nastyValues} from '../../properties/arbitraries.js'
import {steeringWords} from '../mutate/words.js'
import type {Random} from '../random.js'
import {settings} from './settings.js'
import {defineSuite} from './suite.js'

interface FlagInfo {
  readonly name: string
  readonly char?: string
  readonly type: string
  readonly options?: readonly string[]
}

/** A command as the manifest of oclif describes it. */
interface CommandInfo {
  readonly id: string
  readonly flags: readonly FlagInfo[]
  readonly formats: readonly string[]
  readonly args: readonly (readonly string[])[]
}

const config = await Config.load(root)

const aliases = new Set(config.commands.flatMap(({aliases: others}) => others))

const commands: readonly CommandInfo[] = config.commands.filter(({id}) => !aliases.has(id)).map(({id, flags, args, ...rest}) => ({
  id,
  // With --watch, only a signal ends the command. --plots creates folders anywhere.
  flags: Object.values(flags).filter(({name}) => !['watch', 'plots'].includes(name)).map(({name, char, type, ...flag}) => ({name, type, ...char !== undefined && {char}, ...'options' in flag && {options: flag.options ?? []}})),
  formats: (rest as {readonly formats?: readonly string[]}).formats ?? [],
  args: Object.values(args).map(({options = []}) => options),
}))

const paths = [
  '.', '-', 'app', 'app/web.yaml', 'policies', 'policies/p.yaml', 'running', 'chart', 'chart/values.yaml', 'baseline.json', '.kadm.yaml', 'gone.yaml', 'app/*.yaml', '**/*', '{a,b}', '[', '!(x)', '', ' ', './app/../app', '..', '/dev/null',
  '/nonexistent/x.yaml', 'a\u0000b', 'docker-compose.yml',
]

const words = ['dev', 'all', 'prod', 'test', '0', '1', '-1', '5m', '1h30m', '90', '1e9', '2026-01-01', '2026-01-01T10:00:00Z', 'Server=5', 'app=web,tier!=db', 'app in (a,b)', 'pods,deployments.apps', 'PodQos', 'NoSuchPlugin', '1.35', 'limit-range/min-not-above-max', 'pod/*', 'lint', 'bash', ...nastyValues.filter((value) => typeof value === 'string'), ...steeringWords]

/** A word for a value. */
function value(random: Random, options: readonly string[] = []): string {
  if (options.length > 0 && random.chance(0.9)) return random.pick(options)
  return random.pick(random.chance(0.6) ? paths : words)
}

function flag({name, char, type, options}: FlagInfo, formats: readonly string[], random: Random): string[] {
  const word = char !== undefined && random.chance(0.3) ? `-${char}` : `--${name}`
  if (type === 'boolean') return [random.chance(0.1) ? `--no-${name}` : word]
  const values = name === 'output' && (options ?? []).length === 0 ? formats : options
  const given = name === 'output' && random.chance(0.1) ? `${value(random, values)}=${random.pick(['out.txt', 'policies', '', '-', 'gone/x'])}` : value(random, values)
  return random.chance(0.2) ? [`${word}=${given}`] : [word, given]
}

/** A command with flags and arguments, mostly its own. */
function randomWords(random: Random): string[] {
  const {id, flags, formats, args} = random.pick(commands)
  const given = Array.from({length: random.below(4)}, () => flags.length > 0 && random.chance(0.95) ? flag(random.pick(flags), formats, random) : [`--${value(random)}`])
  const others = args.length > 0 || random.chance(0.1) ? Array.from({length: random.below(3)}, () => [value(random, args[0])]) : []
  return [...id.split(':'), ...[...given, ...others].sort(() => random.chance(0.5) ? 1 : -1).flat(), ...random.chance(0.02) ? ['--'] : []]
}

const [repository] = settings.seeds() as readonly Readonly<Record<string, string>>[]

/** Command lines: every command, flag and format, with valid and other values. */
export const commandLines = defineSuite<readonly string[]>({
  name: 'command-lines',
  batch: 1,
  seeds: () => commands.map(({id}) => id.split(':')),
  mutate(argv, random, other) {
    if (random.chance(0.5)) return randomWords(random)
    const copy = [...argv]
    const at = commandWords(copy) + random.below(Math.max(1, copy.length))
    copy.splice(at, random.below(2), ...random.chance(0.5) ? other.slice(commandWords(other)) : [value(random)])
    return copy.slice(0, 12)
  },
  toCase: ([argv = ['version']], random) => ({argv, files: random.chance(0.8) ? {...repository, '.kadm.yaml': 'environments: {prod: {files: [app]}, test: {}}\n'} : {}, stdin: random.pick(['', 'a: [', repository?.['app/web.yaml'] ?? '']), inputs: 1}),
})

/** Number of words in the name of the command: two for those of a topic that is no command itself. */
const commandWords = ([first = '']: readonly string[]): number => commands.some(({id}) => id === first) ? 1 : 2
