import type {Random} from '../random.js'
import {shapes as allShapes, commandsOf} from '../shapes/index.js'
import {defineSuite} from './suite.js'

/** A large input: the name of its shape, and its measures. */
interface LargeInput {
  readonly name: string
  /** In characters. */
  readonly size: number
  readonly share: number
}

/** Large inputs, to find runs that take too long or too much memory. A run takes seconds: only `--suite shapes` runs them. */
export const shapes = defineSuite<LargeInput>({
  name: 'shapes',
  batch: 1,
  isOnDemand: true,
  seeds: () => allShapes.map(({name}) => ({name, size: 50_000, share: 0.5})),
  mutate: ({name}, random) => ({name, size: random.pick([20_000, 50_000, 100_000]), share: random.pick([0.1, 0.5, 0.9])}),
  toCase([{name, size, share} = {name: '', size: 0, share: 0}], random: Random) {
    const shape = allShapes.find((one) => one.name === name)
    if (shape === undefined) return {files: {}, argv: ['lint'], inputs: 1}
    const files = shape.files(size, share)
    return {files, argv: random.pick(commandsOf(shape, files)), inputs: 1}
  },
})
