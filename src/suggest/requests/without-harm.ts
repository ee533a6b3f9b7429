import {append} from '../../machinery/collections/append.js'
import {groupBy} from '../../machinery/collections/group-by.js'
import {textOf} from '../../machinery/go/json-value.js'
import {oneLine} from '../../machinery/output/printable.js'
import {valueAt} from '../../simulate/object-fields.js'
import {type Change, containerAt} from './changes.js'
import {type Subject, withMore} from './subject.js'

/** Objects with all changes that policies require, and the messages with which they or their pods are denied even so, by key. */
export interface Settled {
  readonly subjects: readonly Subject[]
  readonly denials: ReadonlyMap<string, string>
}

/** Adds all changes that policies require to objects, and sends only these objects. */
export type Settle = (subjects: readonly Subject[]) => Settled

/** An object with the changes that request its measured usage. */
export interface Measured {
  readonly subject: Subject
  readonly usage: readonly Change[]
}

/** Objects with their changes, and sentences about the usage that is left out. */
interface Harmless {
  readonly subjects: readonly Subject[]
  readonly notes: readonly string[]
}

/**
 * Settles objects that request their measured usage. Leaves out the usage of the containers for which an object is denied that is admitted
 * without it, and names it in a note.
 */
export function withoutHarm(objects: readonly Measured[], settle: Settle): Harmless {
  const {subjects, denials} = settle(objects.map(({subject, usage}) => withMore(subject, usage)))
  const harmed = objects.filter(({subject: {key}, usage}) => denials.has(key) && usage.length > 0)
  if (harmed.length === 0) return {subjects, notes: []}
  const plain = settle(harmed.map(({subject}) => subject))
  const searches = harmed.flatMap((measured, i) => {
    const settled = plain.subjects[i]
    return settled === undefined || plain.denials.has(settled.key) ? [] : [new Search(measured, settled, denials.get(settled.key) ?? '')]
  })
  for (let round = 0; round < maxRounds; round++) {
    const pending = searches.filter((search) => search.isPending)
    if (pending.length === 0) break
    const {subjects: tried, denials: messages} = settle(pending.map((search) => search.next()))
    for (const [i, search] of pending.entries()) search.learn(tried[i], messages.get(search.key))
  }
  const found = new Map(searches.map((search) => [search.key, search.result]))
  return {subjects: subjects.map((subject) => found.get(subject.key) ?? subject), notes: searches.map((search) => search.note())}
}

/** At most this number of times, objects are sent with a part of their usage. */
const maxRounds = 16

/** The usage of one resource of one container. */
type Part = readonly Change[]

/** Searches for the parts of an object's usage with which it is still admitted: tries all parts of a resource, and halves those that harm. */
class Search {
  /** The object with the usage that harms it in no part. */
  result: Subject
  private readonly kept: Change[] = []
  private readonly parts: readonly Part[]
  private groups: (readonly Part[])[]

  /**
   * @param result the object without its usage
   * @param message the denial with all of its usage
   */
  constructor(private readonly measured: Measured, result: Subject, private message: string) {
    this.result = result
    this.parts = [...groupBy(measured.usage, partName).values()]
    this.groups = [...groupBy(this.parts, ([change]) => change?.resource).values()]
  }

  get key(): string {
    return this.measured.subject.key
  }

  get isPending(): boolean {
    return this.groups.length > 0
  }

  /** The object with the usage that is kept, and the next group. */
  next(): Subject {
    return withMore(this.measured.subject, [...this.kept, ...(this.groups[0] ?? []).flat()])
  }

  /** Keeps the group if it does not harm. Else halves it, down to one part, which is left out. */
  learn(settled: Subject | undefined, message: string | undefined): void {
    const [group = [], ...rest] = this.groups
    this.groups = rest
    if (message === undefined) {
      append(this.kept, group.flat())
      this.result = settled ?? this.result
      return
    }
    if (group.length === 1) this.message = message
    const middle = Math.ceil(group.length / 2)
    if (group.length > 1) this.groups = [group.slice(0, middle), group.slice(middle), ...rest]
  }

  /** A sentence about the usage that is left out. */
  note(): string {
    const {subject: {kind, name, manifest: {body}, spec}} = this.measured
    const kept = new Set(this.kept)
    const left = this.parts.flatMap(([change]) => change === undefined || kept.has(change) ? [] : [partText(change, valueAt(body, spec.steps()))])
    const what = left.length === this.parts.length ? 'the measured usage' : `the measured ${left.join(' and ')}`
    return `${what} of ${kind} ${oneLine(name)} is left out, as with it: ${oneLine(this.message)}`
  }
}

const partName = ({container, resource}: Change): string => JSON.stringify([container, resource])

/** A part of the usage: `cpu of container app`. */
function partText({container, resource}: Change, spec: unknown): string {
  const name = container && textOf(containerAt(spec, container)?.['name'])
  return `${resource} of container ${oneLine(name ?? '')}`
}
