import type {Explained} from '../../explain/types.js'
import {oneLine} from '../../machinery/output/printable.js'
import {explain} from '../../simulate/explain.js'
import {locationOf} from '../location.js'
import {referenceOf} from '../simulate/json.js'
import {rejectedTitle} from '../simulate/summary.js'
import {badBlock, type Block, textBlock} from './blocks.js'
import {storyBlocks} from './story-blocks.js'

/** All stories, after the policies that are not in force, existing objects that are left out, and the documents that cannot be read. */
export const explainedBlocks = ({simulation, stories}: Explained): Block[] => [
  ...rejectedPolicyBlocks(simulation),
  ...[...simulation.policies.diagnostics, ...simulation.diagnostics].map((problem) => {
    const {path, line} = locationOf(problem)
    return badBlock(`${oneLine(path)}:${line}: ${oneLine(problem.message)}`)
  }),
  ...stories.flatMap(storyBlocks),
  ...simulation.notes.map((note) => textBlock(`Note: ${oneLine(note)}`)),
]

const rejectedPolicyBlocks = ({policies}: Explained['simulation']): Block[] => policies.refused.flatMap(({manifest, review}) => {
  const reasons = explain({...review, manifest}, policies.manifests)
  const heading = rejectedTitle(manifest, referenceOf(manifest.body))
  return [{heading, level: 1, isBad: true} as const, ...reasons.map(({message}) => badBlock(oneLine(message)))]
})
