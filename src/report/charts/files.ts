import type {Diff} from '../../diff/types.js'
import {greatest} from '../../machinery/collections/append.js'
import {groupBy} from '../../machinery/collections/group-by.js'
import type {Capacity} from '../../simulate/capacity/types.js'
import type {Simulation} from '../../simulate/simulate.js'
import {bulletChart, type BulletData, bulletLegend, isOver} from './bullet.js'
import {changeChart, changeLegend, changesOf, isOverAfter} from './change-bars.js'
import {fileMark, legendChart, standaloneChart} from './chart.js'
import {leftNote, type SimulationStrips, simulationStrips} from './limit-data.js'
import {problemsFirst} from './problems-first.js'
import {capacityBullets, simulationBullets} from './quota-data.js'
import {hasOutside, stripChart, type StripData, stripLegend} from './strip.js'

/** A file with charts. */
export interface ChartFile {
  /** A safe name: lower-case letters, digits, hyphens, dots and underscores. */
  readonly name: string
  readonly text: string
}

/** The charts of a result as files, and the number of namespaces without one because there are too many. */
export interface Plots {
  readonly files: readonly ChartFile[]
  readonly left: number
  /** Notes about other parts that are not drawn. */
  readonly notes: readonly string[]
  /** The first line of each file. */
  readonly mark: string
}

/** The number of namespaces with files of each form. */
export const maxNamespaces = 100

/** The charts of `kadm simulate`: quotas, and amounts under LimitRanges. */
export const simulationPlots = (simulation: Simulation): Plots =>
  joined(quotaPlots('simulate', simulationBullets(simulation)), limitPlots('simulate', simulationStrips(simulation)))

/** The charts of `kadm capacity`. */
export const capacityPlots = (capacity: Capacity): Plots =>
  joined(quotaPlots('capacity', capacityBullets(capacity)), limitPlots('capacity', simulationStrips(capacity.simulation)))

/** The charts of `kadm diff`: quotas before and after. */
export const diffPlots = ({namespaces}: Pick<Diff, 'namespaces'>): Plots => plotsOf('diff-quotas', changesOf(namespaces), ({rows}) => rows.some(isOverAfter),
  ([{title, rows}]) => standaloneChart(`${title} before and after`, [legendChart(changeLegend), changeChart({title, rows})]))

const joined = (...plots: readonly Plots[]): Plots =>
  ({files: plots.flatMap(({files}) => files), left: greatest(plots.map(({left}) => left), 0), notes: plots.flatMap(({notes}) => notes), mark: fileMark})

function quotaPlots(command: string, data: readonly BulletData[]): Plots {
  return plotsOf(`${command}-quotas`, data, ({rows}) => rows.some(isOver), ([{title, rows}]) =>
    standaloneChart(title, [legendChart(bulletLegend(rows)), bulletChart({title, rows})]))
}

function limitPlots(command: string, {all: data, left}: SimulationStrips): Plots {
  const plots = plotsOf<StripData>(`${command}-limits`, data, ({strips}) => strips.some(hasOutside), (all) =>
    standaloneChart(`LimitRanges of namespace ${all[0].namespace}`, [legendChart(stripLegend(all.flatMap(({strips}) => strips))), ...all.slice(0, maxCharts).map(stripChart)]))
  return {...plots, notes: leftNote(left)}
}

/** The number of LimitRanges in a file. */
const maxCharts = 10

/** Makes a file for each namespace: of too many, first for those with problems. */
function plotsOf<T extends {readonly namespace: string}>(
  prefix: string, data: readonly T[], hasProblem: (data: T) => boolean, draw: (data: readonly [T, ...T[]]) => string,
): Plots {
  const groups = [...groupBy(data, ({namespace}) => namespace)]
  const shown = problemsFirst(groups, ([, all]) => all.some(hasProblem), maxNamespaces)
  const names = new Set<string>()
  const files = shown.map(([namespace, all]): ChartFile => {
    const name = unique(`${prefix}-${safeName(namespace)}`, names)
    return {name: `${name}.svg`, text: draw(all as [T, ...T[]])}
  })
  return {files, left: groups.length - shown.length, notes: [], mark: fileMark}
}

/** The longest part of a file name that comes from an object. */
const longestName = 100

/** A name as a part of a file name on any system: other characters than those of Kubernetes' names become their numbers. */
const safeName = (name: string): string =>
  name.replaceAll(/[^a-z0-9-]/gu, (character) => `_${(character.codePointAt(0) ?? 0).toString(16)}`).slice(0, longestName)

/** The name with a number, if an earlier file has it: long names can have the same beginning. */
function unique(name: string, known: Set<string>): string {
  let result = name
  for (let i = 2; known.has(result); i++) result = `${name}_${i}`
  known.add(result)
  return result
}
