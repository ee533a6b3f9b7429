import type {Steps} from '../../manifests/locate.js'

/** An argument of a command, with the way to it in its manifest. */
export interface Argument {
  readonly text: string
  readonly steps: Steps
}

/** A flag in a command. */
export interface GivenFlag {
  /** The name with hyphens, also if it is written with underscores. */
  readonly name: string
  /** Undefined where the command ends before it. */
  readonly value: string | undefined
  readonly steps: Steps
}

/** The syntax of each flag: with a value, in `--name value` or `--name=value`, or a boolean, in `--name` or `--name=value`. */
export type FlagShapes = ReadonlyMap<string, 'value' | 'boolean'>

/**
 * Reads the flags of a command line as the API server does (pflag `FlagSet.Parse`, component-base `WordSepNormalizeFunc`): `--name=value`,
 * `--name value`, underscores for hyphens, nothing after `--`.
 *
 * @param shapes the flags to read; others are passed over
 */
export function readFlags(args: readonly Argument[], shapes: FlagShapes): GivenFlag[] {
  const flags: GivenFlag[] = []
  for (let i = 0; i < args.length; i++) {
    const {text, steps} = args[i] as Argument
    if (text === '--') break
    const [, flag = '', , value] = /^--([^=]+)(=([^]*))?$/.exec(text) ?? []
    const name = flag.replaceAll('_', '-')
    const shape = shapes.get(name)
    if (shape === undefined) continue
    if (value !== undefined) flags.push({name, value, steps})
    else if (shape === 'boolean') flags.push({name, value: 'true', steps})
    else flags.push({name, value: args[++i]?.text, steps})
  }
  return flags
}
