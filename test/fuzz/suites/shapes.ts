import type {Random} from '../random.js'
import {shapes as allShapes, commandsOf} from '../shapes/index.js'
import {defineSuite, type Suite} from './suite.js'

/** A large input: the name of its shape, and its measures. */
interface LargeInput {
  readonly name: string
  /** In characters. */
  readonly size: number
  readonly share: number
}

/**
 * Returns a suite of large inputs, which finds runs that take too long or too much memory.
 *
 * @param sizes the sizes of inputs, in characters; the first one is that of the inputs to begin with
 */
const suiteOf = (name: string, sizes: readonly [number, ...number[]], rest: Pick<Suite<LargeInput>, 'isOnDemand'> = {}): Suite<unknown> => defineSuite<LargeInput>({
  name,
  batch: 1,
  ...rest,
  seeds: () => allShapes.map((shape) => ({name: shape.name, size: sizes[0], share: 0.5})),
  mutate: (input, random) => ({name: input.name, size: random.pick(sizes), share: random.pick([0.1, 0.5, 0.9])}),
  toCase([{name: chosen, size, share} = {name: '', size: 0, share: 0}], random: Random) {
    const shape = allShapes.find((one) => one.name === chosen)
    if (shape === undefined) return {files: {}, argv: ['lint'], inputs: 1}
    const files = shape.files(size, share)
    // Mutants have a limit of their own, of minutes.
    return {files, argv: random.pick(commandsOf(shape, files).filter((words) => !words.includes('--mutate'))), inputs: 1}
  },
})

/** Small inputs of all shapes: a run takes less than a second. */
export const shapes = suiteOf('shapes', [5000, 10_000])

/** Large inputs of all shapes. A run takes seconds: only `--suite large-shapes` runs them. */
export const largeShapes = suiteOf('large-shapes', [50_000, 20_000, 100_000], {isOnDemand: true})
