import {formatTime} from '../../machinery/go/instant.js'
import {oneLine} from '../../machinery/output/printable.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import {counted} from '../counted.js'
import type {Style} from '../style.js'
import {referenceOf} from './json.js'

/** Consecutive Events with the same answer. */
type Run = readonly [ManifestReview, ...ManifestReview[]]

export interface EventTableOptions {
  readonly style: Style
  /** True for an Event whose denial has a section of its own. */
  readonly hasSection: (event: ManifestReview) => boolean
}

/** Maximum number of rows, to keep the table readable. */
const maxRows = 40

interface EventRows {
  readonly head: readonly string[]
  readonly rows: readonly string[][]
  readonly left: number
}

/**
 * Events in the order of sending as cells, with a row for each. If these are too many, consecutive ones with the same answer share a row.
 * If these are still too many, those whose answers differ only in their texts do.
 */
export function eventRows(events: readonly ManifestReview[], options: EventTableOptions): EventRows {
  const runs = [answerOf, codeOf].reduce((found, sameness) => found.length > maxRows ? runsOf(events, sameness) : found, events.map((event): Run => [event]))
  const isFolded = runs.length < events.length
  const rows = runs.slice(0, maxRows).map((run) => [times(run), ...isFolded ? [String(run.length)] : [], names(run), verdict(run, options)])
  const left = runs.slice(maxRows).reduce((sum, {length}) => sum + length, 0)
  return {head: ['Time', ...isFolded ? ['Count'] : [], 'Event', 'Verdict'], rows, left}
}

const codeOf = ({allowed, status: {code}}: ManifestReview): string => allowed ? '' : String(code)

const answerOf = (review: ManifestReview): string => review.allowed ? '' : `${codeOf(review)} ${review.status.message}`

function runsOf(events: readonly ManifestReview[], sameness: (review: ManifestReview) => string): Run[] {
  const runs: [ManifestReview, ...ManifestReview[]][] = []
  for (const event of events) {
    const run = runs.at(-1)
    if (run === undefined || sameness(run[0]) !== sameness(event)) runs.push([event])
    else run.push(event)
  }
  return runs
}

/** The texts of the first and the last review of a run, or one if they are equal. */
function range(run: Run, format: (review: ManifestReview) => string, formatLast = format): string {
  const [first] = run
  const last = run.at(-1) ?? first
  return format(first) === format(last) ? format(first) : `${format(first)} to ${formatLast(last)}`
}

const times = (run: Run): string => range(run, ({sentAt}) => sentAt === undefined ? '-' : formatTime(sentAt))

function names(run: Run): string {
  const referenceTo = ({object, manifest: {body}}: ManifestReview): {namespace: string, name: string} => {
    const {namespace = '', name} = referenceOf(object ?? body)
    return {namespace: oneLine(namespace), name: oneLine(name)}
  }
  const shared = referenceTo(run[0]).namespace
  const whole = ({namespace, name}: {namespace: string, name: string}): string => `${namespace}/${name}`
  return range(run, (review) => whole(referenceTo(review)), (review) => {
    const reference = referenceTo(review)
    return reference.namespace === shared ? reference.name : whole(reference)
  })
}

function verdict(run: Run, {style, hasSection}: EventTableOptions): string {
  const [first] = run
  const {allowed, status: {code, message, reason}} = first
  if (allowed) return style.green('accepted')
  const others = new Set(run.map(({status}) => status.message)).size - 1
  const words = hasSection(first) ? `${reason}, see above` : oneLine(message)
  return `${style.red(String(code))} ${words}${others === 0 ? '' : `, and ${counted(others, 'other message')}`}`
}
