import {oneLine} from '../../machinery/output/printable.js'
import type {CoverageReport} from '../../policy-test/coverage/coverage.js'
import {locationOf} from '../location.js'

/** The lines of policies with the number of tests that their items decided, in the format of lcov, which editors and CI servers show. */
export function coverageLcov({items}: CoverageReport): string {
  const files = new Map<string, Map<number, number>>()
  for (const {item, decided} of items) {
    const {path, line} = locationOf(item.place)
    const lines = files.get(path) ?? new Map<number, number>()
    // A line is covered if all of its items are.
    lines.set(line, Math.min(lines.get(line) ?? Infinity, decided.length))
    files.set(path, lines)
  }
  return [...files].map(([path, lines]) => {
    const sorted = [...lines].sort(([a], [b]) => a - b)
    const hit = sorted.filter(([, count]) => count > 0).length
    return `${[`SF:${oneLine(path)}`, ...sorted.map(([line, count]) => `DA:${line},${count}`), `LF:${sorted.length}`, `LH:${hit}`, 'end_of_record'].join('\n')}\n`
  }).join('')
}
