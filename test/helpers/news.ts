import {kindOf} from './field-places.js'
import {hasAllRuns} from './runs.js'

interface Recording {
  readonly requests: readonly {readonly verb: string, readonly subresource?: string, readonly object: Readonly<Record<string, unknown>>}[]
  readonly responses: readonly {readonly code: number, readonly message?: string}[]
}

/** Names, amounts and positions, which differ between messages of one kind. */
const details = /"(?:[^"\\]|\\.)*"|\[[^\s\]]*\]|\d[\w.]*/g

/** The messages of a recording with the kinds of their objects, without names and amounts. */
export const messagesOf = ({requests, responses}: Recording): readonly string[] => responses.flatMap(({code, message}, i) => {
  const {verb, subresource, object} = requests[i] ?? {verb: '', object: {}}
  return code < 300 ? [] : [`${verb} ${subresource ?? ''} ${kindOf(object)} ${code} ${(message ?? '').replace(details, '')}`]
})

/** The paths of all values in an object, without positions in lists. */
function pathsIn(value: unknown, path: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, item]) => pathsIn(item, Array.isArray(value) ? `${path}.*` : `${path}.${key}`))
}

/** The fields of the objects in a recording, with their kinds. */
export const fieldsOf = ({requests}: Recording): readonly string[] => requests.flatMap(({object}) => pathsIn(object, kindOf(object)))

/**
 * Returns the recordings that have something that no recording before them has. With `PROPERTY_RUNS=all`, it returns all of them: a defect may need a combination,
 * or an amount, that only a later one has.
 */
export function withNews<T extends Recording>(recordings: readonly T[], contentsOf: (recording: T) => readonly string[]): readonly T[] {
  const seen = new Set<string>()
  return recordings.filter((recording) => {
    const before = seen.size
    for (const content of contentsOf(recording)) seen.add(content)
    return hasAllRuns || seen.size > before
  })
}
