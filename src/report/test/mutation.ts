import {oneLine} from '../../machinery/output/printable.js'
import {type MutantResult, type MutationReport, mutationScore} from '../../policy-test/mutate/mutation.js'
import {counted} from '../counted.js'
import {plainTable} from '../plain-table.js'
import type {Style} from '../style.js'
import {byPolicy, itemJson, placeText} from './lines.js'

/** Returns the mutants that survive, the mutants of each policy, and the policy mutation score, for people. */
export function mutationLines(report: MutationReport, style: Style): string[] {
  const {mutants} = report
  const survivors = mutants.filter(({killedBy}) => killedBy === undefined)
  const rows = [...byPolicy(mutants)].map(([policy, own]) => {
    const alive = own.filter(({killedBy}) => killedBy === undefined).length
    return [String(own.length), String(own.length - alive), alive === 0 ? '0' : style.red(String(alive)), policy]
  })
  return [
    ...survivors.map(survivorText),
    ...survivors.length === 0 ? [] : [''],
    ...rows.length === 0 ? [] : [...plainTable(['Mutants', 'Killed', 'Survived', 'Policy'], rows), ''],
    scoreText(report),
  ]
}

/** Returns the sentence about a mutant that no test notices. */
const survivorText = ({item, change}: MutantResult): string =>
  `${placeText(item.place)}: ${oneLine(`${item.name} ${withValue(item.value, change)}`)}: no test notices`

/** A removed part has its value before the word. */
const withValue = (value: string, change: string): string => change === 'removed' && value !== '' ? `${value} ${change}` : change

/** Returns the sentence with the policy mutation score, or the reason why there is none. */
export function scoreText(report: MutationReport): string {
  const {mutants, killed, limit} = report
  if (limit !== undefined) return `No policy mutation score: ${counted(mutants.length, 'mutant')} ran (${killed} killed), and up to ${limit.untested} more did not`
  if (mutants.length === 0) return 'No mutants: the policies of the tests have nothing to change.'
  return `Policy mutation score: ${mutationScore(report)} % (${killed} of ${counted(mutants.length, 'mutant')} killed)`
}

/** Returns the result as the `mutation` field of `kadm test -o json`. */
export const mutationJson = (report: MutationReport): object => ({
  mutants: report.mutants.map(({item, change, killedBy}) => ({...itemJson(item), change, killedBy: killedBy ?? null})),
  killed: report.killed, survived: report.mutants.length - report.killed, score: mutationScore(report) ?? null,
  isLimited: report.limit !== undefined, untested: report.limit?.untested ?? 0,
})
