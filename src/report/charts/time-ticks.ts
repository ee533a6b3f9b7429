import {utcTicks} from 'd3-time'

/** A label of a time axis. */
export interface TimeTick {
  /** The place on the axis, from 0 to 1. */
  readonly at: number
  readonly anchor: 'start' | 'middle' | 'end'
  readonly text: string
}

/** About the number of ticks that a narrow page has room for. */
const tickCount = 4

/** The width of a letter on a narrow page, as a part of the axis. */
const letterWidth = 0.0225

const day = 86_400

/**
 * Returns round times with short texts in UTC. Leaves out those that would overlap the one before.
 *
 * @param from seconds since 1970
 * @param to seconds since 1970
 */
export function timeTicks(from: number, to: number): TimeTick[] {
  const span = to - from
  const ticks = utcTicks(new Date(from * 1000), new Date(to * 1000), tickCount).filter((date) => date.getTime() % 1000 === 0).map((date): TimeTick => {
    const text = date.toISOString()
    const at = (date.getTime() / 1000 - from) / span
    const short = span > 3 * day ? text.slice(0, 10) : span > tickCount * 120 ? text.slice(11, 16) : text.slice(11, 19)
    return {at, anchor: at < 0.1 ? 'start' : at > 0.9 ? 'end' : 'middle', text: short}
  })
  let end = 0
  return ticks.filter((tick) => {
    const width = letterWidth * (tick.text.length + 1)
    const start = tick.at - width * beforePlace[tick.anchor]
    if (start < end) return false
    end = start + width
    return true
  })
}

/** The part of a label before its place. */
const beforePlace: Readonly<Record<TimeTick['anchor'], number>> = {start: 0, middle: 0.5, end: 1}
