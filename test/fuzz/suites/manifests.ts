import {dump} from 'js-yaml'

import {isObject} from '../../../src/machinery/go/json-value.js'
import type {FuzzCase} from '../fuzz-case.js'
import {mutateObject, randomObject} from '../mutate/nodes.js'
import type {Random} from '../random.js'
import {objectSeeds} from './seeds.js'
import {defineSuite} from './suite.js'
import {capacityFormats, policies, questionArgv, simulateFormats, textCase} from './text-commands.js'

/** Objects of all kinds with other nodes. */
export const manifests = defineSuite<unknown>({
  name: 'manifests',
  batch: 24,
  seeds: objectSeeds,
  mutate: (object, random, other) => random.chance(0.05) ? randomObject(random) : mutateObject(object, random, other),
  toCase(objects, random) {
    if (random.chance(0.55)) return textCase(objects.map((object) => textOf(object, random)), random)
    const few = objects.slice(0, random.few(6))
    return simulationCase(few.map((object, i) => named(object, i, random)), random)
  },
})

/** An object as JSON or YAML. */
function textOf(object: unknown, random: Random): string {
  const way = random.below(10)
  if (way < 4) return jsonText(object)
  if (way < 6) return jsonText(object, 2)
  try {
    return dump(JSON.parse(jsonText(object)), {flowLevel: way === 6 ? 2 : -1})
  } catch {
    return jsonText(object)
  }
}

/** JSON with numbers of any size. */
function jsonText(value: unknown, space?: number): string {
  const text = JSON.stringify(value, (_, item: unknown) => typeof item === 'bigint' ? `\u0001${item}` : item, space) as string | undefined
  return (text ?? 'null').replace(/"\\u0001(-?\d+)"/g, '$1')
}

/** An object, mostly renamed, as duplicates prevent the run. */
function named(object: unknown, i: number, random: Random): unknown {
  if (!isObject(object) || random.chance(0.05)) return object
  const {metadata} = object
  return isObject(metadata) && typeof metadata['name'] === 'string' ? {...object, metadata: {...metadata, name: `${metadata['name']}-${i}`}} : object
}

const options: readonly (readonly string[])[] = [
  [], [], [], ['--rollout'], ['--never-ready'], ['--pods'], ['--operation', 'create'], ['--operation', 'delete'], ['--operation', 'replace'], ['--subresource', 'status'], ['--subresource', 'resize'], ['--order', 'files'],
  ['--nodes', '3'], ['--as', 'alice'], ['--resync', '5m'], ['-n', 'dev'], ['--kubernetes-version', '1.34'], ['--on-conflict', 'by-name'], ['--enable-admission-plugins', 'PodQos,MetadataPolicy'],
  ['--usage-out', 'usage.yaml'], ['--inject', 'o0.yaml'], ['--plots', 'charts'],
]

/** A run of one of the commands that send objects. */
function simulationCase(objects: readonly unknown[], random: Random): FuzzCase {
  const texts = Object.fromEntries(objects.map((object, i) => [`o${i}.yaml`, textOf(object, random)]))
  const names = Object.keys(texts)
  const files = {...texts, 'policies.yaml': policies}
  const inputs = names.length
  const roleOf = (): string => random.pick(['', '', '', '-e', '-p'])
  const paths = names.flatMap((name) => {
    const role = roleOf()
    return role === '' ? [name] : [role, name]
  })
  if (random.chance(0.3)) {
    const [first = '', ...rest] = names
    return {files, inputs, argv: questionArgv(random, first, [...rest, 'policies.yaml'], [...rest.flatMap((name) => [random.pick(['-p', '-e']), name]), '-p', 'policies.yaml'])}
  }
  if (random.chance(0.25)) return {files, inputs, argv: ['capacity', ...paths, '-p', 'policies.yaml', '-o', random.pick(capacityFormats)]}
  return {files, inputs, argv: ['simulate', ...paths, '-p', 'policies.yaml', '-o', random.pick(simulateFormats), ...random.pick(options)]}
}
