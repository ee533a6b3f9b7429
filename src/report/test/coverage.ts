import {oneLine} from '../../machinery/output/printable.js'
import type {CoverageReport} from '../../policy-test/coverage/coverage.js'
import {counted} from '../counted.js'
import {plainTable} from '../plain-table.js'
import type {Style} from '../style.js'
import {byPolicy, itemJson, placeText} from './lines.js'

/** Returns the items that decided no test, the items of each policy, and the total, for people. */
export function coverageLines({items, covered}: CoverageReport, style: Style): string[] {
  const uncovered = items.filter(({decided}) => decided.length === 0)
  const rows = [...byPolicy(items)].map(([policy, own]) => {
    const missing = own.filter(({decided}) => decided.length === 0).length
    return [String(own.length), String(own.length - missing), missing === 0 ? '0' : style.red(String(missing)), policy]
  })
  return [
    ...uncovered.map(({item}) => `${placeText(item.place)}: ${oneLine(`${item.name} ${item.value}`).trimEnd()}: decides no test`),
    ...uncovered.length === 0 ? [] : [''],
    ...rows.length === 0 ? [] : [...plainTable(['Items', 'Covered', 'Not covered', 'Policy'], rows), ''],
    items.length === 0 ? 'Policy coverage: the tests use no policy.' : `Policy coverage: ${percentage(covered, items.length)} % (${covered} of ${counted(items.length, 'item')})`,
  ]
}

/** The part of a whole in percent, rounded down. */
export const percentage = (part: number, whole: number): number => Math.floor(100 * part / whole)

/** Returns the result as the `coverage` field of `kadm test -o json`. */
export const coverageJson = ({items, covered}: CoverageReport): object => ({
  items: items.map(({item, decided}) => ({...itemJson(item), tests: decided})), covered, notCovered: items.length - covered,
})
