import {listFields} from '../shapes/fields.js'
import {defineSuite} from './suite.js'

/** A large list or map in a field: its position among all of them. */
interface LargeField {
  readonly position: number
  /** In characters. */
  readonly size: number
  readonly areDifferent: boolean
}

const all = listFields()

const commands = [
  ['lint', 'o.json', '-o', 'json'], ['lint', 'o.json', '--fix', '--dry-run'], ['simulate', 'o.json', '-o', 'json'], ['simulate', 'o.json', '-e', 'o.json', '--operation', 'replace'],
  ['simulate', 'o.json', '-e', 'o.json'], ['explain', 'o.json', '-o', 'json'], ['diff', '--before', 'o.json', '--after', 'o.json'], ['capacity', 'o.json', '-o', 'json'],
] as const

const sizes = [100_000, 20_000, 400_000] as const

/** Large lists and maps in each field of the API: validation that compares each item with all others, or prints the list for each of them, takes too long. */
export const fields = defineSuite<LargeField>({
  name: 'fields',
  batch: 1,
  isOnDemand: true,
  seeds: () => all.flatMap((_, position) => [true, false].map((areDifferent) => ({position, size: sizes[0], areDifferent}))),
  mutate: ({position}, random) => ({position, size: random.pick(sizes), areDifferent: random.pick([true, false])}),
  toCase([{position, size, areDifferent} = {position: 0, size: 0, areDifferent: true}], random) {
    const object = all[position]?.object(size, areDifferent) ?? {}
    return {files: {'o.json': JSON.stringify(object)}, argv: random.pick(commands), inputs: 1}
  },
})
