import {mutateText} from '../mutate/bytes.js'
import {yamlWords} from '../mutate/words.js'
import type {Random} from '../random.js'
import {textSeeds} from './seeds.js'
import {defineSuite} from './suite.js'
import {textCase} from './text-commands.js'

/** Texts that look like YAML: seeds with changes, and random documents in all styles. */
export const yaml = defineSuite<string>({
  name: 'yaml',
  batch: 40,
  seeds: () => textSeeds().filter((text) => text.length < 400),
  mutate: (text, random, other) => random.chance(0.15) ? `${random.chance(0.5) ? 'apiVersion: v1\nkind: ConfigMap\ndata:\n' : ''}${node(random, 4, 1)}` : mutateText(text, random, other),
  toCase: textCase,
})

const scalars = ['a', 'b c', '"a"', '"\\u202e\\x1b"', "'it''s'", '1', '-0.5', '0x1F', '1e400', 'true', 'no', '~', 'null', '""', '!!binary YQ==', '!!str 1', '2001-01-01', '.inf', '*x', '&x a', '|\n{}  text\n{}  more', '>-\n{}  text', '100m', '"1Gi"']

/** A random node, in block or flow style. @param indent how many levels the lines are indented by */
function node(random: Random, depth: number, indent: number): string {
  const spaces = '  '.repeat(indent)
  const below = (): string => node(random, depth - 1, indent + 1)
  const way = depth === 0 ? 0 : random.below(6)
  if (way === 1) return `[${Array.from({length: random.below(4)}, () => flow(random, depth - 1)).join(', ')}]`
  if (way === 2) return `{${Array.from({length: random.below(4)}, () => `${key(random)}: ${flow(random, depth - 1)}`).join(', ')}}`
  if (way === 3) return Array.from({length: random.few(4)}, () => `\n${spaces}- ${below()}`).join('')
  if (way > 3) return `${random.chance(0.1) ? '&x' : ''}${Array.from({length: random.few(4)}, () => `\n${spaces}${random.chance(0.05) ? '? ' : ''}${key(random)}: ${below()}`).join('')}`
  return random.pick(random.chance(0.9) ? scalars : yamlWords).replaceAll('{}', spaces)
}

const flow = (random: Random, depth: number): string => depth > 0 && random.chance(0.3) ? `[${flow(random, depth - 1)}]` : random.pick(scalars).replace(/\n[^]*/, '')

const keys = ['a', 'b', 'spec', 'metadata', 'name', 'limits', '"a"', '<<', '1', 'true', '~', '[a]', '{a: b}', '__proto__', '"\\u200b"', '!!str x', '*x']

const key = (random: Random): string => random.pick(keys)
