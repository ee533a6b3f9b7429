import {utcTicks} from 'd3-time'

/** A label of a time axis. */
export interface TimeTick {
  /** Seconds since 1970. */
  readonly seconds: number
  readonly text: string
}

const day = 86_400

/**
 * Returns round times with short texts in UTC.
 *
 * @param from seconds since 1970
 * @param to seconds since 1970
 * @param count about the number of ticks
 */
export function timeTicks(from: number, to: number, count: number): TimeTick[] {
  const span = to - from
  return utcTicks(new Date(from * 1000), new Date(to * 1000), count).filter((date) => date.getTime() % 1000 === 0).map((date) => {
    const text = date.toISOString()
    return {seconds: date.getTime() / 1000, text: span > 3 * day ? text.slice(0, 10) : span > count * 120 ? text.slice(11, 16) : text.slice(11, 19)}
  })
}
