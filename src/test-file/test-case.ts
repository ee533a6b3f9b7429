import {type Decoder, field, fields, invalid, listOf, onlyOne, parameterRow, required, text} from './decoder.js'
import {eventStep} from './event-step.js'
import {objectSource, type ObjectSource} from './object-source.js'
import {isAboutState} from './expectation.js'
import {Parameters} from './parameters.js'
import {serverSettings, type ServerSettings} from './server-settings.js'
import {maxRepetitions, type Step, step, stepFields, stepOf} from './step.js'
import type {TestNode} from './test-node.js'

/** One test, or one row of a table test. */
export interface TestCase {
  readonly name: string
  /** The number of the row, from 1; undefined for a test without rows. */
  readonly row?: number
  /** Policies and existing objects in addition to those of the file. */
  readonly policies: readonly ObjectSource[]
  readonly existing: readonly ObjectSource[]
  /** The namespace of objects without one; by default that of the file. */
  readonly namespace?: string
  /** Override those of the file. */
  readonly server: Partial<ServerSettings>
  readonly steps: readonly Step[]
  /** The test, or the row. */
  readonly node: TestNode
}

/** Maximum number of objects that a test sends again: each expectation about the state of the cluster needs all steps before it. */
export const maxRepeated = 50_000

/** Maximum number of rows of one table test. */
export const maxRows = 500

const rowList = listOf(parameterRow, {maximum: maxRows})

const shape = fields('a test', {
  name: required('Description of the behaviour that the test checks.', text('the name of the test')),
  rows: field(
    'Makes a table test: runs the test once for each row. $(NAME) in the test is the value of that parameter.',
    // The rows themselves are read before the test is.
    {...rowList, read: (): readonly ReadonlyMap<string, TestNode>[] => []},
  ),
  policies: field('Further policies of this test: paths relative to this file, or objects.', listOf(objectSource)),
  existing: field('Further objects of this test that exist already.', listOf(objectSource)),
  namespace: field('Namespace of objects without one.', text('the name of a namespace')),
  server: field('Settings of the API server that differ in this test.', serverSettings),
  steps: field('The steps of the test, one after another; a test of one step needs none.', listOf(step)),
  events: field('Events that are sent at given times, for the limits of EventRateLimit.', listOf(eventStep)),
  ...stepFields,
})

/** Reads a test; a table test is one for each of its rows. */
export const testCases: Decoder<readonly TestCase[]> = {
  expected: shape.expected,
  schema: shape.schema,
  read: (node) => {
    const rows = node.entries()?.find(({name}) => name === 'rows')
    if (rows === undefined) return oneCase(node)
    const parameters = rowList.read(rows)
    if (parameters === null) return null
    if (parameters.length === 0) return invalid(rows, 'has no row')
    const items = rows.items() ?? []
    const cases = parameters.map((row, i) => rowCase(node, items[i] ?? rows, row, i + 1))
    return cases.every((one) => one !== null) ? cases : null
  },
}

function rowCase(node: TestNode, rowNode: TestNode, row: ReadonlyMap<string, TestNode>, number: number): TestCase | null {
  const parameters = new Parameters(new Map([...row].map(([name, value]) => [name, value.node])))
  const [read] = oneCase(node.with(parameters)) ?? []
  if (parameters.isExhausted) return invalid(rowNode, 'makes the test too large: use shorter values')
  if (read === undefined) return null
  const template = node.entries()?.find(({name}) => name === 'name')?.text
  return {...read, name: read.name === template ? `${template} (row ${number})` : read.name, row: number, node: rowNode}
}

function oneCase(node: TestNode): [TestCase] | null {
  const values = shape.read(node)
  if (values === null || hasConflicts(node)) return null
  const {name, policies = [], existing = [], namespace, server = {}, rows: _, steps: several, events, node: __, ...only} = values
  const single = several ?? events ?? stepOf(only, node)
  if (single === null) return null
  const steps = Array.isArray(single) ? single as readonly Step[] : [single as Step]
  if (steps.length === 0) return node.report('policy-test/missing-field', `${node.name} has no step`)
  return areInOrder(steps) ? [{name, policies, existing, ...namespace !== undefined && {namespace}, server, steps, node}] : null
}

/** Reports fields of a single step in a test that has a list of steps. */
function hasConflicts(node: TestNode): boolean {
  const names = Object.keys(stepFields)
  const lists = ['steps', 'events']
  const set = (node.entries() ?? []).map(({name}) => name)
  const list = lists.find((name) => set.includes(name))
  return list !== undefined && ![...names, ...lists].every((name) => name === list || onlyOne(node, [list, name]))
}

/** Reports a step whose time is before that of an earlier step, and a test with too many requests. */
function areInOrder(steps: readonly Step[]): boolean {
  let [time, requests, repeated] = [0n, 0, 0]
  for (const [i, {at, times = 1, every = 0n, objects, expectations, node}] of steps.entries()) {
    if (at !== undefined && at < time) {
      invalid(node, 'is at a time before the end of the step above it')
      return false
    }
    time = (at ?? time) + every * BigInt(times - 1)
    requests += times * objects.length
    if (requests > maxRepetitions) {
      invalid(node, `makes the test send more than ${maxRepetitions} objects`)
      return false
    }
    if (i < steps.length - 1 && expectations.some(isAboutState)) repeated += requests
    if (repeated > maxRepeated) {
      invalid(node, `makes the test send its first objects again and again, ${repeated} in all, for expectations about quotas, pods and rollouts between its steps: split the test`)
      return false
    }
  }
  return true
}
