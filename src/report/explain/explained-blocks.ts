import type {Explained, Story} from '../../explain/types.js'
import {oneLine} from '../../machinery/output/printable.js'
import {explain} from '../../simulate/explain.js'
import {locationOf} from '../location.js'
import {referenceOf} from '../simulate/json.js'
import {rejectedTitle} from '../simulate/summary.js'
import {badBlock, type Block, textBlock} from './blocks.js'
import {storyBlocks, titleOf} from './story-blocks.js'

/** All stories, after the policies that are not in force, existing objects that are left out, and the documents that cannot be read. */
export const explainedBlocks = ({simulation, stories}: Explained): Block[] => [
  ...rejectedPolicyBlocks(simulation),
  ...[...simulation.policies.diagnostics, ...simulation.diagnostics].map((problem) => {
    const {path, line} = locationOf(problem)
    return badBlock(`${oneLine(path)}:${line}: ${oneLine(problem.message)}`)
  }),
  ...storiesBlocks(stories),
  ...simulation.notes.map((note) => textBlock(`Note: ${oneLine(note)}`)),
]

/** The stories, with neighbours in which nothing happens under one heading. */
function storiesBlocks(stories: readonly Story[]): Block[] {
  const groups: {readonly arePlain: boolean, readonly group: Story[]}[] = []
  for (const story of stories) {
    const [last, arePlain] = [groups.at(-1), isPlain(story)]
    if (last?.arePlain === true && arePlain) last.group.push(story)
    else groups.push({arePlain, group: [story]})
  }
  return groups.flatMap(({group}): Block[] => group.length === 1 ? group.flatMap(storyBlocks)
    : [{heading: `${group.length} objects are admitted, and stored as they are sent`, level: 1}, ...group.map((story) => textBlock(titleOf(story)))])
}

/** True if the server changes nothing in a new object, and no policy judges it. Reads the steps last: they are computed for each reader. */
function isPlain(story: Story): boolean {
  const {review: {allowed, operation, warnings, hint, isUnchanged}, made} = story
  return allowed && operation === 'CREATE' && isUnchanged !== true && warnings.length === 0 && hint === undefined && made.length === 0
    && story.steps.every((step) => step.step === 'validation' || ((step.step === 'defaults' || step.step === 'server') && step.changes.length === 0))
}

const rejectedPolicyBlocks = ({policies}: Explained['simulation']): Block[] => policies.refused.flatMap(({manifest, review}) => {
  const reasons = explain({...review, manifest}, policies.manifests)
  const heading = rejectedTitle(manifest, referenceOf(manifest.body))
  return [{heading, level: 1, isBad: true} as const, ...reasons.map(({message}) => badBlock(oneLine(message)))]
})
