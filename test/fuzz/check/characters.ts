import type {CommandRun} from '../../helpers/run-command.js'
import {Config} from '@oclif/core'

import {root} from '../../helpers/run-kadm.js'
import {failure, type Failure} from '../failure.js'

/** Control and format characters, and the line breaks of Unicode. A line feed is fine. */
const steering = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** Escape sequences of chalk for colours. */
const colour = /\u001b\[[\d;]*m/g

/** Finds control and invisible characters in the output. */
export function checkCharacters({stdout, stderr, error}: CommandRun, argv: readonly string[]): Failure | undefined {
  const texts = {stdout, stderr: [stderr, error?.message, ...error?.suggestions ?? []].join('\n')}
  const isColoured = argv.includes('--color')
  for (const [stream, text] of Object.entries(texts)) {
    const plain = isColoured ? text.replace(colour, '') : text
    const found = steering.exec(plain)
    if (found === null) continue
    const code = `U+${(found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
    const around = JSON.stringify(plain.slice(Math.max(0, found.index - 60), found.index + 40))
    return failure('character', `${code} on ${stream}: ${around}`, argv[0] ?? '', formatIn(argv) ?? '', stream)
  }
  return undefined
}

const {commands} = await Config.load(root)

/** The flags without values. */
const switches = new Set(commands.flatMap(({flags}) => Object.values(flags)).flatMap(({name, char, type}) => type === 'boolean' ? [`--${name}`, `-${char ?? name}`] : []))

/** Returns the printed format; undefined for the default, for several formats, and for `test init`, whose `--output` is a file. */
export function formatIn(argv: readonly string[]): string | undefined {
  if (argv[0] === 'test' && argv[1] === 'init') return undefined
  const isFlag = (i: number): boolean => !takesValue(argv[i - 1])
  const formats = argv.flatMap((word, i) => !isFlag(i) ? []
    : /^(?:-o|--output)$/.test(word) ? [argv[i + 1] ?? ''] : word.startsWith('--output=') ? [word.slice('--output='.length)] : [])
  return formats.length === 1 ? formats[0] : undefined
}

/** True for a flag whose value is the next word, even one that looks like a flag. */
const takesValue = (word = ''): boolean => /^-[^=]*$/.test(word) && word !== '-' && word !== '--' && !switches.has(word)
