import {createRequire} from 'node:module'

interface Configuration {
  readonly forbidden: readonly {readonly name: string, readonly comment: string, readonly to: {readonly pathNot?: string | readonly string[]}}[]
}

/** A layer of src/, as the rules about imports describe it. */
export interface Layer {
  readonly name: string
  /** The layers that it may import. */
  readonly imports: readonly string[]
  /** Its task, and the place of tasks that are not its own. */
  readonly rule: string
}

const {forbidden} = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as Configuration

/**
 * Reads the layers from the configuration of dependency-cruiser.
 *
 * @throws Error if a rule has another form than expected
 */
export const layers = (): Layer[] => forbidden.filter(({name}) => name.startsWith('layer-')).map(({name: rule, comment, to}) => {
  const name = rule.slice('layer-'.length)
  const [, allowed] = /^\^src\/\(([\w|-]+)\)\/$/.exec([to.pathNot ?? []].flat()[0] ?? '') ?? []
  const [, text] = /^src\/[\w-]+\/ imports [^.]*\. (.+)$/s.exec(comment) ?? []
  if (allowed === undefined || text === undefined) throw new Error(`the rule ${rule} of .dependency-cruiser.cjs has an unexpected form`)
  return {name, imports: allowed.split('|').filter((layer) => layer !== name), rule: text}
})
